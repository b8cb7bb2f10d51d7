-- Backups that `npm run admin -- backup` took of this database, and attempts that failed. A restore empties the table.
create table backups (
  id integer generated always as identity primary key,
  -- The moment that the archive holds; of a failed attempt, when it failed.
  made_at timestamptz not null,
  -- Path of the archive, or of what would have become one.
  file text not null,
  bytes bigint,
  -- Files that rows refer to and that the store did not have.
  missing_files integer not null default 0,
  -- When the whole archive was read back and found to be as it was written.
  checked_at timestamptz,
  -- When `--keep` removed it.
  removed_at timestamptz,
  -- Why the attempt failed.
  failure text,
  constraint backup_has_a_size_or_a_failure check ((bytes is null) = (failure is not null)),
  constraint failed_backup_has_no_archive check (failure is null or (checked_at is null and removed_at is null))
);
create index backups_newest on backups (made_at desc);
