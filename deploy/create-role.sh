#!/bin/sh
# The role that the shop is: it owns the shop's database and nothing else, so that a statement that should not be cannot
# leave the database (COPY ... PROGRAM is the superuser's).
set -eu
psql --set ON_ERROR_STOP=1 --set password="$SHOP_PASSWORD" --username postgres --dbname postgres <<'SQL'
create role shop login nosuperuser nocreatedb nocreaterole password :'password';
create database shop owner shop;
SQL
