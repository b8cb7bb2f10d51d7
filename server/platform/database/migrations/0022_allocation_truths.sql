-- What can never be of samples, requests and assignments, whoever writes: the net behind the rules of the services.
-- Figures: no weight, pressure or volume is infinite or not a number (which sorts above infinity).
update samples set weight = null where weight >= 'infinity';
update samples set pressure = null where pressure >= 'infinity';
update samples set volume = null where volume >= 'infinity';
update requested_samples set weight = null where weight >= 'infinity';
alter table samples
  add constraint sample_weight_is_finite check (weight < 'infinity'),
  add constraint sample_pressure_is_finite check (pressure < 'infinity'),
  add constraint sample_volume_is_finite check (volume < 'infinity');
alter table requested_samples
  add constraint requested_weight_is_finite check (weight < 'infinity');

-- The types that an asteroid has samples of, and those of them that can be asked for. A test holds both against the
-- domain's lists. No version of the product let others in.
alter table samples
  add constraint asteroid_has_samples_of_the_type check (db_type = 2 or sample_type <> 4);
alter table requested_samples
  add constraint asteroid_offers_the_type check (db_type = 1 or sample_type in (0, 1));

-- A named sample is of the asteroid and type of its row, now and whatever becomes of the sample. Where an import came
-- between, the row follows its sample; where such a sample can not be asked for, the row is for any.
update requested_samples r set db_type = s.db_type, sample_type = s.sample_type from samples s
  where s.id = r.sample_id and (s.db_type, s.sample_type) <> (r.db_type, r.sample_type)
    and s.sample_type < 4 and (s.db_type = 1 or s.sample_type in (0, 1));
update requested_samples r set sample_id = null from samples s
  where s.id = r.sample_id and (s.db_type, s.sample_type) <> (r.db_type, r.sample_type);
alter table samples add constraint samples_as_named unique (id, db_type, sample_type);
alter table requested_samples
  drop constraint requested_samples_sample_id_fkey,
  add constraint named_sample_is_of_the_asteroid_and_type_of_its_row
    foreign key (sample_id, db_type, sample_type) references samples (id, db_type, sample_type);

-- The request that a person chose a sample to answer is one of its proposal; when it goes, the choice goes.
update assignments a set priority = null where priority is not null and not exists (
  select from requested_samples r where r.proposal_id = a.proposal_id and r.priority = a.priority);
alter table assignments add constraint chosen_request_is_one_of_the_proposal
  foreign key (proposal_id, priority) references requested_samples (proposal_id, priority)
  on delete set null (priority);

-- Samples are assigned to submitted proposals of open terms. What a term held when it was disabled stays as it was.
create function refuse_written_assignments() returns trigger language plpgsql as $$
declare wrong record;
begin
  perform from proposals where id in (select proposal_id from written) order by id for share;
  perform from terms where id in (
    select p.term_id from written w join proposals p on p.id = w.proposal_id) order by id for share;
  select p.id, p.status, p.term_id into wrong
    from written w join proposals p on p.id = w.proposal_id join terms t on t.id = p.term_id
    where p.status <> 2 or t.disabled limit 1;
  if wrong.status <> 2 then
    raise 'Proposal % is not submitted: no sample can be assigned to it.', wrong.id using errcode = 'check_violation';
  elsif wrong.id is not null then
    raise 'AO% is disabled: its assignments stay as they are.', wrong.term_id using errcode = 'check_violation';
  end if;
  return null;
end $$;
create trigger assignments_added after insert on assignments referencing new table as written
  for each statement execute function refuse_written_assignments();
create trigger assignments_changed after update on assignments referencing new table as written
  for each statement execute function refuse_written_assignments();

create function refuse_removed_assignments() returns trigger language plpgsql as $$
declare wrong record;
begin
  perform from terms where id in (
    select p.term_id from removed r join proposals p on p.id = r.proposal_id) order by id for share;
  select r.sample_id, r.proposal_id, r.status, p.term_id into wrong
    from removed r join proposals p on p.id = r.proposal_id join terms t on t.id = p.term_id
    where r.status = 1 or t.disabled limit 1;
  if wrong.status = 1 then
    raise 'Sample % is confirmed for proposal %: the confirmation is cancelled first.', wrong.sample_id, wrong.proposal_id
      using errcode = 'check_violation';
  elsif wrong.sample_id is not null then
    raise 'AO% is disabled: its assignments stay as they are.', wrong.term_id using errcode = 'check_violation';
  end if;
  return null;
end $$;
create trigger assignments_removed after delete on assignments referencing old table as removed
  for each statement execute function refuse_removed_assignments();

create function refuse_assigned_proposal() returns trigger language plpgsql as $$
declare held smallint;
begin
  select max(status) into held from assignments where proposal_id = new.id;
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
create trigger proposals_assigned after update of status, term_id on proposals
  for each row when (old.status = 2 and new.status <> 2 or old.term_id <> new.term_id)
  execute function refuse_assigned_proposal();

create function refuse_assigned_sample() returns trigger language plpgsql as $$
begin
  if exists (select from assignments where sample_id = new.id) then
    raise 'Sample % is assigned: its asteroid and its type can not be changed.', new.name
      using errcode = 'check_violation';
  end if;
  return null;
end $$;
create trigger samples_assigned after update of db_type, sample_type on samples
  for each row when ((old.db_type, old.sample_type) is distinct from (new.db_type, new.sample_type))
  execute function refuse_assigned_sample();
