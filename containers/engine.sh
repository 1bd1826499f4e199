#!/usr/bin/env bash
# A Docker engine of its own on a Debian machine that has none running, without touching the machine's network: nothing goes out of its containers, ports are published on loopback. As root.
#
#   export DOCKER_HOST=$(containers/engine.sh start)
#   containers/engine.sh stop        # the images stay, in the folder
set -euo pipefail
folder=${HEED_DOCKER:-/var/lib/heed/docker}
case ${1:-} in
  start)
    command -v dockerd >/dev/null || apt-get install -y -q --no-install-recommends docker.io debootstrap >/dev/null
    mkdir -p "$folder"
    if ! docker -H "unix://$folder/docker.sock" version >/dev/null 2>&1; then
      setsid dockerd --data-root "$folder/data" --exec-root "$folder/exec" -H "unix://$folder/docker.sock" --pidfile "$folder/docker.pid" --iptables=false --ip6tables=false \
        --ip-forward=false --ip-masq=false --bip 172.30.77.1/24 >"$folder/dockerd.log" 2>&1 </dev/null &
      for _ in $(seq 120); do
        ! docker -H "unix://$folder/docker.sock" version >/dev/null 2>&1 || break
        sleep 0.5
      done
      docker -H "unix://$folder/docker.sock" version >/dev/null || { tail -5 "$folder/dockerd.log" >&2; exit 1; }
    fi
    echo "unix://$folder/docker.sock"
    ;;
  stop) [ ! -e "$folder/docker.pid" ] || { pid=$(cat "$folder/docker.pid"); kill "$pid"; tail --pid="$pid" -f /dev/null; } ;;
  *) sed -n '2,/^set/{/^#/p}' "$0"; exit 2 ;;
esac
