-- Whoever was a collaborator on a version of a proposal that was submitted keeps the conflict of interest with it. Kept by
-- triggers, in the transaction that submits the version or changes a submitted one.
create table submitted_collaborators (
  proposal_id integer not null references proposals on delete cascade,
  email text not null,
  primary key (proposal_id, email),
  constraint submitted_collaborators_email_is_lower_case check (email = lower(email))
);
create index submitted_collaborators_email on submitted_collaborators (email);

create function keep_submitted_collaborators() returns trigger language plpgsql as $$
begin
  insert into submitted_collaborators (proposal_id, email)
    select distinct c.proposal_id, lower(c.email) from proposal_collaborators c where c.proposal_id = new.id
    on conflict do nothing;
  return null;
end $$;
create trigger proposals_keep_submitted_collaborators after insert or update of status on proposals
  for each row when (new.status = 2) execute function keep_submitted_collaborators();

create function keep_collaborators_of_submitted() returns trigger language plpgsql as $$
begin
  insert into submitted_collaborators (proposal_id, email)
    select distinct c.proposal_id, lower(c.email) from written c join proposals p on p.id = c.proposal_id
    where p.status = 2
    on conflict do nothing;
  return null;
end $$;
create trigger collaborators_kept_when_added after insert on proposal_collaborators referencing new table as written
  for each statement execute function keep_collaborators_of_submitted();
create trigger collaborators_kept_when_changed after update on proposal_collaborators referencing new table as written
  for each statement execute function keep_collaborators_of_submitted();

insert into submitted_collaborators (proposal_id, email)
  select distinct c.proposal_id, lower(c.email)
  from proposal_collaborators c join proposals p on p.id = c.proposal_id
  where p.status = 2 or p.submitted_at is not null;

-- Earlier versions: a list of collaborators was in force from its entry to the next one, and was submitted if the proposal
-- was at its beginning or was submitted meanwhile.
with lists as (
  select e.proposal_id, e.id, lead(e.id) over (partition by e.proposal_id order by e.id) as until,
    coalesce(e.after -> 'proposal_collaborators', e.after -> 'collaborators') as people
  from audit_entries e
  where e.action in ('proposal.open', 'proposal.save')
    and jsonb_typeof(coalesce(e.after -> 'proposal_collaborators', e.after -> 'collaborators')) = 'array'
)
insert into submitted_collaborators (proposal_id, email)
  select distinct l.proposal_id, lower(one ->> 'email')
  from lists l join proposals p on p.id = l.proposal_id cross join jsonb_array_elements(l.people) as one
  where one ->> 'email' is not null and (
    exists (select from audit_entries s where s.proposal_id = l.proposal_id and s.action = 'proposal.submit'
      and s.id > l.id and (l.until is null or s.id < l.until))
    or (select s.action from audit_entries s where s.proposal_id = l.proposal_id and s.id < l.id
      and s.action in ('proposal.submit', 'proposal.cancel') order by s.id desc limit 1) = 'proposal.submit')
  on conflict do nothing;

-- A conflict by an address that another person of the office has judged not to be one.
create table lifted_conflicts (
  id integer generated always as identity primary key,
  proposal_id integer not null references proposals on delete cascade,
  user_id integer not null references users,
  -- False for a former collaborator: being named on the proposal again is a conflict that nobody has judged.
  while_collaborator boolean not null,
  reason text not null,
  -- Null from the command line.
  lifted_by integer references users,
  lifted_at timestamptz not null,
  unique (proposal_id, user_id),
  constraint nobody_lifts_their_own_conflict check (lifted_by <> user_id)
);
create index lifted_conflicts_user on lifted_conflicts (user_id);
