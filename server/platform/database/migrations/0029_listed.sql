-- Everybody on a proposal as the list of people finds and sorts them: the proposer and the collaborators, 100,000 rows in
-- time, whose names stand in two tables and whose term in a third. No index reaches over tables, and a generated column
-- looks at its own row alone: the row is kept by triggers, in the transaction that changes what it is made of. With its
-- proposal or collaborator it goes, and it follows the proposal's term, by its keys.
drop index proposals_term;
alter table proposals add constraint proposals_term unique (term_id, id);

create table people (
  id integer generated always as identity primary key,
  term_id integer not null,
  proposal_id integer not null,
  collaborator_id integer unique references proposal_collaborators on delete cascade,
  -- 0 is the proposer, then come the collaborators in their order.
  position smallint not null,
  folded_last_name text not null,
  folded_name text not null,
  folded_email text not null,
  folded_affiliation text not null,
  foreign key (term_id, proposal_id) references proposals (term_id, id) on update cascade on delete cascade,
  check ((collaborator_id is null) = (position = 0))
);

create function keep_collaborators() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' then
    delete from people where collaborator_id in (select id from written);
  end if;
  insert into people (term_id, proposal_id, collaborator_id, position,
      folded_last_name, folded_name, folded_email, folded_affiliation)
    select p.term_id, p.id, c.id, c.position + 1, c.folded_last_name, c.folded_name, c.folded_email, c.folded_affiliation
    from written c join proposals p on p.id = c.proposal_id;
  return null;
end $$;
create trigger collaborators_added after insert on proposal_collaborators referencing new table as written
  for each statement execute function keep_collaborators();
create trigger collaborators_changed after update on proposal_collaborators referencing new table as written
  for each statement execute function keep_collaborators();

-- Nobody renames the proposer meanwhile: a name that another transaction is changing is waited for.
create function keep_proposer() returns trigger language plpgsql as $$
begin
  perform from users where id = new.user_id for share;
  delete from people where proposal_id = new.id and position = 0;
  insert into people (term_id, proposal_id, position, folded_last_name, folded_name, folded_email, folded_affiliation)
    select new.term_id, new.id, 0, u.folded_last_name, u.folded_name, u.folded_email, u.folded_affiliation
    from users u where u.id = new.user_id;
  return null;
end $$;
create trigger proposals_keep_proposer after insert or update of user_id on proposals
  for each row execute function keep_proposer();

create function keep_proposer_name() returns trigger language plpgsql as $$
begin
  update people n set folded_last_name = new.folded_last_name, folded_name = new.folded_name,
      folded_email = new.folded_email, folded_affiliation = new.folded_affiliation
    from proposals p where p.user_id = new.id and n.proposal_id = p.id and n.position = 0;
  return null;
end $$;
create trigger users_keep_proposer_name
  after update of first_name, middle_name, last_name, suffix, email, affiliation on users
  for each row execute function keep_proposer_name();

insert into people (term_id, proposal_id, collaborator_id, position,
    folded_last_name, folded_name, folded_email, folded_affiliation)
  select p.term_id, p.id, null, 0, u.folded_last_name, u.folded_name, u.folded_email, u.folded_affiliation
    from proposals p join users u on u.id = p.user_id
  union all
  select p.term_id, p.id, c.id, c.position + 1,
      c.folded_last_name, c.folded_name, c.folded_email, c.folded_affiliation
    from proposals p join proposal_collaborators c on c.proposal_id = p.id
  order by 2, 4;

-- Each order of the list, to be walked without a look at the rows; the first is its own.
create index people_own_order on people (folded_last_name, proposal_id, position) include (id);
create index people_email on people (folded_email, folded_last_name, proposal_id, position) include (id);
create index people_affiliation on people (folded_affiliation, folded_last_name, proposal_id, position) include (id);
create index people_term on people (term_id, folded_last_name, proposal_id, position) include (id);
create index people_proposal on people (proposal_id, folded_last_name, position) include (id);
create index people_position on people (position, folded_last_name, proposal_id) include (id);
create index people_search on people using gin
  (folded_name gin_trgm_ops, folded_email gin_trgm_ops, folded_affiliation gin_trgm_ops);

create index applicants_last_name on applicants (folded_last_name);
create index applicants_email on applicants (folded_email);
create index applicants_affiliation on applicants (folded_affiliation);
create index applicants_title on applicants (folded_proposal_title);
create index proposal_collaborators_last_name on proposal_collaborators (folded_last_name);

-- Mails by what stands in any of their addresses, by the proposals they speak of, and by their state.
create function fold_all(texts text[]) returns text language sql immutable parallel safe strict
  return fold(array_to_string(texts, ' '));
alter table mails
  add column folded_addresses text not null generated always as (fold_all(recipients || bcc)) stored;
create index mails_in_addresses on mails using gin (folded_addresses gin_trgm_ops);
create index mails_proposals on mails using gin (proposal_ids);
create index mails_state on mails (state, created_at desc, id desc);

-- The audit log by action, by kind of object and by day.
create index audit_entries_action on audit_entries (action, at desc, id desc);
create index audit_entries_kind on audit_entries (object_type, at desc, id desc);

-- How many entries are sealed up to a seal. They are never changed: nobody counts them again.
alter table audit_seals disable trigger audit_seals_stay;
alter table audit_seals add column total integer;
update audit_seals s set total = t.total
  from (select number, sum(cardinality(ids)) over (order by number) as total from audit_seals) t where t.number = s.number;
alter table audit_seals alter column total set not null;
alter table audit_seals enable trigger audit_seals_stay;

-- What a search finds first begins with its text: a walk along the beginnings, in any collation.
create index users_name_begins on users (folded_name text_pattern_ops);
create index users_email_begins on users (folded_email text_pattern_ops);
create index applicants_name_begins on applicants (folded_name text_pattern_ops);
create index applicants_email_begins on applicants (folded_email text_pattern_ops);
create index proposal_collaborators_name_begins on proposal_collaborators (folded_name text_pattern_ops);
create index proposal_collaborators_email_begins on proposal_collaborators (folded_email text_pattern_ops);
