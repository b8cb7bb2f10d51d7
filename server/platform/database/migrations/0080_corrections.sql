-- What a correction of a result takes back and adds; both happen when it is released.
alter table results
  add column removes integer[] not null default '{}',
  add column adds integer[] not null default '{}',
  add constraint only_a_correction_changes_samples
    check (edition > 1 or (cardinality(removes) = 0 and cardinality(adds) = 0));

-- What a released correction adds is confirmed in a disabled term too.
create function is_corrected(proposal integer, sample integer) returns boolean language sql stable as $$
  select exists (
    select from results r
    where r.proposal_id = proposal and sample = any(r.adds) and r.released_at is not null and r.superseded_at is null)
$$;
create or replace function refuse_written_assignments() returns trigger language plpgsql as $$
declare wrong record;
begin
  perform from proposals where id in (select proposal_id from written) order by id for share;
  perform from terms where id in (
    select p.term_id from written w join proposals p on p.id = w.proposal_id) order by id for share;
  select p.id, p.status, p.term_id into wrong
    from written w join proposals p on p.id = w.proposal_id join terms t on t.id = p.term_id
    where p.status <> 2 or (t.disabled and not is_corrected(w.proposal_id, w.sample_id)) limit 1;
  if wrong.status <> 2 then
    raise 'Proposal % is not submitted: no sample can be assigned to it.', wrong.id using errcode = 'check_violation';
  elsif wrong.id is not null then
    raise 'AO% is disabled: its assignments stay as they are.', wrong.term_id using errcode = 'check_violation';
  end if;
  return null;
end $$;
create or replace function refuse_changed_assignments() returns trigger language plpgsql as $$
declare wrong record;
begin
  perform from proposals where id in (select proposal_id from written) order by id for share;
  perform from terms where id in (
    select p.term_id from written w join proposals p on p.id = w.proposal_id) order by id for share;
  select p.id, p.status, p.term_id into wrong
    from written w join proposals p on p.id = w.proposal_id join terms t on t.id = p.term_id
    where (p.status <> 2 or (t.disabled and not is_corrected(w.proposal_id, w.sample_id))) and not exists (
      select from before b where b.id = w.id and to_jsonb(b) - 'ended_at' - 'ended_as' = to_jsonb(w) - 'ended_at' - 'ended_as') limit 1;
  if wrong.status <> 2 then
    raise 'Proposal % is not submitted: no sample can be assigned to it.', wrong.id using errcode = 'check_violation';
  elsif wrong.id is not null then
    raise 'AO% is disabled: its assignments stay as they are.', wrong.term_id using errcode = 'check_violation';
  end if;
  return null;
end $$;
