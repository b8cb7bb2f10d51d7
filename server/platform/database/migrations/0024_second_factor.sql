-- Passkeys: public keys, of no use to whoever reads them. The counter is the authenticator's own and never goes back.
create table passkeys (
  id integer generated always as identity primary key,
  user_id integer not null references users on delete cascade,
  name text not null check (name <> ''),
  credential_id text not null unique,
  public_key bytea not null,
  counter bigint not null check (counter >= 0),
  transports text[] not null default '{}',
  created_at timestamptz not null,
  last_used_at timestamptz
);
create index passkeys_user on passkeys (user_id);

-- A user's authenticator app: the secret that both sides know, and the last time step whose code was taken.
create table authenticator_apps (
  user_id integer primary key references users on delete cascade,
  secret text not null,
  last_step bigint not null,
  created_at timestamptz not null,
  last_used_at timestamptz
);

-- Recovery codes that are not used yet.
create table recovery_codes (
  user_id integer not null references users on delete cascade,
  code_hash text not null,
  primary key (user_id, code_hash)
);

-- What a user is in the middle of setting up: a passkey's challenge, or an app's secret. It goes with the session.
create table factor_setups (
  session_hash text not null references sessions on delete cascade,
  kind text not null check (kind in ('passkey', 'totp')),
  secret text not null,
  name text not null default '',
  expires_at timestamptz not null,
  primary key (session_hash, kind)
);

-- Sign-ins whose password was right and whose second factor is still to come; worth nothing once the password is another.
create table pending_sign_ins (
  token_hash text primary key,
  user_id integer not null references users on delete cascade,
  password_mark text not null,
  challenge text,
  expires_at timestamptz not null
);
create index pending_sign_ins_user on pending_sign_ins (user_id);

-- Browsers in which a user has signed in.
create table known_browsers (
  user_id integer not null references users on delete cascade,
  token_hash text not null,
  last_used_at timestamptz not null,
  primary key (user_id, token_hash)
);
