-- Items of a call's check list that nothing in the system can tell, and that a member of the office has marked as done.
create table term_checks (
  term_id integer not null references terms,
  item text not null,
  done_at timestamptz not null,
  done_by integer not null references users,
  primary key (term_id, item)
);
