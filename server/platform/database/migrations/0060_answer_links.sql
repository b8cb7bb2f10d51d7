-- Links in requests and reminders with which a reviewer answers one request without signing in. Only the hash of the token is
-- kept. A link ends with any change of the report's status, of its reviewer or of its term.
create table review_answer_links (
  token_hash text primary key,
  report_id integer not null references reports on delete cascade,
  expires_at timestamptz not null
);
create index review_answer_links_report on review_answer_links (report_id);

create function end_answer_links_of_report() returns trigger language plpgsql as $$
begin
  delete from review_answer_links where report_id = new.id;
  return null;
end $$;
create trigger reports_end_answer_links after update of status, user_id on reports
  for each row when (old.status <> new.status or old.user_id <> new.user_id)
  execute function end_answer_links_of_report();

create function end_answer_links_of_user() returns trigger language plpgsql as $$
begin
  delete from review_answer_links l using reports r where r.id = l.report_id and r.user_id = new.id;
  return null;
end $$;
create trigger users_end_answer_links
  after update of email, first_name, middle_name, last_name, suffix, password_hash, disabled, deleted_at,
    is_administration_office, is_panel, is_reviewer, is_proposer on users
  for each row when (
    (old.email, old.first_name, old.middle_name, old.last_name, old.suffix, old.password_hash, old.disabled, old.deleted_at,
      old.is_administration_office, old.is_panel, old.is_reviewer, old.is_proposer)
    is distinct from
    (new.email, new.first_name, new.middle_name, new.last_name, new.suffix, new.password_hash, new.disabled, new.deleted_at,
      new.is_administration_office, new.is_panel, new.is_reviewer, new.is_proposer))
  execute function end_answer_links_of_user();

create function end_answer_links_of_term() returns trigger language plpgsql as $$
begin
  delete from review_answer_links l using reports r, proposals p
    where r.id = l.report_id and p.id = r.proposal_id and p.term_id = new.id;
  return null;
end $$;
create trigger terms_end_answer_links after update on terms
  for each row when (old.* is distinct from new.*)
  execute function end_answer_links_of_term();

-- A conflict of interest stated through such a link: it keeps its reviewer from reviewing the proposal, and becomes a conflict
-- when the reviewer confirms it signed in.
alter table reports
  add column conflict_stated boolean not null default false,
  add constraint only_a_report_declined_for_a_conflict_states_one
    check (not conflict_stated or coalesce(decline_reason = 'conflict', false));
