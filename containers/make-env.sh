#!/bin/sh
# Makes random passwords for `docker compose up` in .env, which git ignores. What is there already is left alone: keep the file, the data can't be opened without it.
set -eu
umask 077
cd "$(dirname "$0")/.."
[ ! -e .env ] || { echo ".env is there already"; exit 0; }
for name in POSTGRES_PASSWORD DEPLOY_DATABASE_PASSWORD OPTOUT_DATABASE_PASSWORD COLLECT_DATABASE_PASSWORD MAILER_DATABASE_PASSWORD RABBITMQ_PASSWORD S3_SECRET_KEY HEED_ADMIN_TOKEN; do
  echo "$name=$(od -An -N24 -tx1 /dev/urandom | tr -d ' \n')"
done >.env.new
mv .env.new .env
