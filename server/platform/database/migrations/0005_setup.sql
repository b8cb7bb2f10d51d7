-- Two more days of a call; both may be open. And what two people may write at once carries a version.
alter table terms
  add column panel_meets_at timestamptz,
  add column allocation_due_at timestamptz,
  add column version integer not null default 1,
  add column updated_at timestamptz not null default now(),
  add column updated_by integer references users;

alter table keywords
  add column version integer not null default 1,
  add column updated_at timestamptz not null default now(),
  add column updated_by integer references users;
create index proposal_keywords_other on proposal_keywords (lower(keyword_other));

alter table analysis_methods
  add column version integer not null default 1,
  add column updated_at timestamptz not null default now(),
  add column updated_by integer references users;
create index proposal_methods_other on proposal_methods (lower(analysis_method_other));

-- The settings are one record: who saved them last, and when. Without its row they were never saved.
create table settings_saves (
  one boolean primary key default true check (one),
  version integer not null,
  updated_at timestamptz not null,
  updated_by integer references users
);
