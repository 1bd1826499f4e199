#!/bin/bash
# The backup of PostgreSQL, by what its own image has. docker-compose.yml and k8s/backup run it beside the server, of which it needs the socket and nothing else.
#
#   backup.sh run               # receives the WAL while it is written, makes a base backup every BACKUP_EVERY hours, keeps the last BACKUP_KEEP of them
#   backup.sh base              # makes one now
#   backup.sh check             # fails unless the WAL is being received and the last base backup is recent
#   backup.sh restore [TIME]    # into an empty data folder: to the end of the WAL, or to a time
#
# $BACKUP/heed_TIME/wal is a chain: WAL without a gap. Beside it are the base backups that were made meanwhile. What a chain lacks the server keeps, in a slot of the chain's name. Where there is no such slot
# any more (the server was restored, or had to let go of WAL, max_slot_wal_keep_size), a new chain begins.
# Whatever is killed, in whatever line, is made good by the next run: only what bears its final name counts.
set -euo pipefail
export BACKUP=${BACKUP:-/backup} PGHOST=${PGHOST:-/var/run/postgresql} PGUSER=${PGUSER:-postgres} PGDATABASE=postgres
every=${BACKUP_EVERY:-24}
keep=${BACKUP_KEEP:-7}
again_after=600 # seconds, when a base backup fails: each try may write all of it
self=$(realpath "$0")

fail() { echo "$*" >&2; exit 1; }
now() { date -u +%Y%m%d_%H%M%S; }
sql() { psql -XAtq -v ON_ERROR_STOP=1 -c "$1"; }
chains() { find "$BACKUP" -mindepth 1 -maxdepth 1 -name 'heed_*' | sort; }
chain() { chains | tail -1; }
# Oldest first.
bases() { chains | while read -r chain; do find "$chain" -mindepth 1 -maxdepth 1 -name '2*'; done | sort; }
is_younger_than() { find "$(chain)" -mindepth 1 -maxdepth 1 -name '2*' -mmin "-$(($1 * 60))" 2>/dev/null | grep -q .; }
is_receiving() { [ "$(sql "SELECT active FROM pg_replication_slots WHERE slot_name = '$(basename "$(chain)")'" 2>/dev/null)" = t ]; }

run() {
  trap 'trap - TERM; kill 0; exit 0' INT TERM
  while :; do "$self" receive || true; sleep 2; done &
  receiver=$!
  while kill -0 $receiver; do
    pause=60
    if ! is_receiving; then
      pause=1
    elif ! is_younger_than "$every"; then
      "$self" base & wait $! || pause=$again_after
    fi
    sleep $pause & wait $!
  done
}

receive() {
  chain=$(chain)
  state=$(sql "SELECT wal_status FROM pg_replication_slots WHERE slot_name = '$(basename "$chain")'")
  if [ -z "$state" ] || [ "$state" = lost ]; then
    chain=$BACKUP/heed_$(now)
    echo "a new chain of WAL: $chain"
    mkdir -p "$chain/wal"
    sql "SELECT pg_drop_replication_slot(slot_name) FROM pg_replication_slots WHERE slot_name LIKE 'heed\_%'" >/dev/null
    sql "SELECT pg_create_physical_replication_slot('$(basename "$chain")', true)" >/dev/null
  fi
  # One that was cut off while room was made for it (a full disk) holds no WAL yet, and pg_receivewal would not go on with it.
  find "$chain/wal" -name '*.partial' ! -size "$(sql "SELECT setting FROM pg_settings WHERE name = 'wal_segment_size'")c" -delete
  exec pg_receivewal --no-loop --synchronous --slot="$(basename "$chain")" --directory="$chain/wal" --dbname=application_name=backup
}

base() {
  exec 9>"$BACKUP/lock"
  flock 9
  until is_receiving; do sleep 1; done
  chain=$(chain)
  rm -rf "$chain/new" "$chain/old"
  room=$(df --output=avail -B1 "$chain" | tail -1)
  size=$(sql 'SELECT sum(pg_database_size(oid)) FROM pg_database')
  [ "$room" -gt "$size" ] || fail "no base backup: it has $size bytes, and $BACKUP has room for $room"
  pg_basebackup --pgdata="$chain/new" --wal-method=none --checkpoint=fast || { rm -rf "$chain/new"; fail 'no base backup'; }
  # It needs the WAL that was written meanwhile.
  end=$(sql 'SELECT pg_current_wal_lsn()')
  while [ "$(sql "SELECT restart_lsn >= '$end' FROM pg_replication_slots WHERE slot_name = '$(basename "$chain")'")" = f ]; do sleep 1; done
  pg_verifybackup --quiet --wal-directory="$chain/wal" "$chain/new"
  name=$chain/$(now)
  mv -T "$chain/new" "$name"
  echo "a base backup: $name"
  prune
}

# No base backup is removed before the one that takes its place is there.
prune() {
  bases | head -n "-$keep" | while read -r base; do
    mv "$base" "$(dirname "$base")/old"
    rm -rf "$(dirname "$base")/old"
  done
  for chain in $(chains); do
    oldest=$(bases | grep "^$chain/" | head -1 || true)
    if [ -n "$oldest" ]; then
      pg_archivecleanup "$chain/wal" "$(sed -n 's/^START WAL LOCATION.*(file \(.*\))$/\1/p' "$oldest/backup_label")"
    elif [ "$chain" != "$(chain)" ]; then
      rm -rf "$chain"
    fi
  done
}

check() {
  is_receiving || fail 'no WAL is being received'
  is_younger_than $((2 * every)) || fail "no base backup of the last $((2 * every)) hours"
}

restore() { # time
  mkdir -p "$PGDATA"
  # Of a restore that was cut off.
  [ ! -e "$PGDATA/recovery.signal" ] || find "$PGDATA" -mindepth 1 ! -name recovery.signal -delete
  [ -z "$(ls -A "$PGDATA" | grep -vx recovery.signal)" ] || fail "$PGDATA is not empty"
  until=${1:+$(date -u -d "$1" +%Y%m%d_%H%M%S)}
  base=$(bases | awk -F/ -v "until=${until:-9}" '$NF <= until' | tail -1)
  [ -n "$base" ] || fail "$BACKUP has no base backup${1:+ from before $1}"
  echo "restoring $base"
  touch "$PGDATA/recovery.signal"
  cp -a "$base/." "$PGDATA"
  settings=(hot_standby=off listen_addresses= unix_socket_directories=/tmp "restore_command=$self fetch $(dirname "$base")/wal %f %p")
  [ -z "$until" ] || settings+=("recovery_target_time=$(date -u -d "$1" '+%F %T.%N+00')" recovery_target_action=promote)
  postgres "${settings[@]/#/--}" &
  server=$!
  # It takes nobody in before the recovery has ended.
  until pg_isready -q -h /tmp; do
    kill -0 $server 2>/dev/null || fail 'not restored'
    sleep 1
  done
  kill -INT $server
  wait $server
  echo "restored from $base"
}

# A status above 125 ends the recovery with an error; any other but 0 says that the WAL ends here. Its last piece is the one that was being received.
fetch() { # wal, name, where to
  [ -d "$1" ] || exit 200
  for file in "$1/$2" "$1/$2.partial"; do
    [ ! -e "$file" ] || { cp "$file" "$3" || exit 200; exit 0; }
  done
  exit 1
}

case ${1:-} in
  run | base | check | receive | restore | fetch) ;;
  *) sed -n '2,/^set/{/^#/p}' "$0"; exit 2 ;;
esac
if [ "$(id -u)" = 0 ]; then
  [ "$(stat -c %U "$BACKUP")" = postgres ] || chown postgres:postgres "$BACKUP"
  exec setpriv --reuid=postgres --regid=postgres --init-groups "$self" "$@"
fi
"$@"
