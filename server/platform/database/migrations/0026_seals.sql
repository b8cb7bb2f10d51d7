-- Entries of the audit log are sealed in batches, in the order of their ids. A seal keeps a digest of each entry, and its
-- own hash is over all of it and over the hash of the seal before: what is changed, taken out or slipped in afterwards
-- breaks the chain.
create table audit_seals (
  number integer primary key check (number > 0),
  first_id integer not null,
  last_id integer not null unique,
  ids integer[] not null,
  -- SHA-256 in hexadecimal digits: of each entry in the order of `ids`, and of the seal.
  digests text[] not null,
  hash text not null unique,
  made_at timestamptz not null,
  check (cardinality(ids) > 0 and cardinality(ids) = cardinality(digests)),
  check (first_id = ids[1] and last_id = ids[cardinality(ids)])
);
create trigger audit_seals_stay before update or delete or truncate on audit_seals
  for each statement execute function refuse_changed_audit();
