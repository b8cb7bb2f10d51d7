-- What a proposer submitted, as it was: kept when a proposal is submitted, and when a submitted one is saved.
create table submitted_versions (
  id integer generated always as identity primary key,
  proposal_id integer not null references proposals on delete cascade,
  submitted_at timestamptz not null,
  -- The proposal as it is read for its PDF, with the office's questions of that day.
  content jsonb not null,
  guidance jsonb not null,
  -- The attached PDF; several versions may share one.
  file_key text,
  constraint submitted_versions_content_is_an_object
    check (jsonb_typeof(content) = 'object' and jsonb_typeof(guidance) = 'object')
);
create index submitted_versions_proposal on submitted_versions (proposal_id, id);
create index submitted_versions_file on submitted_versions (file_key);

-- Withdrawals of submissions: taken back by the proposer at once, or asked of the office.
create table withdrawals (
  id integer generated always as identity primary key,
  proposal_id integer not null references proposals on delete cascade,
  reason text not null,
  asked_at timestamptz not null,
  decided_at timestamptz,
  -- Null where no decision was needed.
  decided_by integer references users,
  granted boolean,
  -- What the office says to a refusal.
  answer text not null default '',
  constraint a_decided_withdrawal_has_a_decision check ((decided_at is null) = (granted is null)),
  constraint only_a_decided_withdrawal_has_a_decider check (decided_by is null or decided_at is not null)
);
create index withdrawals_proposal on withdrawals (proposal_id, id);
create unique index one_open_withdrawal on withdrawals (proposal_id) where decided_at is null;

-- Whether collaborators with an account may read the proposal.
alter table proposals add column collaborators_may_read boolean not null default false;
