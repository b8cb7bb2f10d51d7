-- Until when nobody can save; no row before it was switched on for the first time. A moment that has passed means off.
create table maintenance (
  one boolean primary key default true,
  until timestamptz not null,
  reason text not null,
  constraint maintenance_is_one check (one)
);

-- One row each time that another version of the program began to serve this database.
create table served_versions (
  id integer generated always as identity primary key,
  version text not null,
  since timestamptz not null
);

-- What the system page shows as growth: sizes in bytes, once a day.
create table daily_sizes (
  day date primary key,
  database bigint not null,
  files bigint not null,
  audit bigint not null,
  backups bigint not null
);

-- The newest result of all checks, from whichever process ran them.
create table last_checks (
  one boolean primary key default true,
  checked_at timestamptz not null,
  checks jsonb not null,
  constraint last_checks_is_one check (one)
);
