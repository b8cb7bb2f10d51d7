-- Tokens with which scripts of the office use the API, stored as hashes.
create table api_tokens (
  id integer primary key generated always as identity,
  user_id integer not null references users on delete cascade,
  name text not null check (name <> ''),
  token_hash text not null unique,
  -- The last characters of the token, by which its owner recognises it.
  ending text not null,
  scopes text[] not null check (cardinality(scopes) > 0),
  created_at timestamptz not null,
  expires_at timestamptz not null check (expires_at > created_at),
  last_used_at timestamptz,
  revoked_at timestamptz,
  -- Null: not by a person.
  revoked_by integer references users on delete set null,
  revoked_why text check (revoked_why in ('revoked', 'access_ended', 'restored')),
  constraint revoked_for_a_reason check ((revoked_at is null) = (revoked_why is null))
);
create index api_tokens_user on api_tokens (user_id);
create index api_tokens_revoked_by on api_tokens (revoked_by);

-- A file that a token asked for is for that token alone; null: for the user's sessions.
alter table downloads add column api_token_id integer references api_tokens on delete cascade;
create index downloads_api_token on downloads (api_token_id);
