#!/bin/sh
# Runs once, on an empty data folder: a database and a role for each service. A role may connect to its own database and to no other.
set -eu
for service in deploy optout collect mailer; do
  psql -v ON_ERROR_STOP=1 -U postgres -d postgres -v name="$service" -v password="$(printenv "$(echo "$service" | tr a-z A-Z)_DATABASE_PASSWORD")" <<'SQL'
CREATE ROLE :"name" LOGIN PASSWORD :'password';
CREATE DATABASE :"name" OWNER :"name" TEMPLATE template0 ENCODING 'UTF8' LOCALE 'C.UTF-8';
REVOKE CONNECT, TEMPORARY ON DATABASE :"name" FROM PUBLIC;
SQL
done
psql -v ON_ERROR_STOP=1 -U postgres -d postgres -c 'REVOKE CONNECT, TEMPORARY ON DATABASE postgres, template1 FROM PUBLIC'
