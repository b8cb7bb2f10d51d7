-- Acts of users that wait until the time to undo them is over, or until the time they are set for, and how they ended.
create table kept_acts (
  id integer generated always as identity primary key,
  -- Carried out as this user, with the rights that the user has then.
  user_id integer not null references users,
  -- Area and name of the endpoint in the contract, and the parameters, query and body as they were sent.
  area text not null,
  endpoint text not null,
  input jsonb not null,
  -- What it does, by name.
  description text not null,
  -- Set for a time by the office; otherwise it waits to be undone.
  scheduled boolean not null default false,
  state text not null default 'waiting' check (state in ('waiting', 'done', 'refused', 'held')),
  -- How it ended: what was done, why it was refused, or why it is held.
  outcome text,
  tries integer not null default 0,
  created_at timestamptz not null,
  due_at timestamptz not null,
  ended_at timestamptz,
  constraint only_a_waiting_act_has_no_outcome check ((state = 'waiting') = (outcome is null)),
  constraint an_act_ends_with_its_outcome check ((outcome is null) = (ended_at is null))
);
create index kept_acts_due on kept_acts (due_at) where state = 'waiting';
create index kept_acts_by_user on kept_acts (user_id);

-- What an act does to which objects, as its audit entries will say; nothing waits for the same twice. An act is hidden
-- from whoever has a conflict of interest with one of the proposals.
create table kept_act_objects (
  act_id integer not null references kept_acts on delete cascade,
  action text not null,
  object_id integer not null,
  proposal_id integer,
  waiting boolean not null default true,
  primary key (act_id, action, object_id)
);
create unique index nothing_waits_twice on kept_act_objects (action, object_id) where waiting;
create index kept_act_objects_by_proposal on kept_act_objects (proposal_id);
