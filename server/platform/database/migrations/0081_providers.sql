-- Whether a text is an ORCID iD: four groups of four, the last sign a checksum (ISO 7064, MOD 11-2).
create function is_orcid(id text) returns boolean language sql immutable strict as $$
  select id ~ '^\d{4}-\d{4}-\d{4}-\d{3}[0-9X]$' and right(id, 1) = (
    select substr('0123456789X', (12 - (sum(substr(replace(id, '-', ''), n, 1)::int * (1 << (16 - n))) % 11)::int) % 11 + 1, 1)
    from generate_series(1, 15) as n)
$$;

-- Accounts at sign-in providers that belong to users. `confirmed_at`: since when it signs its user in; null where it came
-- with a Notice and its user has not confirmed it with the password. `orcid`: the subject, where the provider is ORCID.
create table provider_identities (
  id integer generated always as identity primary key,
  user_id integer not null references users on delete cascade,
  issuer text not null check (issuer <> ''),
  subject text not null check (subject <> ''),
  name text not null default '',
  orcid text check (is_orcid(orcid) and orcid = subject),
  created_at timestamptz not null,
  confirmed_at timestamptz,
  last_used_at timestamptz,
  constraint one_identity_per_provider unique (user_id, issuer),
  constraint one_user_per_identity unique (issuer, subject)
);

-- Visits to a provider that are under way. The state and the browser's cookie are hashed; nonce and PKCE verifier follow
-- from the cookie and are stored nowhere. `session_hash`: the session that a link was asked for in.
create table pending_provider_visits (
  state_hash text primary key,
  browser_hash text not null,
  issuer text not null,
  purpose text not null check (purpose in ('sign_in', 'link', 'notice')),
  session_hash text references sessions on delete cascade,
  password_mark text,
  expires_at timestamptz not null,
  constraint links_have_a_session check ((purpose = 'link') = (session_hash is not null and password_mark is not null))
);
create index pending_provider_visits_session on pending_provider_visits (session_hash);

-- ORCID iDs with which visitors fill in a Notice, until it is sent.
create table notice_identities (
  token_hash text primary key,
  issuer text not null,
  orcid text not null check (is_orcid(orcid)),
  first_name text not null,
  last_name text not null,
  expires_at timestamptz not null
);

-- The ORCID iD that the sender of a Notice signed in with.
alter table applicants
  add column orcid text check (is_orcid(orcid)),
  add column orcid_issuer text,
  add constraint an_orcid_has_an_issuer check ((orcid is null) = (orcid_issuer is null));

-- The provider through which a sign-in that waits for its second step came.
alter table pending_sign_ins add column provider text;

-- The provider with which the session was started asserted a second factor.
alter table sessions add column second_factor_asserted boolean not null default false;
