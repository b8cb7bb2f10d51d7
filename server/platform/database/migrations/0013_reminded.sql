-- When the reviewer of a report was reminded of it last.
alter table reports add column reminded_at timestamptz;
update reports r set reminded_at = e.at
  from (select object_id, max(at) as at from audit_entries where action = 'report.remind' group by object_id) e
  where e.object_id = r.id;
