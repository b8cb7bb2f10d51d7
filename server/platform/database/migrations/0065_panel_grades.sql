-- A panel member's own grade of and notes on a proposal, before the panel meets. Nobody else sees the grade until its owner
-- shares it; the notes are never shared.
create table panel_grades (
  proposal_id integer not null references proposals on delete cascade,
  user_id integer not null references users on delete cascade,
  grade numeric(3, 2) check (grade between 0 and 5),
  notes text not null default '',
  shared_at timestamptz,
  saved_at timestamptz not null,
  version integer not null default 1,
  primary key (proposal_id, user_id),
  constraint shared_grade_is_given check (shared_at is null or grade is not null)
);
create index panel_grades_user on panel_grades (user_id);
