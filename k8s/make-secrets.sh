#!/bin/sh
# Makes random passwords for `kubectl apply -k k8s/` in k8s/secrets, which git ignores. What is there already is left alone: keep the folder, the data can't be opened without it.
set -eu
umask 077
cd "$(dirname "$0")"
[ ! -e secrets ] || { echo "k8s/secrets is there already"; exit 0; }
mkdir secrets.new
cd secrets.new
random() { od -An -N24 -tx1 /dev/urandom | tr -d ' \n'; }

echo "POSTGRES_PASSWORD=$(random)" >postgres.env
for service in deploy optout collect mailer; do
  password=$(random)
  printf 'username=%s\npassword=%s\nuri=postgresql://%s:%s@postgres:5432/%s\n' $service "$password" $service "$password" $service >$service-postgres-app.env
done
password=$(random)
printf 'username=heed\npassword=%s\nconnection_string=amqp://heed:%s@rabbitmq:5672/\n' "$password" "$password" >rabbitmq-default-user.env
printf 'HEED_S3_ACCESS_KEY=heed\nHEED_S3_SECRET_KEY=%s\n' "$(random)" >s3.env
echo "HEED_ADMIN_TOKENS=operator:$(random)" >admin-tokens.env
cd ..
mv secrets.new secrets
