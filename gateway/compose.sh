#!/bin/bash
# The gateway's container in docker-compose.yml: fills in the template and runs nginx. nginx reads its configuration only when it is told to: it is, when a service has another address, which each new
# container has, or the template has changed. So the gateway stays up while everything behind it is replaced, and a service that is away takes no other one with it.
set -euo pipefail

# Nobody listens there.
AWAY=127.0.0.1:9

configuration() {
  local service address
  for service in deploy optout collect mailer; do
    read -r address _ < <(timeout 1 getent ahostsv4 "$service") && address=$address:8080 || address=$AWAY
    export "HEED_${service^^}_UPSTREAM=$address"
  done
  # nginx's own variables must not be filled in, so those that are Heed's are named.
  envsubst "$(env | sed -n 's/^\(HEED_[A-Z_]*\)=.*/${\1}/p')" </etc/heed/nginx.conf.template
}

follow() {
  while sleep 1; do
    configuration >next.conf
    cmp -s nginx.conf next.conf && continue
    mv next.conf nginx.conf
    "${nginx[@]}" -s reload || true
  done
}

mkdir -p /tmp/gateway/temp
cd /tmp/gateway
nginx=(nginx -p /tmp/gateway -c /tmp/gateway/nginx.conf -e stderr -g 'daemon off; pid temp/nginx.pid;')
configuration >nginx.conf
follow &
exec "${nginx[@]}"
