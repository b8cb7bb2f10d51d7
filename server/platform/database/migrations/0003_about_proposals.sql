-- Entries and mails point to the proposals they speak of: who has a conflict with one must not read of its reviews.
alter table audit_entries add column proposal_id integer;
update audit_entries set proposal_id = object_id where object_type = 'proposal';
update audit_entries set proposal_id = r.proposal_id from reports r where object_type = 'report' and r.id = object_id;
create index audit_entries_proposal on audit_entries (proposal_id);
update audit_entries set action = 'user.login' where action = 'session.login';

alter table mails add column proposal_ids integer[] not null default '{}';
-- A worker takes a mail by a lease and sends it outside any transaction; whoever holds no lease may not say what became of it.
alter table mails add column lease text;
