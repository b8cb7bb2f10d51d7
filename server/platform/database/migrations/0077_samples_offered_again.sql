-- A sample can be promised again when it came back and is offered again ('returned'), or when its proposer declined it
-- ('freed'). The confirmation has ended and stays on record.
alter table assignments
  add column ended_at timestamptz,
  add column ended_as text,
  add constraint only_a_confirmation_ends check (ended_at is null or status = 1),
  add constraint an_end_has_a_time check ((ended_at is null) = (ended_as is null)),
  add constraint a_confirmation_ends_as_something check (ended_as in ('returned', 'freed'));
drop index assignments_confirmed_once;
create unique index assignments_confirmed_once on assignments (sample_id) where status = 1 and ended_at is null;

-- That a confirmation has ended is written in a disabled term too: samples come back long after their call.
create function refuse_changed_assignments() returns trigger language plpgsql as $$
declare wrong record;
begin
  perform from proposals where id in (select proposal_id from written) order by id for share;
  perform from terms where id in (
    select p.term_id from written w join proposals p on p.id = w.proposal_id) order by id for share;
  select p.id, p.status, p.term_id into wrong
    from written w join proposals p on p.id = w.proposal_id join terms t on t.id = p.term_id
    where (p.status <> 2 or t.disabled) and not exists (
      select from before b where b.id = w.id and to_jsonb(b) - 'ended_at' - 'ended_as' = to_jsonb(w) - 'ended_at' - 'ended_as') limit 1;
  if wrong.status <> 2 then
    raise 'Proposal % is not submitted: no sample can be assigned to it.', wrong.id using errcode = 'check_violation';
  elsif wrong.id is not null then
    raise 'AO% is disabled: its assignments stay as they are.', wrong.term_id using errcode = 'check_violation';
  end if;
  return null;
end $$;
drop trigger assignments_changed on assignments;
create trigger assignments_changed after update on assignments
  referencing old table as before new table as written
  for each statement execute function refuse_changed_assignments();

-- A submission can be cancelled when all that was confirmed for it has been freed.
create or replace function refuse_assigned_proposal() returns trigger language plpgsql as $$
declare held smallint;
begin
  select max(status) into held from assignments where proposal_id = new.id and ended_as is distinct from 'freed';
  if held is null then
    return null;
  elsif new.term_id <> old.term_id then
    raise 'Proposal % has samples assigned: it stays in its term.', new.id using errcode = 'check_violation';
  elsif held = 1 then
    raise 'Proposal % has a confirmed sample: its submission can not be cancelled.', new.id
      using errcode = 'check_violation';
  end if;
  raise 'Proposal % has samples assigned: its submission is cancelled once they are taken away.', new.id
    using errcode = 'check_violation';
end $$;

-- 'weight' is what is left now; this is what there was before anything was taken.
alter table samples
  add column initial_weight double precision,
  add constraint sample_initial_weight_is_finite check (initial_weight >= 0 and initial_weight < 'infinity');
update samples set initial_weight = weight;
