#!/bin/bash
# The gateway's container in docker-compose.yml: fills in the template and runs nginx, which reads names and configuration only when it is told to: it is, when a service has another address
# (each new container does) or the template has changed. So the gateway stays up while everything behind it is replaced.
set -euo pipefail

# nginx's own variables must not be filled in, so those that are Heed's are named.
configuration() { envsubst "$(env | sed -n 's/^\(HEED_[A-Z_]*\)=.*/${\1}/p')" </etc/heed/nginx.conf.template; }
addresses() { getent ahostsv4 deploy optout collect mailer | sort -u; }

follow() {
  while sleep 1; do
    configuration >next.conf && addresses >next || continue
    ! cmp -s nginx.conf next.conf || ! cmp -s addresses next || continue
    mv next.conf nginx.conf
    mv next addresses
    "${nginx[@]}" -s reload || true
  done
}

mkdir -p /tmp/gateway/temp
cd /tmp/gateway
nginx=(nginx -p /tmp/gateway -c /tmp/gateway/nginx.conf -e stderr -g 'daemon off; pid temp/nginx.pid;')
until addresses >addresses; do sleep 1; done
configuration >nginx.conf
follow &
exec "${nginx[@]}"
