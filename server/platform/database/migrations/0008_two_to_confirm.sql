-- Where the office asks for two: who proposes to confirm a pair, and who confirms it. Never the same person.
alter table assignments
  add column proposed_by integer references users,
  add column proposed_at timestamptz,
  add column confirmed_by integer references users,
  add check ((proposed_by is null) = (proposed_at is null)),
  add check (confirmed_by is null or status = 1),
  add check (proposed_by <> confirmed_by);

-- Who confirmed what is confirmed already stands in the audit log.
update assignments a set confirmed_by = e.user_id from (
  select distinct on (sample_id, proposal_id) (one ->> 'sample_id')::integer as sample_id,
    (one ->> 'proposal_id')::integer as proposal_id, user_id
  from audit_entries, jsonb_array_elements(after -> 'confirmed') as one
  where action = 'allocation.confirm'
  order by sample_id, proposal_id, id desc) e
  where a.status = 1 and a.sample_id = e.sample_id and a.proposal_id = e.proposal_id;
