#!/bin/bash
# As the published image does: the first user comes from the environment, logs go to standard output. Debian's wrapper would change to another user: the program itself is called.
set -euo pipefail
if [ "$(id -u)" = 0 ]; then
  chown rabbitmq:rabbitmq /var/lib/rabbitmq
  exec setpriv --reuid=rabbitmq --regid=rabbitmq --init-groups "$0" "$@"
fi
cat >/tmp/rabbitmq.conf <<CONF
default_user = ${RABBITMQ_DEFAULT_USER:?}
default_pass = ${RABBITMQ_DEFAULT_PASS:?}
loopback_users.guest = false
log.console = true
log.file = false
CONF
export HOME=/var/lib/rabbitmq RABBITMQ_CONFIG_FILE=/tmp/rabbitmq.conf RABBITMQ_MNESIA_BASE=/var/lib/rabbitmq/mnesia
exec "/usr/lib/rabbitmq/bin/$1"
