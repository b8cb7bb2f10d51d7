-- What a reviewer can review, how much, and when not: kept by the reviewer or by the office.
create table reviewer_profiles (
  user_id integer primary key references users on delete cascade,
  -- In one call; null: no limit is given.
  max_reports integer,
  expertise text not null default '',
  -- When the reviewer last said that it is right: saving it by oneself does.
  confirmed_at timestamptz,
  -- When the reviewer was last asked by mail to confirm it.
  asked_at timestamptz,
  version integer not null default 1,
  saved_at timestamptz not null default now(),
  saved_by integer references users on delete set null,
  constraint reviewer_profiles_max_reports check (max_reports between 0 and 100),
  constraint reviewer_profiles_expertise_is_one_line check (one_line(expertise))
);

create table reviewer_keywords (
  user_id integer not null references reviewer_profiles on delete cascade,
  keyword_id integer not null references keywords,
  primary key (user_id, keyword_id)
);
create index reviewer_keywords_keyword on reviewer_keywords (keyword_id);

create table reviewer_methods (
  user_id integer not null references reviewer_profiles on delete cascade,
  method_id integer not null references analysis_methods,
  primary key (user_id, method_id)
);
create index reviewer_methods_method on reviewer_methods (method_id);

-- Days away, both included.
create table reviewer_absences (
  user_id integer not null references reviewer_profiles on delete cascade,
  from_day date not null,
  until_day date not null,
  primary key (user_id, from_day),
  constraint reviewer_absences_end_after_they_begin check (until_day >= from_day)
);
