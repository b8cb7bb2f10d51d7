-- When the confirmation of an assignment was cancelled last, while it is not confirmed anew.
alter table assignments add column cancelled_at timestamptz,
  add check (cancelled_at is null or status = 0);
update assignments a set cancelled_at = e.at from (
  select (one ->> 'sample_id')::integer as sample_id, (one ->> 'proposal_id')::integer as proposal_id, max(at) as at
  from audit_entries, jsonb_array_elements(after -> 'returned') as one
  where action = 'allocation.cancel_confirm'
  group by 1, 2) e
  where a.status = 0 and a.sample_id = e.sample_id and a.proposal_id = e.proposal_id and a.created_at < e.at;
