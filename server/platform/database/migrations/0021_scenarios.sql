-- A set of ticks that somebody keeps under a name, to be compared and perhaps taken over: advice, no assignment.
create table scenarios (
  id integer generated always as identity primary key,
  -- The grid: 1 particle and aggregate, 2 gas, 3 previously allocated, 4 contact pad.
  grid smallint not null check (grid between 1 and 4),
  term_id integer not null references terms,
  name text not null check (name <> ''),
  note text not null default '',
  made_by integer not null references users,
  created_at timestamptz not null default now(),
  version integer not null default 1,
  updated_by integer references users,
  updated_at timestamptz not null default now()
);
create unique index scenarios_name on scenarios (term_id, grid, lower(name));

create table scenario_items (
  scenario_id integer not null references scenarios on delete cascade,
  sample_id integer not null references samples,
  proposal_id integer not null references proposals,
  -- The request that a person chose the sample to answer, by its priority; null: the one it fits best.
  priority smallint check (priority > 0),
  primary key (scenario_id, sample_id, proposal_id)
);
create index scenario_items_sample on scenario_items (sample_id);
create index scenario_items_proposal on scenario_items (proposal_id);
