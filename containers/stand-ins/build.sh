#!/usr/bin/env bash
# Builds the stand-ins with the Docker engine that answers (needs debootstrap, root, and Debian's mirror; Node from node_modules, Go from this machine), and tags them as the images that
# Dockerfile, docker-compose.yml and k8s/ name. An image of that name that is there already is left alone.
set -euo pipefail
cd "$(dirname "$0")"
export DOCKER_BUILDKIT=1
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

has() { docker image inspect "$1" >/dev/null 2>&1; }

if ! has heed-stand-in; then
  debootstrap --variant=minbase --include=ca-certificates bookworm "$work/root" >"$work/debootstrap.log" || { tail "$work/debootstrap.log"; exit 1; }
  rm -rf "$work"/root/var/cache/apt/archives/*.deb "$work"/root/var/lib/apt/lists/*
  tar -C "$work/root" -c . | docker import - heed-stand-in >/dev/null
fi

mkdir "$work/host"
cp postgres.sh rabbitmq.sh "$work/"
cp -L /etc/ssl/certs/ca-certificates.crt "$work/host/"
cp -L "$(node -p process.execPath)" "$work/host/node"
cp -LR "$(dirname "$(readlink -f "$(command -v npm)")")/.." "$work/host/npm"
cp -LR "$(GOTOOLCHAIN=local go env GOROOT)" "$work/host/go"

stand_in() { # target, name
  has "$2" && return
  echo "$2"
  docker build -q --network=host --target "$1" -f Dockerfile -t "$2" "$work"
}
has debian:bookworm-slim || docker tag heed-stand-in debian:bookworm-slim
stand_in node node:24-bookworm-slim
stand_in golang golang:1.26-bookworm
for server in postgres rabbitmq nginx; do stand_in $server "$(sed -n "s/^ *image: \($server:\)/\1/p" ../../docker-compose.yml)"; done
