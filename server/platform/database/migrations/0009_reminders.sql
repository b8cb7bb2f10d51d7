-- The UTC days of which the reminders by themselves are done, so that none leaves twice.
create table reminder_days (
  term_id integer not null references terms,
  day date not null,
  primary key (term_id, day)
);
