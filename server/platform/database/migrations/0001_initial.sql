create extension if not exists pg_trgm;
create extension if not exists unaccent;

-- Text as it is searched: without case and accents. unaccent() is only stable, because its dictionary could be
-- replaced; ours never is, so an index may rest on it.
create function fold(text) returns text language sql immutable parallel safe strict
  return lower(public.unaccent('public.unaccent'::regdictionary, $1));

-- First, middle and last name and suffix, with single spaces between those that are there.
create function full_name(first_name text, middle_name text, last_name text, suffix text) returns text
  language sql immutable parallel safe strict
  return first_name || case when middle_name = '' then '' else ' ' || middle_name end
    || case when last_name = '' then '' else ' ' || last_name end
    || case when suffix = '' then '' else ' ' || suffix end;

create table settings (
  name text primary key,
  value text not null
);

create table terms (
  id integer primary key check (id > 0),
  noi_opens_at timestamptz not null,
  noi_closes_at timestamptz not null,
  proposals_open_at timestamptz not null,
  proposals_close_at timestamptz not null,
  reviews_due_at timestamptz not null,
  disabled boolean not null default false,
  is_current boolean not null default false
);
create unique index terms_one_current on terms (is_current) where is_current;

create table users (
  id integer generated always as identity primary key,
  first_name text not null,
  middle_name text not null default '',
  last_name text not null,
  suffix text not null default '',
  name text not null generated always as (full_name(first_name, middle_name, last_name, suffix)) stored,
  email text not null,
  affiliation text not null default '',
  password_hash text,
  -- A generated password must be changed at the first sign-in and lapses at this time.
  password_generated_until timestamptz,
  disabled boolean not null default false,
  is_administration_office boolean not null default false,
  is_panel boolean not null default false,
  is_reviewer boolean not null default false,
  is_proposer boolean not null default false,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  last_updator_id integer references users,
  last_login_at timestamptz
);
create unique index users_email on users (lower(email));
create index users_search on users using gin (fold(name) gin_trgm_ops, fold(email) gin_trgm_ops, fold(affiliation) gin_trgm_ops);
create index users_last_name on users (fold(last_name), id);

create table sessions (
  token_hash text primary key,
  user_id integer not null references users on delete cascade,
  created_at timestamptz not null default now(),
  last_seen_at timestamptz not null default now()
);
create index sessions_user on sessions (user_id);
create index sessions_last_seen on sessions (last_seen_at);

create table password_resets (
  token_hash text primary key,
  user_id integer not null references users on delete cascade,
  expires_at timestamptz not null
);
create index password_resets_user on password_resets (user_id);

-- Counters of sign-in and hourly limits, in the shape that rate-limiter-flexible keeps.
create table throttles (
  key varchar(255) primary key,
  points integer not null default 0,
  expire bigint
);

create table applicants (
  id integer generated always as identity primary key,
  term_id integer not null references terms,
  first_name text not null,
  middle_name text not null default '',
  last_name text not null,
  suffix text not null default '',
  name text not null generated always as (full_name(first_name, middle_name, last_name, suffix)) stored,
  email text not null,
  affiliation text not null,
  early_career smallint not null default 0 check (early_career between 0 and 2),
  proposal_title text not null,
  proposal_abstract text not null default '',
  status smallint not null default 0 check (status in (0, 1, 2)),
  user_id integer references users,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index applicants_newest on applicants (created_at desc, id desc);
create index applicants_term on applicants (term_id, created_at desc, id desc);
create index applicants_term_status on applicants (term_id, status);
create index applicants_term_email on applicants (term_id, lower(email));
create index applicants_term_name on applicants (term_id, fold(name));
create index applicants_search on applicants using gin
  (fold(name) gin_trgm_ops, fold(email) gin_trgm_ops, fold(affiliation) gin_trgm_ops, fold(proposal_title) gin_trgm_ops);

create table applicant_collaborators (
  id integer generated always as identity primary key,
  applicant_id integer not null references applicants on delete cascade,
  position smallint not null,
  first_name text not null,
  middle_name text not null default '',
  last_name text not null,
  suffix text not null default '',
  name text not null generated always as (full_name(first_name, middle_name, last_name, suffix)) stored,
  email text not null,
  affiliation text not null
);
create index applicant_collaborators_applicant on applicant_collaborators (applicant_id, position);
create index applicant_collaborators_search on applicant_collaborators using gin
  (fold(name) gin_trgm_ops, fold(email) gin_trgm_ops, fold(affiliation) gin_trgm_ops);

create table proposals (
  id integer generated always as identity primary key,
  term_id integer not null references terms,
  user_id integer not null references users,
  status smallint not null default 0 check (status in (0, 1, 2)),
  is_unlocked boolean not null default false,
  early_career smallint not null default 0 check (early_career between 0 and 2),
  title text not null default '',
  abstract text not null default '',
  properties text not null default '',
  post_analysis_alternation text not null default '',
  methods_to_handle_of_sample text not null default '',
  environmental_condition_other text not null default '',
  sample_description_1_1 text not null default '',
  sample_description_1_2 text not null default '',
  sample_description_2_1 text not null default '',
  sample_description_2_2 text not null default '',
  sample_description_2_3 text not null default '',
  sample_description_3_1 text not null default '',
  check_organization boolean not null default false,
  check_collaborators boolean not null default false,
  additional_notes text not null default '',
  global_score numeric(4, 2) check (global_score between 0 and 5),
  rank numeric(4, 2) check (rank between 0 and 20),
  -- The uploaded PDF: its key in the file store, its own name, its length in bytes.
  file_key text,
  original_file_name text,
  file_size integer,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  updated_by integer references users,
  submitted_at timestamptz,
  unique (user_id, term_id)
);
create index proposals_term on proposals (term_id, id);
create index proposals_search on proposals using gin (fold(title) gin_trgm_ops, fold(abstract) gin_trgm_ops);

create table proposal_collaborators (
  id integer generated always as identity primary key,
  proposal_id integer not null references proposals on delete cascade,
  position smallint not null,
  first_name text not null,
  middle_name text not null default '',
  last_name text not null,
  suffix text not null default '',
  name text not null generated always as (full_name(first_name, middle_name, last_name, suffix)) stored,
  email text not null,
  affiliation text not null
);
create index proposal_collaborators_proposal on proposal_collaborators (proposal_id, position);
create index proposal_collaborators_email on proposal_collaborators (lower(email));
create index proposal_collaborators_search on proposal_collaborators using gin
  (fold(name) gin_trgm_ops, fold(email) gin_trgm_ops, fold(affiliation) gin_trgm_ops);

create table proposal_accepted_terms (
  proposal_id integer not null references proposals on delete cascade,
  term_id integer references terms,
  other_status_id integer,
  check (num_nonnulls(term_id, other_status_id) = 1),
  unique nulls not distinct (proposal_id, term_id, other_status_id)
);

create table keywords (
  id integer generated always as identity primary key,
  name text not null,
  sort integer not null default 0,
  hidden boolean not null default false
);
create unique index keywords_name on keywords (lower(name));

create table analysis_methods (
  id integer generated always as identity primary key,
  name text not null,
  sort integer not null default 0,
  hidden boolean not null default false
);
create unique index analysis_methods_name on analysis_methods (lower(name));

create table proposal_keywords (
  id integer generated always as identity primary key,
  proposal_id integer not null references proposals on delete cascade,
  position smallint not null,
  keyword_id integer references keywords,
  keyword_other text,
  check (num_nonnulls(keyword_id, keyword_other) = 1)
);
create index proposal_keywords_proposal on proposal_keywords (proposal_id, position);
create index proposal_keywords_keyword on proposal_keywords (keyword_id);

create table proposal_methods (
  id integer generated always as identity primary key,
  proposal_id integer not null references proposals on delete cascade,
  position smallint not null,
  analysis_method_id integer references analysis_methods,
  analysis_method_other text,
  check (num_nonnulls(analysis_method_id, analysis_method_other) = 1)
);
create index proposal_methods_proposal on proposal_methods (proposal_id, position);
create index proposal_methods_method on proposal_methods (analysis_method_id);

create table proposal_conditions (
  proposal_id integer not null references proposals on delete cascade,
  environmental_condition_id integer not null,
  primary key (proposal_id, environmental_condition_id)
);

create table samples (
  id integer generated always as identity primary key,
  db_type smallint not null check (db_type in (1, 2)),
  name text not null,
  sample_type smallint not null check (sample_type between 0 and 4),
  -- Weight in mg, size in whole micrometres, pressure in Pa, volume in ml.
  weight double precision check (weight >= 0),
  size integer check (size >= 0),
  pressure double precision check (pressure >= 0),
  volume double precision check (volume >= 0),
  description text not null default '',
  chamber smallint,
  source text not null default '',
  -- A processed sample that is on offer in this call.
  flg boolean not null default false,
  unique (db_type, name)
);
create index samples_type on samples (sample_type, db_type, name);

create table requested_samples (
  id integer generated always as identity primary key,
  proposal_id integer not null references proposals on delete cascade,
  priority smallint not null,
  db_type smallint not null check (db_type in (1, 2)),
  sample_type smallint not null check (sample_type between 0 and 3),
  -- Null means Any.
  sample_id integer references samples,
  number_of_bottles smallint check (number_of_bottles between 1 and 3),
  number_of_samples smallint check (number_of_samples between 1 and 5),
  size integer check (size >= 0),
  weight double precision check (weight >= 0),
  chamber smallint,
  dish smallint,
  unique (proposal_id, priority)
);
create index requested_samples_sample on requested_samples (sample_id);

create table reports (
  id integer generated always as identity primary key,
  proposal_id integer not null references proposals on delete cascade,
  user_id integer not null references users,
  status smallint not null default 0 check (status in (0, 1, 2, 3, 9)),
  rank smallint check (rank > 0),
  science_score smallint check (science_score between 1 and 5),
  technical_score smallint check (technical_score between 1 and 5),
  science_comment_strength text not null default '',
  science_comment_weakness text not null default '',
  technical_comment_strength text not null default '',
  technical_comment_weakness text not null default '',
  -- Who of the staff saved or submitted it on the reviewer's behalf.
  on_behalf_user_id integer references users,
  requested_at timestamptz,
  submitted_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (proposal_id, user_id)
);
create index reports_user on reports (user_id, status);

create table assignments (
  id integer generated always as identity primary key,
  sample_id integer not null references samples,
  proposal_id integer not null references proposals,
  -- 0 assigned, 1 confirmed.
  status smallint not null default 0 check (status in (0, 1)),
  created_at timestamptz not null default now(),
  confirmed_at timestamptz,
  unique (sample_id, proposal_id)
);
-- A sample can be promised once only.
create unique index assignments_confirmed_once on assignments (sample_id) where status = 1;
create index assignments_proposal on assignments (proposal_id);

create table information (
  id integer generated always as identity primary key,
  title text not null,
  target smallint not null check (target between 1 and 4),
  content text not null default '',
  url text not null default '',
  date date not null,
  published boolean not null default false,
  created_at timestamptz not null default now()
);
create index information_newest on information (date desc, id desc);

create table group_mails (
  id integer generated always as identity primary key,
  title text not null,
  content text not null default '',
  bcc text not null default '',
  reply_to_address text not null default '',
  reply_to_name text not null default '',
  sender_id integer not null references users,
  transmission_status smallint not null default 0 check (transmission_status in (0, 1)),
  transmission_date timestamptz,
  disabled boolean not null default false,
  created_at timestamptz not null default now()
);

create table group_mail_destinations (
  group_mail_id integer not null references group_mails on delete cascade,
  user_id integer not null references users,
  primary key (group_mail_id, user_id)
);

-- The outbox: written in the transaction that causes a mail, sent by a worker.
create table mails (
  id integer generated always as identity primary key,
  kind text not null,
  recipients text[] not null,
  bcc text[] not null default '{}',
  reply_to text,
  subject text not null,
  body text not null,
  -- The body holds a password or a link: it is blanked once sent and never shown.
  secret boolean not null default false,
  state text not null default 'waiting' check (state in ('waiting', 'sent', 'failed')),
  tries smallint not null default 0,
  due_at timestamptz not null default now(),
  last_error text,
  group_mail_id integer references group_mails,
  created_at timestamptz not null default now(),
  sent_at timestamptz
);
create index mails_due on mails (due_at, id) where state = 'waiting';
create index mails_newest on mails (created_at desc, id desc);
create index mails_group on mails (group_mail_id);

create table downloads (
  token_hash text primary key,
  user_id integer not null references users on delete cascade,
  name text not null,
  -- Which export, with which filters.
  export text not null,
  query jsonb not null,
  expires_at timestamptz not null
);

create table audit_entries (
  id integer generated always as identity primary key,
  at timestamptz not null default now(),
  user_id integer references users,
  action text not null,
  object_type text not null,
  object_id integer,
  before jsonb,
  after jsonb
);
create index audit_entries_object on audit_entries (object_type, object_id, id desc);
create index audit_entries_newest on audit_entries (at desc, id desc);
