-- The result of a proposal: what its proposer is told of the allocation. A correction is a new edition; earlier ones stay.
create table results (
  proposal_id integer not null references proposals on delete cascade,
  edition smallint not null,
  state text not null default 'drafted',
  outcome text not null,
  -- Of its PDF.
  heading text not null,
  -- The panel's words for the proposer.
  text text not null default '',
  -- What a correction corrects, for the proposer.
  correction text not null default '',
  -- How many requests it had, and those that are not met in full, with the reason.
  requests smallint not null,
  unmet jsonb not null default '[]',
  -- Findings in the text when it was last saved that nobody has allowed.
  findings smallint not null default 0,
  -- Counts the saves of a draft.
  version integer not null default 1,
  drafted_by integer references users,
  drafted_at timestamptz not null,
  -- Who wrote it last: where two persons are required, another one checks it.
  saved_by integer references users,
  saved_at timestamptz not null,
  checked_by integer references users,
  checked_at timestamptz,
  released_by integer references users,
  released_at timestamptz,
  read_at timestamptz,
  -- The last day to answer; null where there is nothing to accept.
  answer_by date,
  answered_at timestamptz,
  answered_by integer references users,
  answered_on_behalf boolean not null default false,
  noted_by integer references users,
  noted_at timestamptz,
  -- A correction has replaced it.
  superseded_at timestamptz,
  primary key (proposal_id, edition),
  constraint editions_of_a_result_count_from_one check (edition > 0),
  constraint result_state_is_known
    check (state in ('drafted', 'checked', 'released', 'read', 'answered', 'noted')),
  constraint result_outcome_is_known check (outcome in ('granted', 'part', 'not')),
  constraint a_correction_says_what_it_corrects check ((edition > 1) = (correction <> '')),
  constraint a_result_has_no_negative_counts check (requests >= 0 and findings >= 0),
  constraint a_checked_result_has_a_time check ((state = 'drafted') <= (checked_at is null)),
  constraint a_result_with_a_finding_stays_a_draft check (state = 'drafted' or findings = 0),
  constraint a_released_result_has_a_time check ((state in ('drafted', 'checked')) = (released_at is null)),
  constraint only_a_released_result_is_read check (read_at is null or released_at is not null),
  constraint a_read_result_has_a_time check ((state = 'read') <= (read_at is not null)),
  constraint an_answered_result_has_a_time check ((state in ('answered', 'noted')) <= (answered_at is not null)),
  constraint only_a_released_result_is_answered check (answered_at is null or released_at is not null),
  constraint a_noted_result_has_a_time check ((state = 'noted') = (noted_at is not null)),
  constraint only_a_released_result_is_superseded check (superseded_at is null or released_at is not null)
);
-- At most one is being prepared, and at most one counts.
create unique index one_draft_of_a_result on results (proposal_id) where released_at is null;
create unique index one_present_result on results (proposal_id) where released_at is not null and superseded_at is null;
create index results_drafted_by on results (drafted_by);
create index results_saved_by on results (saved_by);
create index results_checked_by on results (checked_by);
create index results_released_by on results (released_by);
create index results_answered_by on results (answered_by);
create index results_noted_by on results (noted_by);

-- The samples of a result as they were when it was written, and what its proposer answered.
create table result_samples (
  proposal_id integer not null,
  edition smallint not null,
  sample_id integer not null references samples,
  name text not null,
  db_type smallint not null,
  sample_type smallint not null,
  weight double precision,
  size integer,
  pressure double precision,
  volume double precision,
  accepted boolean,
  primary key (proposal_id, edition, sample_id),
  constraint samples_of_a_result foreign key (proposal_id, edition) references results on delete cascade
);
create index result_samples_sample on result_samples (sample_id);

-- Findings that may go out, and why. They are known by kind and words, so that they hold while the words stay.
create table result_allowances (
  proposal_id integer not null references proposals on delete cascade,
  fingerprint text not null,
  reason text not null,
  allowed_by integer references users,
  allowed_at timestamptz not null,
  primary key (proposal_id, fingerprint),
  constraint an_allowed_finding_has_a_reason check (reason <> '')
);
create index result_allowances_allowed_by on result_allowances (allowed_by);

-- Reminders to answer; those of a day before the end are sent once.
create table result_reminders (
  id integer generated always as identity primary key,
  proposal_id integer not null,
  edition smallint not null,
  -- Days before the end; null for one that the office sent.
  days_before smallint,
  sent_at timestamptz not null,
  constraint reminders_of_a_result foreign key (proposal_id, edition) references results on delete cascade,
  constraint reminded_once_a_day unique (proposal_id, edition, days_before)
);
