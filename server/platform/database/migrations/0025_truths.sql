-- What can never be of terms, users, reports, assignments, addresses, headers and files, whoever writes: the net behind
-- the rules of the services. What an older version could have left is mended first; what none could would stop here.

-- A term's days come in their order. What may be open, null, is in order with everything.
alter table terms
  add constraint notices_close_after_they_open check (noi_closes_at > noi_opens_at),
  add constraint proposals_open_with_or_after_notices check (proposals_open_at >= noi_opens_at),
  add constraint proposals_close_after_they_open check (proposals_close_at > proposals_open_at),
  add constraint proposals_close_with_or_after_notices check (proposals_close_at >= noi_closes_at),
  add constraint reviews_are_due_once_proposals_are_closed check (reviews_due_at >= proposals_close_at),
  add constraint panel_meets_once_reviews_are_due check (panel_meets_at >= reviews_due_at),
  add constraint allocation_is_due_once_the_panel_met check (allocation_due_at >= panel_meets_at),
  add constraint allocation_is_due_once_reviews_are check (allocation_due_at >= reviews_due_at);

-- Of terms one is current: at most one by an index since the first migration, at least one by this.
create function require_current_term() returns trigger language plpgsql as $$
begin
  if exists (select from terms) and not exists (select from terms where is_current) then
    raise 'No term is the current one.' using errcode = 'check_violation', constraint = 'one_term_is_current';
  end if;
  return null;
end $$;
create constraint trigger one_term_is_current after insert or update of is_current or delete on terms
  deferrable initially deferred for each row execute function require_current_term();

-- Once there is an active administrator there always is one. Two who leave at once are looked at one after the other.
create function require_administrator() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and new.is_administration_office and not new.disabled then
    return null;
  end if;
  perform pg_advisory_xact_lock(hashtextextended('active administrator', 0));
  if not exists (select from users where is_administration_office and not disabled) then
    raise 'User % is the last active administrator.', old.id
      using errcode = 'check_violation', constraint = 'an_administrator_is_active';
  end if;
  return null;
end $$;
create constraint trigger an_administrator_is_active
  after update of is_administration_office, disabled or delete on users deferrable initially deferred
  for each row when (old.is_administration_office and not old.disabled) execute function require_administrator();

-- A report is submitted exactly when it has a time, and then both scores.
update reports set submitted_at = updated_at where status = 3 and submitted_at is null;
update reports set submitted_at = null where status <> 3 and submitted_at is not null;
alter table reports
  add constraint report_is_submitted_at_a_time check ((status = 3) = (submitted_at is not null)),
  add constraint submitted_report_has_both_scores
    check (status <> 3 or num_nonnulls(science_score, technical_score) = 2);

-- A reviewer's ranks of a term differ, at the end of each transaction: on the way they may meet. Equal ones come apart in
-- the order in which they were made, as the lists have shown them.
with ranked as (
  select r.id, r.rank, count(*) over same > 1 as meets, r.user_id, p.term_id
  from reports r join proposals p on p.id = r.proposal_id where r.status in (2, 3) and r.rank is not null
  window same as (partition by r.user_id, p.term_id, r.rank)),
apart as (
  select id, row_number() over (partition by user_id, term_id order by rank, id) as rank from ranked
  where (user_id, term_id) in (select user_id, term_id from ranked where meets))
update reports r set rank = apart.rank from apart where apart.id = r.id;
create function require_different_ranks() returns trigger language plpgsql as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('ranks', new.user_id));
  if exists (
    select from reports r join proposals p on p.id = r.proposal_id
    join reports o on o.user_id = r.user_id and o.id <> r.id and o.rank = r.rank and o.status in (2, 3)
    join proposals q on q.id = o.proposal_id and q.term_id = p.term_id
    where r.id = new.id and r.status in (2, 3)) then
    raise 'User % has given rank % twice.', new.user_id, new.rank
      using errcode = 'unique_violation', constraint = 'ranks_of_a_reviewer_differ', table = 'reports';
  end if;
  return null;
end $$;
create constraint trigger ranks_of_a_reviewer_differ after insert or update of rank, status, user_id, proposal_id on reports
  deferrable initially deferred for each row when (new.rank is not null) execute function require_different_ranks();

-- An assignment is confirmed exactly when it has a time. Terms that are closed are mended too.
alter table assignments disable trigger assignments_changed;
update assignments set confirmed_at = created_at where status = 1 and confirmed_at is null;
update assignments set confirmed_at = null where status = 0 and confirmed_at is not null;
alter table assignments enable trigger assignments_changed;
alter table assignments
  add constraint assignment_is_confirmed_at_a_time check ((status = 1) = (confirmed_at is not null));

-- What stands in the head of a mail is one line; an address has no blank in it.
create function one_line(text) returns boolean language sql immutable parallel safe
  return $1 !~ U&'[\000A-\000D\0085\2028\2029]';
create function no_blank(text) returns boolean language sql immutable parallel safe
  return $1 !~ U&'[[:space:]\0085\2028\2029]';
create function no_blank_in_any(text[]) returns boolean language sql immutable parallel safe
  return (select coalesce(bool_and(no_blank(one)), true) from unnest($1) as one);
create function in_one_line(text) returns text language sql immutable parallel safe
  return trim(regexp_replace($1, U&'[\000A-\000D\0085\2028\2029]+', ' ', 'g'));

update users set first_name = in_one_line(first_name), middle_name = in_one_line(middle_name),
  last_name = in_one_line(last_name), suffix = in_one_line(suffix) where not one_line(name);
update applicants set first_name = in_one_line(first_name), middle_name = in_one_line(middle_name),
  last_name = in_one_line(last_name), suffix = in_one_line(suffix) where not one_line(name);
update applicants set proposal_title = in_one_line(proposal_title) where not one_line(proposal_title);
update applicant_collaborators set first_name = in_one_line(first_name), middle_name = in_one_line(middle_name),
  last_name = in_one_line(last_name), suffix = in_one_line(suffix) where not one_line(name);
update proposal_collaborators set first_name = in_one_line(first_name), middle_name = in_one_line(middle_name),
  last_name = in_one_line(last_name), suffix = in_one_line(suffix) where not one_line(name);
update proposals set title = in_one_line(title) where not one_line(title);
update group_mails set title = in_one_line(title), reply_to_name = in_one_line(reply_to_name)
  where not one_line(title || reply_to_name);
update mails set subject = in_one_line(subject) where not one_line(subject);
update settings set value = in_one_line(value) where name = 'mail_sender' and not one_line(value);

alter table users
  add constraint users_name_is_one_line check (one_line(name)),
  add constraint users_email_has_no_blank check (no_blank(email));
alter table user_addresses add constraint user_addresses_email_has_no_blank check (no_blank(email));
alter table email_changes add constraint email_changes_email_has_no_blank check (no_blank(email));
alter table applicants
  add constraint applicants_name_is_one_line check (one_line(name)),
  add constraint applicants_title_is_one_line check (one_line(proposal_title)),
  add constraint applicants_email_has_no_blank check (no_blank(email));
alter table applicant_collaborators
  add constraint applicant_collaborators_name_is_one_line check (one_line(name)),
  add constraint applicant_collaborators_email_has_no_blank check (no_blank(email));
alter table proposals add constraint proposals_title_is_one_line check (one_line(title));
alter table proposal_collaborators
  add constraint proposal_collaborators_name_is_one_line check (one_line(name)),
  add constraint proposal_collaborators_email_has_no_blank check (no_blank(email));
alter table group_mails
  add constraint group_mails_title_is_one_line check (one_line(title)),
  add constraint group_mails_reply_to_name_is_one_line check (one_line(reply_to_name)),
  add constraint group_mails_reply_to_has_no_blank check (no_blank(reply_to_address)),
  add constraint group_mails_bcc_is_addresses
    check (one_line(bcc) and no_blank_in_any(regexp_split_to_array(bcc, ', *')));
alter table mails
  add constraint mails_subject_is_one_line check (one_line(subject)),
  add constraint mails_reply_to_is_one_line check (one_line(reply_to)),
  add constraint mails_addresses_have_no_blank check (no_blank_in_any(recipients || bcc));

-- Addresses of the web: those of announcements are held since 0006.
update settings set value = '' where name in ('ryugu_db_url', 'bennu_db_url', 'top_url')
  and value <> '' and value !~* '^https?://[^[:space:]/]' and not (name = 'top_url' and value ~ '^/([^/\\]|$)');
alter table settings
  add constraint settings_url_is_of_the_web check (
    name not in ('ryugu_db_url', 'bennu_db_url', 'top_url') or value = '' or value ~* '^https?://[^[:space:]/]'
    or name = 'top_url' and value ~ '^/([^/\\]|$)'),
  add constraint settings_sender_is_one_line check (name <> 'mail_sender' or one_line(value));

-- A proposal has a file with its key, its name and its size, or none of them.
update proposals set original_file_name = null, file_size = null where file_key is null;
alter table proposals
  add constraint proposals_file_is_whole
    check (num_nonnulls(file_key, original_file_name, file_size) in (0, 3)),
  add constraint proposals_file_is_not_empty check (file_size > 0);

-- A proposal goes only without reviews and declared conflicts: neither goes with it.
alter table reports
  drop constraint reports_proposal_id_fkey,
  add constraint reports_proposal_id_fkey foreign key (proposal_id) references proposals on delete restrict;
alter table conflicts
  drop constraint conflicts_proposal_id_fkey,
  add constraint conflicts_proposal_id_fkey foreign key (proposal_id) references proposals on delete restrict;

-- Entries of the audit log are added and never changed. They keep the id of a user who is gone; it is never given again.
alter table audit_entries drop constraint audit_entries_user_id_fkey;
create function refuse_changed_audit() returns trigger language plpgsql as $$
begin
  raise 'Entries of the audit log are added and never changed.'
    using errcode = 'check_violation', constraint = tg_name, table = tg_table_name;
end $$;
create trigger audit_entries_stay before update or delete or truncate on audit_entries
  for each statement execute function refuse_changed_audit();
