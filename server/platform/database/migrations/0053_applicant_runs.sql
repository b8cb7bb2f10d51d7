-- Decisions on many applicants at once. The server carries them out row by row, each in a transaction of its own.
create table applicant_runs (
  id integer generated always as identity primary key,
  decision text not null,
  started_by integer not null references users,
  started_at timestamptz not null,
  constraint run_decides check (decision in ('register', 'reject', 'reject_no_mail'))
);

create table applicant_run_rows (
  run_id integer not null references applicant_runs,
  -- The order in which they were selected, from 1.
  position smallint not null,
  applicant_id integer not null references applicants,
  -- That of the run, but for those that are rejected without an e-mail while the others get one.
  decision text not null,
  state text not null default 'waiting',
  -- What was done, or why it was not; '' while it waits.
  message text not null default '',
  tries smallint not null default 0,
  -- When a server last began with it.
  taken_at timestamptz,
  ended_at timestamptz,
  primary key (run_id, position),
  constraint applicant_is_once_in_a_run unique (run_id, applicant_id),
  constraint run_row_decides check (decision in ('register', 'reject', 'reject_no_mail')),
  constraint run_row_has_a_state check (state in ('waiting', 'done', 'failed')),
  constraint run_row_ends_with_a_message check (
    (state = 'waiting') = (ended_at is null) and (state = 'waiting') = (message = ''))
);
-- Of two runs that begin at once, only one has the applicant.
create unique index applicant_waits_once on applicant_run_rows (applicant_id) where state = 'waiting';
create index applicant_run_rows_waiting on applicant_run_rows (run_id, position) where state = 'waiting';
create index applicant_run_rows_newest on applicant_run_rows (applicant_id, run_id desc);
