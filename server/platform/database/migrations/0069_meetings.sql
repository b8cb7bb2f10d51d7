-- Meetings of the panel: settings, who is there, the docket, ballots and what was agreed.
create table meetings (
  id integer generated always as identity primary key,
  term_id integer not null references terms,
  state text not null default 'prepared',
  name text not null,
  place text not null default '',
  chair_id integer not null references users,
  deputy_id integer references users,
  -- The least number of members who may vote on a proposal for its ballot to count.
  quorum smallint not null,
  minutes_each smallint not null default 10,
  -- Proposals ranked above the one line or below the other go through without discussion.
  triage_above smallint,
  triage_below smallint,
  -- The wall shows median and range of the proposal under discussion.
  wall_scores boolean not null default false,
  -- Since when the meeting pauses.
  break_since timestamptz,
  opened_at timestamptz,
  closed_at timestamptz,
  agenda_sent_at timestamptz,
  -- How often the agenda was sent: the SEQUENCE of its calendar entry.
  agenda_number smallint not null default 0,
  -- The version of the settings alone.
  version integer not null default 1,
  saved_by integer references users,
  saved_at timestamptz not null,
  constraint meeting_has_a_name check (name <> '' and one_line(name)),
  constraint meeting_place_is_one_line check (one_line(place)),
  constraint meeting_state_is_known check (state in ('prepared', 'open', 'closed')),
  constraint meeting_has_opened check (state = 'prepared' or opened_at is not null),
  constraint meeting_has_closed check ((state = 'closed') = (closed_at is not null)),
  constraint only_an_open_meeting_pauses check (break_since is null or state = 'open'),
  constraint deputy_is_another_person check (deputy_id <> chair_id),
  constraint meeting_quorum_is_possible check (quorum between 1 and 100),
  constraint meeting_minutes_are_possible check (minutes_each between 1 and 240),
  constraint triage_lines_are_ranks check (triage_above >= 0 and triage_below >= 0)
);
create unique index one_meeting_in_a_term on meetings (term_id) where state <> 'closed';
create index meetings_term on meetings (term_id);
create index meetings_chair on meetings (chair_id);
create index meetings_deputy on meetings (deputy_id);
create index meetings_saved_by on meetings (saved_by);

-- The hours of a meeting; what lies between two of a day are breaks.
create table meeting_sessions (
  meeting_id integer not null references meetings on delete cascade,
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  primary key (meeting_id, starts_at),
  constraint session_ends_later check (ends_at > starts_at)
);

-- Who is expected; without hours for the whole meeting.
create table meeting_members (
  meeting_id integer not null references meetings on delete cascade,
  user_id integer not null references users,
  primary key (meeting_id, user_id)
);
create index meeting_members_user on meeting_members (user_id);
create table meeting_member_hours (
  meeting_id integer not null,
  user_id integer not null,
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  primary key (meeting_id, user_id, starts_at),
  constraint hours_of_a_member foreign key (meeting_id, user_id) references meeting_members on delete cascade,
  constraint member_hours_end_later check (ends_at > starts_at)
);

-- Who came and left when; a row without an end is someone who is there.
create table meeting_attendance (
  id integer generated always as identity primary key,
  meeting_id integer not null references meetings on delete cascade,
  user_id integer not null references users,
  came_at timestamptz not null,
  left_at timestamptz,
  constraint attendance_ends_later check (left_at >= came_at)
);
create unique index present_once on meeting_attendance (meeting_id, user_id) where left_at is null;
create index meeting_attendance_user on meeting_attendance (user_id);

create table meeting_items (
  meeting_id integer not null references meetings on delete cascade,
  proposal_id integer not null references proposals on delete cascade,
  position integer not null,
  minutes smallint not null,
  track text not null default 'discussed',
  state text not null default 'waiting',
  -- The clock: seconds until it last stopped, and since when it runs.
  spent_seconds integer not null default 0,
  running_since timestamptz,
  started_at timestamptz,
  agreed_score numeric(3, 2),
  agreed_at timestamptz,
  agreed_by integer references users,
  -- A conflict was declared after it was agreed.
  marked_for_chair boolean not null default false,
  version integer not null default 1,
  primary key (meeting_id, proposal_id),
  constraint item_position_once unique (meeting_id, position) deferrable initially deferred,
  constraint item_minutes_are_possible check (minutes between 1 and 240),
  constraint item_track_is_known check (track in ('discussed', 'triage')),
  constraint item_state_is_known
    check (state in ('waiting', 'discussing', 'ballot', 'revealed', 'agreed', 'put_off')),
  constraint only_the_current_item_runs
    check (running_since is null or state in ('discussing', 'ballot', 'revealed')),
  constraint an_agreed_item_has_its_score
    check ((state = 'agreed') <= (agreed_score is not null and agreed_at is not null)),
  constraint agreed_score_is_a_score check (agreed_score between 0 and 5)
);
create unique index one_current_item on meeting_items (meeting_id)
  where state in ('discussing', 'ballot', 'revealed');
create index meeting_items_proposal on meeting_items (proposal_id);
create index meeting_items_agreed_by on meeting_items (agreed_by);

-- When someone with a conflict of interest was out.
create table meeting_outs (
  id integer generated always as identity primary key,
  meeting_id integer not null,
  proposal_id integer not null,
  user_id integer not null references users,
  left_at timestamptz not null,
  returned_at timestamptz,
  constraint outs_of_an_item foreign key (meeting_id, proposal_id) references meeting_items on delete cascade,
  constraint out_ends_later check (returned_at >= left_at)
);
create unique index out_once on meeting_outs (meeting_id, user_id) where returned_at is null;
create index meeting_outs_item on meeting_outs (meeting_id, proposal_id);
create index meeting_outs_user on meeting_outs (user_id);

create table meeting_ballots (
  id integer generated always as identity primary key,
  meeting_id integer not null,
  proposal_id integer not null,
  number smallint not null,
  opened_at timestamptz not null,
  opened_by integer not null references users,
  revealed_at timestamptz,
  -- Who closed it before every grade was given.
  closed_by integer references users,
  -- Put off before it was revealed: its grades are never shown.
  cancelled_at timestamptz,
  constraint ballots_of_an_item foreign key (meeting_id, proposal_id) references meeting_items on delete cascade,
  constraint a_ballot_ends_once check (revealed_at is null or cancelled_at is null),
  constraint ballot_number_once unique (meeting_id, proposal_id, number)
);
create unique index one_open_ballot on meeting_ballots (meeting_id)
  where revealed_at is null and cancelled_at is null;
create index meeting_ballots_proposal on meeting_ballots (proposal_id);
create index meeting_ballots_opened_by on meeting_ballots (opened_by);
create index meeting_ballots_closed_by on meeting_ballots (closed_by);

create table meeting_grades (
  ballot_id integer not null references meeting_ballots on delete cascade,
  user_id integer not null references users,
  grade numeric(3, 2) not null,
  given_at timestamptz not null,
  -- A conflict was declared after it was given.
  voided_at timestamptz,
  primary key (ballot_id, user_id),
  constraint grade_is_a_score check (grade between 0 and 5)
);
create index meeting_grades_user on meeting_grades (user_id);
