-- Inventories: what was out when one was asked, and what its holders say of it.
create table inventories (
  id integer generated always as identity primary key,
  name text not null,
  asked_at timestamptz not null,
  asked_by integer references users,
  asked_by_name text not null,
  -- The last day for answers.
  until date not null,
  -- A difference up to these is no difference: micrograms, and millipascals of a gas.
  tolerance_ug integer not null,
  tolerance_mpa integer not null,
  closed_at timestamptz,
  closed_by integer references users,
  closed_by_name text,
  constraint inventory_has_a_name check (name <> '' and one_line(name)),
  constraint inventory_ends_after_it_is_asked check (until >= (asked_at at time zone 'UTC')::date),
  constraint inventory_tolerance_is_not_negative check (tolerance_ug >= 0 and tolerance_mpa >= 0),
  constraint a_closed_inventory_says_by_whom check ((closed_at is null) = (closed_by_name is null))
);
create unique index one_open_inventory on inventories ((true)) where closed_at is null;
create unique index inventory_name_once on inventories (lower(name));
create index inventories_asked_by on inventories (asked_by);
create index inventories_closed_by on inventories (closed_by);

-- Who was asked, and how often they were reminded.
create table inventory_holders (
  inventory_id integer not null references inventories on delete cascade,
  user_id integer not null references users,
  asked_at timestamptz not null,
  reminded_at timestamptz,
  reminders integer not null default 0,
  primary key (inventory_id, user_id),
  constraint reminders_are_counted check ((reminders > 0) = (reminded_at is not null))
);
create index inventory_holders_user on inventory_holders (user_id);

create table inventory_pieces (
  id integer generated always as identity primary key,
  inventory_id integer not null references inventories on delete cascade,
  -- Null for something that is not on record.
  piece_id integer references pieces,
  -- What the holder calls it, of what was not asked for.
  what text not null default '',
  unit text not null,
  answer text,
  -- In the unit: found, and on record when it was answered; null on record: it was never lent.
  found bigint,
  on_record bigint,
  condition text not null default 'unchanged',
  remark text not null default '',
  answered_at timestamptz,
  answered_by integer references users,
  answered_by_name text,
  -- Who answered, or for whom the office did, and the loan then.
  holder_user_id integer references users,
  holder_name text not null default '',
  loan_id integer references loans,
  -- What the holder, or curation, is asked about the answer.
  question text,
  resolution text not null default '',
  resolved_at timestamptz,
  resolved_by integer references users,
  resolved_by_name text,
  -- Its state when the inventory was closed; what has become of the piece since does not change it.
  closed_as text,
  constraint inventory_answer_is_known check (answer in ('there', 'not_there', 'unlisted')),
  constraint inventory_unit_is_known check (unit in ('ug', 'mpa')),
  constraint inventory_condition_is_known check (condition in ('unchanged', 'changed', 'broken')),
  constraint inventory_question_is_known check (question in ('weigh', 'split', 'curation')),
  constraint inventory_is_about_something check (piece_id is not null or what <> ''),
  constraint only_what_was_not_asked_for_is_named check ((answer is not distinct from 'unlisted') = (what <> '')),
  constraint inventory_name_is_one_line check (one_line(what) and one_line(holder_name)),
  constraint inventory_closes_as_something
    check (closed_as in ('not_answered', 'on_its_way', 'not_held', 'resolved')),
  constraint what_is_there_was_measured
    check (answer is distinct from 'there' or (found is not null and on_record is not null)),
  constraint what_was_found_is_not_negative check (found >= 0),
  constraint what_is_not_there_says_why check (answer is distinct from 'not_there' or remark <> ''),
  constraint an_answer_has_a_time check (num_nonnulls(answer, answered_at, answered_by_name) in (0, 3)),
  constraint a_resolution_has_a_time
    check ((resolution <> '') = (resolved_at is not null) and (resolved_at is null) = (resolved_by_name is null)),
  constraint only_an_answer_is_resolved check (resolved_at is null or answer is not null),
  constraint only_an_answer_is_questioned check (question is null or (answer is not null and resolved_at is null))
);
create unique index inventory_piece_once on inventory_pieces (inventory_id, piece_id)
  where answer is distinct from 'unlisted';
create index inventory_pieces_inventory on inventory_pieces (inventory_id);
create index inventory_pieces_piece on inventory_pieces (piece_id);
create index inventory_pieces_answered_by on inventory_pieces (answered_by);
create index inventory_pieces_holder on inventory_pieces (holder_user_id);
create index inventory_pieces_loan on inventory_pieces (loan_id);
create index inventory_pieces_resolved_by on inventory_pieces (resolved_by);

-- A closed inventory stays as it is.
create function refuse_closed_inventory() returns trigger language plpgsql as $$
begin
  if exists (select from inventories where id = coalesce(new.inventory_id, old.inventory_id) and closed_at is not null) then
    raise 'A closed inventory stays as it is.'
      using errcode = 'check_violation', constraint = 'a_closed_inventory_stays', table = 'inventory_pieces';
  end if;
  return coalesce(new, old);
end $$;
create trigger a_closed_inventory_stays before insert or update or delete on inventory_pieces
  for each row execute function refuse_closed_inventory();

-- The parts of a piece that is split while an inventory is open are asked for in its place.
create function ask_for_parts() returns trigger language plpgsql as $$
begin
  insert into inventory_pieces (inventory_id, piece_id, unit)
    select i.id, new.id, new.unit from inventories i join inventory_pieces e on e.inventory_id = i.id
    where i.closed_at is null and e.piece_id = new.parent_id and e.answer is distinct from 'unlisted'
    on conflict do nothing;
  return null;
end $$;
create trigger parts_are_asked_for after insert on pieces
  for each row when (new.parent_id is not null) execute function ask_for_parts();

-- Publications, and the pieces that they are about. The office confirms each piece of each.
create table publications (
  id integer generated always as identity primary key,
  doi text not null,
  title text not null,
  folded_title text not null generated always as (fold(title)) stored,
  year smallint not null,
  added_at timestamptz not null,
  added_by integer references users,
  added_by_name text not null,
  constraint publication_doi_once unique (doi),
  constraint publication_doi_is_a_doi check (doi ~ '^10\.[0-9]{4,9}(\.[0-9]+)*/[^[:space:]"<>{}\\]+$' and doi = lower(doi)),
  constraint publication_has_a_title check (title <> '' and one_line(title)),
  constraint publication_year_is_possible check (year between 2010 and 2200)
);
create index publications_added_by on publications (added_by);

create table publication_pieces (
  publication_id integer not null references publications on delete cascade,
  piece_id integer not null references pieces,
  -- Of which loan it was; null for a piece that was never lent.
  loan_id integer references loans,
  added_by integer references users,
  confirmed_at timestamptz,
  confirmed_by integer references users,
  confirmed_by_name text,
  primary key (publication_id, piece_id),
  constraint a_confirmed_publication_says_by_whom check ((confirmed_at is null) = (confirmed_by_name is null))
);
create index publication_pieces_piece on publication_pieces (piece_id);
create index publication_pieces_loan on publication_pieces (loan_id);
create index publication_pieces_added_by on publication_pieces (added_by);
create index publication_pieces_confirmed_by on publication_pieces (confirmed_by);
