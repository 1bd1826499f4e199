#!/usr/bin/env bash
# Builds the images with the Docker engine that answers, runs them, and checks what is promised of them. `--stand-ins`: on base images made here (stand-ins/build.sh), for machines without a registry.
set -euo pipefail
cd "$(dirname "$0")/.."
export DOCKER_BUILDKIT=1
network=default
base=node:24-bookworm-slim
if [ "${1:-}" = --stand-ins ]; then
  containers/stand-ins/build.sh
  network=host
else
  # Of what a build pulls the engine knows no size.
  docker pull -q "$base"
fi
version=$(sed -n 's/^  "version": "\(.*\)",$/\1/p' package.json)
heed=heed:$version storage=heed-storage:$version
docker build -q --network=$network --target heed -t "$heed" .
docker build -q --network=$network --target storage -t "$storage" .

fail() { echo "✗ $*"; exit 1; }
is() { [ "$2" = "$3" ] && echo "✓ $1" || fail "$1: $2 instead of $3"; }
inside() { docker run --rm --read-only --cap-drop ALL --security-opt no-new-privileges --network none --entrypoint "$@"; }

is 'runs as nobody in particular' "$(inside id "$heed" -u)" 1000
is 'the storage does too' "$(inside id "$storage" -u)" 1000
is 'its files belong to root: a process can change none' "$(inside find "$heed" /heed -writable -not -type l | wc -l)" 0
is 'process 1 is an init' "$(docker run --rm --read-only --network none "$heed" -e 'console.log(require("fs").readFileSync("/proc/1/comm", "utf8").trim())')" tini
is 'the command line answers, with nothing writable' "$(docker run --rm --read-only --network none "$heed" dist/apps/cli/src/main.js --help | sed -n '1s/ .options.*//p')" 'Usage: heed'
is 'a door without settings says so and ends' "$(docker run --rm --read-only --network none "$heed" dist/apps/deploy/src/main.js 2>&1 | grep -o 'HEED_DATABASE_URL is required' | head -1)" 'HEED_DATABASE_URL is required'
is 'has a health check' "$(docker image inspect "$heed" -f '{{len .Config.Healthcheck.Test}}')" 4
is 'has none of the tools of development' "$(inside sh "$heed" -c 'ls node_modules/*/package.json node_modules/@*/*/package.json' | grep -E '/(typescript|jest|cli|knip|node|@swc/core|@biomejs/biome)/package' || true)" ''
is 'has no tests and no sources' "$(inside find "$heed" /heed/dist /heed/package.json -name '*.ts' -o -name '*spec.js' | wc -l)" 0
# Its layers on top of the base image.
own=$((($(docker image inspect "$heed" -f '{{.Size}}') - $(docker image inspect "$base" -f '{{.Size}}')) / 1000000))
[ $own -le 150 ] && echo "✓ adds $own MB to its base" || fail "adds $own MB to its base, and that is too much"
