-- The address at which calendar programs read a person's deadlines without signing in. Only the hash of its token is kept.
create table calendar_addresses (
  user_id integer primary key references users on delete cascade,
  token_hash text not null unique,
  created_at timestamptz not null,
  last_read_at timestamptz,
  -- What it held when it was last read: {"uid": [hash of the entry, SEQUENCE, when it changed], …}, the hash of the whole
  -- and when that changed.
  entries jsonb not null default '{}',
  content_hash text not null default '',
  changed_at timestamptz
);
