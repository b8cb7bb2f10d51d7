-- The discussion of a proposal among panel and office. An entry is never deleted: an edit keeps the earlier text, and what its
-- author withdraws stays readable.
create table discussion_entries (
  proposal_id integer not null references proposals on delete cascade,
  -- Counts within the proposal, under the proposal's lock: an id over all proposals would tell how much is written elsewhere.
  number integer not null,
  user_id integer not null references users,
  text text not null,
  written_at timestamptz not null,
  -- Of the last edit.
  edited_at timestamptz,
  withdrawn_at timestamptz,
  -- Counts edits, the withdrawal, and what is decided on its question to the reviewers.
  version integer not null default 1,
  primary key (proposal_id, number),
  constraint discussion_entry_has_a_text check (text <> ''),
  constraint discussion_entries_count_from_one check (number > 0)
);
create index discussion_entries_user on discussion_entries (user_id);

-- The texts before each edit.
create table discussion_entry_versions (
  proposal_id integer not null,
  number integer not null,
  -- The first text is 1.
  edition integer not null,
  text text not null,
  written_at timestamptz not null,
  primary key (proposal_id, number, edition),
  foreign key (proposal_id, number) references discussion_entries on delete cascade
);

-- How far someone has read a discussion, and whether they follow it.
create table discussion_readers (
  proposal_id integer not null references proposals on delete cascade,
  user_id integer not null references users on delete cascade,
  -- The last entry that was shown to them; 0 before they looked.
  seen_number integer not null default 0,
  follows boolean not null default false,
  -- The last entry that a digest has counted, or that was there when they began to follow.
  mailed_number integer not null default 0,
  primary key (proposal_id, user_id)
);
create index discussion_readers_user on discussion_readers (user_id);

-- The UTC days whose digests are sent.
create table discussion_digest_days (
  day date primary key
);

-- Entries that ask the reviewers something. The office sends the question, in its own words, or declines it.
create table reviewer_questions (
  proposal_id integer not null,
  number integer not null,
  state text not null default 'waiting',
  -- What was sent.
  words text not null default '',
  -- Why it was declined.
  reason text not null default '',
  decided_by integer references users,
  decided_at timestamptz,
  primary key (proposal_id, number),
  foreign key (proposal_id, number) references discussion_entries on delete cascade,
  constraint reviewer_question_state_is_known check (state in ('waiting', 'sent', 'declined', 'withdrawn')),
  constraint a_decided_question_has_a_time check ((state = 'waiting') = (decided_at is null)),
  constraint the_office_sends_and_declines check ((state in ('sent', 'declined')) = (decided_by is not null)),
  constraint a_sent_question_has_words check ((state = 'sent') = (words <> '')),
  constraint a_declined_question_has_a_reason check ((state = 'declined') = (reason <> ''))
);
create index reviewer_questions_waiting on reviewer_questions (proposal_id) where state = 'waiting';
create index reviewer_questions_decided_by on reviewer_questions (decided_by);

create table reviewer_question_recipients (
  proposal_id integer not null,
  number integer not null,
  user_id integer not null references users,
  primary key (proposal_id, number, user_id),
  foreign key (proposal_id, number) references reviewer_questions on delete cascade
);
create index reviewer_question_recipients_user on reviewer_question_recipients (user_id);

-- Why the panel decided so: for the proposer (the letter with the result uses it), and for the office and the panel.
create table decision_notes (
  proposal_id integer primary key references proposals on delete cascade,
  for_proposer text not null default '',
  internal text not null default '',
  version integer not null,
  saved_by integer not null references users,
  saved_at timestamptz not null
);
create index decision_notes_saved_by on decision_notes (saved_by);
