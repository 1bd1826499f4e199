#!/usr/bin/env bash
# Brings what docker-compose.yml runs to the version of this repository, one service after the other: each is away for the seconds that a process needs to start, and the gateway says 503 for it.
# (`docker compose up` does the same to all of them at once.) Options are Compose's own: -p NAME, --env-file FILE.
set -euo pipefail
cd "$(dirname "$0")/.."
services='deploy optout collect mailer'
compose() { docker compose "${options[@]}" "$@"; }
options=("$@")

compose build
# The old version runs on the new schema.
for service in $services; do compose up --exit-code-from "$service-migrate" "$service-migrate"; done
compose up --detach --wait storage
for service in $services; do compose up --detach --wait "$service" "$service-worker"; done
compose up --detach --wait
