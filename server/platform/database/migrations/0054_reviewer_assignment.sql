-- The limits that the office has set for assigning the reviewers of a term; a term without a row has the defaults.
create table reviewer_assignment_limits (
  term_id integer primary key references terms,
  per_proposal_on boolean not null,
  per_proposal smallint not null,
  per_reviewer_on boolean not null,
  per_reviewer smallint not null,
  one_per_organisation boolean not null,
  knows_method boolean not null,
  version integer not null default 1,
  saved_by integer references users on delete set null,
  saved_at timestamptz not null,
  constraint reviewer_assignment_limits_per_proposal check (per_proposal between 1 and 10),
  constraint reviewer_assignment_limits_per_reviewer check (per_reviewer between 1 and 100)
);

-- Reviewers whom the office wants, or does not want, for a proposal, whatever a suggestion would choose.
create table reviewer_assignment_marks (
  proposal_id integer not null references proposals on delete cascade,
  user_id integer not null references users on delete cascade,
  mark text not null,
  -- Fixed although a possible conflict of interest has not been judged.
  acknowledged boolean not null default false,
  primary key (proposal_id, user_id),
  constraint reviewer_assignment_mark_is_known check (mark in ('fixed', 'forbidden')),
  constraint only_a_fixed_reviewer_is_acknowledged check (mark = 'fixed' or not acknowledged)
);
create index reviewer_assignment_marks_user on reviewer_assignment_marks (user_id);
