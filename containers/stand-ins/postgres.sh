#!/bin/bash
# As the published image does: an empty data folder is initialised, scripts run against a server that listens on its socket alone, then the server proper starts.
set -euo pipefail
if [ "$(id -u)" = 0 ]; then
  chown postgres:postgres "$PGDATA"
  exec setpriv --reuid=postgres --regid=postgres --init-groups "$0" "$@"
fi
if [ ! -s "$PGDATA/PG_VERSION" ]; then
  initdb -U postgres --auth-local=trust --auth-host=scram-sha-256 --pwfile=<(printf '%s\n' "${POSTGRES_PASSWORD:?}") >/dev/null
  echo 'host all all all scram-sha-256' >>"$PGDATA/pg_hba.conf"
  pg_ctl -w -o "-c listen_addresses=''" start
  for script in /docker-entrypoint-initdb.d/*.sh; do bash "$script"; done
  pg_ctl -w -m fast stop
fi
exec "$@" -c listen_addresses='*' -c unix_socket_directories=/var/run/postgresql
