-- Custody: the pieces of samples and what happens to them. Events are only ever added; what a piece is now (its amounts, its
-- state, whose hands it is in) is kept by triggers and can be written in no other way.
-- Amounts are whole micrograms ('ug') or, of gas, millipascals at the bottle's fixed volume ('mpa').
create table pieces (
  id integer generated always as identity primary key,
  -- In links and QR codes: random, so that it tells nobody how many pieces there are.
  address text not null,
  db_type smallint not null,
  name text not null,
  folded_name text not null generated always as (fold(name)) stored,
  -- The row of the catalogue that it is or is offered as.
  sample_id integer references samples,
  parent_id integer references pieces,
  root_id integer not null references pieces,
  form text not null,
  unit text not null,
  volume_ul bigint,
  -- In the vault.
  place text not null default '',
  initial bigint not null default 0,
  present bigint not null default 0,
  consumed bigint not null default 0,
  lost bigint not null default 0,
  -- Found when it was weighed, signed.
  difference bigint not null default 0,
  split_out bigint not null default 0,
  -- 'void': nothing has happened to it, or all that happened was countered.
  state text not null default 'void',
  holder_kind text not null default 'none',
  holder_user_id integer references users,
  holder_name text not null default '',
  loan_id integer,
  last_event integer not null default 0,
  constraint piece_address_once unique (address),
  constraint piece_name_once unique (db_type, name),
  constraint one_piece_of_a_sample unique (sample_id),
  constraint piece_address_is_random check (address ~ '^[a-z2-9]{12}$'),
  constraint piece_asteroid_is_known check (db_type in (1, 2)),
  constraint piece_has_a_name check (name <> '' and one_line(name)),
  constraint piece_has_a_form check (form <> '' and one_line(form)),
  constraint piece_place_is_one_line check (one_line(place)),
  constraint piece_unit_is_known check (unit in ('ug', 'mpa')),
  constraint only_gas_has_a_volume check (unit = 'mpa' or volume_ul is null),
  constraint piece_volume_is_possible check (volume_ul between 1 and 1000000000),
  constraint piece_is_of_a_sample_or_of_a_piece check (sample_id is not null or parent_id is not null),
  constraint initial_amount_is_possible check (initial between 0 and 1000000000000),
  constraint nothing_less_than_nothing_is_left check (present >= 0),
  constraint consumed_is_not_negative check (consumed >= 0),
  constraint lost_is_not_negative check (lost >= 0),
  constraint split_out_is_not_negative check (split_out >= 0),
  constraint amounts_of_a_piece_balance
    check (present = initial - consumed - lost + difference - split_out),
  constraint gas_is_never_split check (unit = 'ug' or (parent_id is null and split_out = 0)),
  constraint piece_state_is_known check (state in ('in_curation', 'packed', 'dispatched', 'received', 'in_use', 'split',
    'sent_back', 'returned', 'on_offer', 'consumed', 'lost', 'void')),
  constraint piece_has_the_holder_of_its_state check (case holder_kind
    when 'curation' then state in ('in_curation', 'packed', 'returned', 'on_offer')
    when 'carrier' then state in ('dispatched', 'sent_back')
    when 'borrower' then state in ('received', 'in_use')
    when 'colleague' then state in ('received', 'in_use')
    when 'none' then state in ('split', 'consumed', 'lost', 'void')
    else false end),
  constraint holder_of_a_piece_is_named
    check ((holder_kind in ('carrier', 'borrower', 'colleague')) = (holder_name <> '') and one_line(holder_name)),
  constraint only_a_person_has_an_account check (holder_user_id is null or holder_kind in ('borrower', 'colleague')),
  constraint a_piece_that_is_out_is_on_a_loan
    check (loan_id is not null or state not in ('packed', 'dispatched', 'received', 'in_use', 'sent_back')),
  constraint a_piece_in_curation_is_on_no_loan
    check (loan_id is null or state not in ('in_curation', 'on_offer', 'void')),
  -- A particle whose weight the catalogue does not know is in curation until it is weighed.
  constraint a_particle_that_is_used_has_mass
    check (unit = 'mpa' or present <> 0 or state in ('in_curation', 'split', 'consumed', 'lost', 'void')),
  constraint nothing_is_left_of_what_is_gone check (present = 0 or state not in ('consumed', 'lost', 'void')),
  constraint a_void_piece_has_no_amounts check (state <> 'void'
    or (initial = 0 and consumed = 0 and lost = 0 and difference = 0 and split_out = 0))
);
create index pieces_parent on pieces (parent_id);
create index pieces_root on pieces (root_id);
create index pieces_holder on pieces (holder_user_id);
create index pieces_loan on pieces (loan_id);
create index pieces_state on pieces (state, id);

create table custody_events (
  id integer generated always as identity primary key,
  piece_id integer not null references pieces,
  -- From 1 for each piece; given by the trigger.
  number integer not null,
  kind text not null,
  loan_id integer,
  at timestamptz not null,
  -- Null from the command line. The name stays as it was.
  by_user_id integer references users,
  by_name text not null,
  second_user_id integer references users,
  second_name text,
  d_initial bigint not null default 0,
  d_present bigint not null default 0,
  d_consumed bigint not null default 0,
  d_lost bigint not null default 0,
  d_difference bigint not null default 0,
  d_split bigint not null default 0,
  -- After the event. Where the statement leaves them out the trigger fills them in.
  state text not null,
  holder_kind text not null,
  holder_user_id integer references users,
  holder_name text not null,
  -- It changed the state or the holder.
  moved boolean not null default false,
  counters_event_id integer references custody_events,
  reason text not null default '',
  details jsonb not null default '{}',
  constraint custody_event_number_once unique (piece_id, number),
  constraint custody_event_is_countered_once unique (counters_event_id),
  constraint custody_event_kind_is_known check (kind in ('enter', 'weigh', 'loss', 'consume', 'split', 'split_from', 'pack',
    'unpack', 'dispatch', 'receive', 'use', 'move', 'hand_over', 'send_back', 'return', 'offer', 'take_off_offer',
    'write_off', 'counter')),
  constraint custody_event_names_who_did_it check (by_name <> '' and one_line(by_name)),
  constraint second_person_is_named check ((second_user_id is null) = (second_name is null) and second_name <> ''),
  constraint second_person_is_another check (second_user_id <> by_user_id),
  constraint a_write_off_has_two_persons
    check (kind <> 'write_off' or (by_user_id is not null and second_user_id is not null)),
  constraint amounts_of_an_event_balance
    check (d_present = d_initial - d_consumed - d_lost + d_difference - d_split),
  constraint an_event_changes_only_its_own_amount check (case
    when kind = 'counter' then true
    when kind in ('enter', 'split_from') then
      d_initial = d_present and d_consumed = 0 and d_lost = 0 and d_difference = 0 and d_split = 0
    when kind = 'weigh' then d_difference = d_present
    when kind in ('loss', 'write_off') then d_lost = -d_present and d_difference = 0
    when kind = 'consume' then d_consumed = -d_present and d_difference = 0
    when kind = 'split' then d_split = -d_present and d_difference = 0
    else d_present = 0 and d_difference = 0 end
    and (kind in ('enter', 'split_from', 'counter') or d_initial = 0)
    and (kind in ('loss', 'write_off', 'counter') or d_lost = 0)
    and (kind in ('consume', 'counter') or d_consumed = 0)
    and (kind in ('split', 'counter') or d_split = 0)),
  constraint an_amount_taken_is_positive check (case kind
    when 'loss' then d_lost > 0
    when 'consume' then d_consumed > 0
    when 'split' then d_split > 0
    when 'split_from' then d_initial > 0
    when 'enter' then d_initial >= 0
    when 'write_off' then d_lost >= 0
    else true end),
  constraint a_counter_event_names_its_event check ((kind = 'counter') = (counters_event_id is not null)),
  constraint corrections_and_write_offs_have_a_reason check (kind not in ('counter', 'write_off') or trim(reason) <> ''),
  constraint custody_event_details_are_an_object check (jsonb_typeof(details) = 'object')
);
create index custody_events_loan on custody_events (loan_id);
create index custody_events_at on custody_events (at, id);
create index custody_events_by on custody_events (by_user_id);
create index custody_events_second on custody_events (second_user_id);
create index custody_events_holder on custody_events (holder_user_id);

create function refuse_custody(name text, message text) returns void language plpgsql as $$
begin
  raise '%', message using errcode = 'check_violation', constraint = name;
end $$;

-- What the audit log holds of an event, whole.
create function custody_record(e custody_events) returns jsonb language sql stable parallel safe
  return to_jsonb(e) || jsonb_build_object('at', to_char(e.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'));

-- The state after an event of a piece in `state` that leaves `present`; null where it cannot be. Not for splits from a
-- parent and counter-events. domain/custody/status.ts has the same; a test holds both together.
create function custody_state_after(kind text, state text, unit text, present bigint) returns text
  language sql immutable parallel safe return case
    when kind = 'enter' and state = 'void' then 'in_curation'
    when kind = 'weigh' and state in ('in_curation', 'packed', 'received', 'in_use', 'sent_back', 'returned', 'on_offer', 'split')
      then state
    when kind = 'loss' and state in ('in_curation', 'received', 'in_use', 'sent_back', 'returned', 'on_offer', 'split') then state
    when kind = 'consume' and state in ('in_curation', 'in_use', 'returned', 'split') then
      case when present = 0 and (unit = 'ug' or state <> 'in_use') and state <> 'split' then 'consumed' else state end
    when kind = 'split' and state in ('in_curation', 'in_use', 'returned') and unit = 'ug' then 'split'
    when kind = 'pack' and state in ('in_curation', 'returned', 'on_offer') then 'packed'
    when kind = 'unpack' and state = 'packed' then 'in_curation'
    when kind = 'dispatch' and state = 'packed' then 'dispatched'
    when kind = 'receive' and state = 'dispatched' then 'received'
    when kind = 'use' and state = 'received' then 'in_use'
    when kind = 'move' and state = 'in_use' then 'in_use'
    when kind = 'hand_over' and state in ('received', 'in_use') then state
    when kind = 'send_back' and state in ('received', 'in_use') then 'sent_back'
    when kind = 'return' and state in ('dispatched', 'received', 'in_use', 'sent_back') then
      case when present = 0 and unit = 'mpa' then 'consumed' else 'returned' end
    when kind = 'offer' and state in ('in_curation', 'returned') then 'on_offer'
    when kind = 'take_off_offer' and state = 'on_offer' then 'in_curation'
    when kind = 'write_off' and state in ('in_curation', 'packed', 'dispatched', 'received', 'in_use', 'sent_back', 'returned',
      'on_offer') then 'lost'
  end;

create function begin_piece() returns trigger language plpgsql as $$
declare parent pieces;
begin
  if (new.initial, new.present, new.consumed, new.lost, new.difference, new.split_out, new.last_event) <> (0, 0, 0, 0, 0, 0, 0)
    or (new.state, new.holder_kind) <> ('void', 'none') or new.loan_id is not null then
    perform refuse_custody('a_piece_begins_without_events',
      format('Piece %s begins empty: its first event says what it is.', new.name));
  end if;
  if new.sample_id is not null and not exists (select from samples s where s.id = new.sample_id
    and s.db_type = new.db_type and (s.sample_type = 2) = (new.unit = 'mpa')) then
    perform refuse_custody('a_piece_is_of_the_kind_of_its_sample',
      format('Piece %s is of the asteroid and kind of its sample.', new.name));
  end if;
  if new.parent_id is null then
    new.root_id := new.id;
    return new;
  end if;
  select * into parent from pieces where id = new.parent_id for update;
  new.root_id := parent.root_id;
  if parent.unit = 'mpa' then
    perform refuse_custody('gas_is_never_split', format('Gas is drawn down, never split: %s has no parts.', parent.name));
  elsif (new.db_type, new.unit) <> (parent.db_type, parent.unit) then
    perform refuse_custody('a_part_is_of_the_kind_of_its_parent',
      format('%s is of the same asteroid and unit as %s.', new.name, parent.name));
  elsif new.name !~ '-[0-9]{2,3}$' or regexp_replace(new.name, '-[0-9]+$', '') <> parent.name then
    perform refuse_custody('a_part_has_the_name_of_its_parent',
      format('A part of %s has its name and two digits, not %s.', parent.name, new.name));
  end if;
  return new;
end $$;
create trigger pieces_begin before insert on pieces for each row execute function begin_piece();

-- Only the trigger below writes what is kept: it runs inside another trigger, a statement does not.
create function refuse_written_piece() returns trigger language plpgsql as $$
begin
  if (new.id, new.address, new.db_type, new.name, new.parent_id, new.root_id, new.unit, new.volume_ul)
    is distinct from (old.id, old.address, old.db_type, old.name, old.parent_id, old.root_id, old.unit, old.volume_ul)
    or (old.sample_id is not null and new.sample_id is distinct from old.sample_id) then
    perform refuse_custody('a_piece_stays_what_it_is', format('Piece %s keeps its name, parent, sample and unit.', old.name));
  end if;
  if pg_trigger_depth() = 1 and
    (new.initial, new.present, new.consumed, new.lost, new.difference, new.split_out, new.state, new.holder_kind,
      new.holder_user_id, new.holder_name, new.loan_id, new.last_event)
    is distinct from (old.initial, old.present, old.consumed, old.lost, old.difference, old.split_out, old.state,
      old.holder_kind, old.holder_user_id, old.holder_name, old.loan_id, old.last_event) then
    perform refuse_custody('a_piece_follows_from_its_events',
      format('What piece %s holds and who has it follow from its events.', old.name));
  end if;
  return new;
end $$;
create trigger pieces_follow before update on pieces for each row execute function refuse_written_piece();

create function refuse_removed_custody() returns trigger language plpgsql as $$
begin
  perform refuse_custody(tg_name, case tg_table_name
    when 'pieces' then 'Pieces stay on record.'
    else 'Custody events are only ever added: a mistake is put right by a counter-event.' end);
  return null;
end $$;
create trigger pieces_stay before delete or truncate on pieces
  for each statement execute function refuse_removed_custody();
create trigger custody_events_stay before update or delete or truncate on custody_events
  for each statement execute function refuse_removed_custody();

create function check_custody_event() returns trigger language plpgsql as $$
declare
  piece pieces;
  target custody_events;
  before custody_events;
  next_state text;
  next_kind text;
  next_user integer;
  next_name text;
begin
  select * into piece from pieces where id = new.piece_id for update;
  if piece.id is null then
    return new; -- The foreign key refuses it.
  end if;
  if coalesce(new.number, piece.last_event + 1) <> piece.last_event + 1 then
    perform refuse_custody('custody_events_follow_one_another',
      format('The next event of %s is number %s.', piece.name, piece.last_event + 1));
  end if;
  new.number := piece.last_event + 1;

  if new.kind = 'counter' then
    select * into target from custody_events where id = new.counters_event_id;
    if target.id is null or target.piece_id <> new.piece_id then
      perform refuse_custody('a_counter_event_is_of_the_same_piece',
        format('A counter-event of %s takes back an event of it.', piece.name));
    elsif target.kind = 'counter' then
      perform refuse_custody('a_counter_event_is_never_countered', 'A counter-event is not countered: record the event again.');
    elsif (new.d_initial, new.d_present, new.d_consumed, new.d_lost, new.d_difference, new.d_split) <> (-target.d_initial,
      -target.d_present, -target.d_consumed, -target.d_lost, -target.d_difference, -target.d_split) then
      perform refuse_custody('a_counter_event_negates_its_event', 'A counter-event takes back the whole of its event.');
    end if;
    new.loan_id := target.loan_id;
    if target.moved then
      if exists (select from custody_events e where e.piece_id = new.piece_id and e.number > target.number and e.moved
        and e.kind <> 'counter' and not exists (select from custody_events c where c.counters_event_id = e.id)) then
        perform refuse_custody('only_the_latest_move_is_countered',
          format('%s has changed state or hands since: take back the later event first.', piece.name));
      end if;
      select * into before from custody_events where piece_id = new.piece_id and number = target.number - 1;
      next_state := coalesce(before.state, 'void');
      next_kind := coalesce(before.holder_kind, 'none');
      next_user := before.holder_user_id;
      next_name := coalesce(before.holder_name, '');
      if next_state not in ('in_curation', 'on_offer', 'void') then
        new.loan_id := coalesce(before.loan_id, target.loan_id);
      end if;
    else
      next_state := piece.state;
      next_kind := piece.holder_kind;
      next_user := piece.holder_user_id;
      next_name := piece.holder_name;
      new.loan_id := piece.loan_id;
    end if;
  elsif new.kind = 'split_from' then
    if piece.parent_id is null or piece.state <> 'void' then
      perform refuse_custody('only_a_new_part_is_split_from_its_parent',
        format('%s is not a new part of another piece.', piece.name));
    end if;
    perform from pieces where id = piece.parent_id for update;
    select e.* into target from custody_events e where e.piece_id = piece.parent_id and e.kind = 'split'
      and not exists (select from custody_events c where c.counters_event_id = e.id);
    if target.id is null then
      perform refuse_custody('a_part_follows_the_split_of_its_parent',
        format('%s begins with a split of the piece that it is from.', piece.name));
    end if;
    select * into before from custody_events where piece_id = piece.parent_id and number = target.number - 1;
    if before.state = 'in_use' then
      next_state := 'in_use';
      next_kind := before.holder_kind;
      next_user := before.holder_user_id;
      next_name := before.holder_name;
      new.loan_id := target.loan_id;
    else
      next_state := 'in_curation';
      next_kind := 'curation';
      next_name := '';
      new.loan_id := null;
    end if;
  else
    if new.kind = 'enter' and piece.parent_id is not null then
      perform refuse_custody('only_a_sample_is_entered', format('%s is a part of another piece, not a sample.', piece.name));
    end if;
    next_state := custody_state_after(new.kind, piece.state, piece.unit, piece.present + new.d_present);
    if next_state is null then
      perform refuse_custody('custody_event_fits_the_state', format('%s is %s: the event "%s" cannot be.', piece.name,
        replace(piece.state, '_', ' '), replace(new.kind, '_', ' ')));
    elsif new.kind = 'write_off' and new.d_lost <> piece.present then
      perform refuse_custody('a_write_off_is_of_all_that_is_left', format('All that is left of %s is written off.', piece.name));
    elsif new.kind in ('loss', 'weigh') and new.d_present < 0 and piece.present + new.d_present = 0
      and piece.unit = 'ug' and next_state <> 'split' then
      perform refuse_custody('a_particle_that_is_used_has_mass',
        format('Nothing would be left of %s: that is a write-off.', piece.name));
    end if;
    if new.kind = 'pack' then
      if new.loan_id is null then
        perform refuse_custody('a_piece_that_is_out_is_on_a_loan', format('%s is packed for a loan.', piece.name));
      end if;
    elsif new.kind in ('enter', 'offer', 'take_off_offer') then
      new.loan_id := null;
    else
      if new.loan_id is distinct from piece.loan_id and new.loan_id is not null then
        perform refuse_custody('a_custody_event_is_of_the_present_loan', format('%s is not on that loan.', piece.name));
      end if;
      new.loan_id := piece.loan_id;
    end if;
    if next_state in ('split', 'consumed', 'lost', 'void') then
      next_kind := 'none';
      next_name := '';
    elsif next_state in ('in_curation', 'packed', 'returned', 'on_offer') then
      next_kind := 'curation';
      next_name := '';
    elsif new.kind in ('dispatch', 'send_back', 'receive', 'move', 'hand_over') then
      next_kind := new.holder_kind;
      next_user := new.holder_user_id;
      next_name := new.holder_name;
      if next_kind is null or next_kind = 'none' or next_kind = 'curation'
        or (new.kind in ('receive', 'hand_over') and next_kind <> 'borrower')
        or (new.kind in ('dispatch', 'send_back') and next_kind <> 'carrier')
        or (new.kind = 'move' and next_kind = 'carrier') then
        perform refuse_custody('custody_event_names_the_next_holder',
          format('The event "%s" names who has %s afterwards.', replace(new.kind, '_', ' '), piece.name));
      end if;
    else
      next_kind := piece.holder_kind;
      next_user := piece.holder_user_id;
      next_name := piece.holder_name;
    end if;
  end if;

  if new.state is distinct from next_state and new.state is not null then
    perform refuse_custody('custody_event_leads_to_its_state', format('After the event "%s" %s is %s, not %s.',
      replace(new.kind, '_', ' '), piece.name, replace(next_state, '_', ' '), replace(new.state, '_', ' ')));
  elsif new.holder_kind is not null
    and (new.holder_kind, new.holder_user_id, new.holder_name) is distinct from (next_kind, next_user, next_name) then
    perform refuse_custody('custody_event_leads_to_its_holder',
      format('After the event "%s" another one has %s.', replace(new.kind, '_', ' '), piece.name));
  end if;
  new.state := next_state;
  new.holder_kind := next_kind;
  new.holder_user_id := next_user;
  new.holder_name := next_name;
  new.moved := (new.state, new.holder_kind, new.holder_user_id, new.holder_name)
    is distinct from (piece.state, piece.holder_kind, piece.holder_user_id, piece.holder_name);
  return new;
end $$;
create trigger custody_events_check before insert on custody_events
  for each row execute function check_custody_event();

create function keep_piece() returns trigger language plpgsql as $$
begin
  update pieces set
    initial = initial + new.d_initial,
    present = present + new.d_present,
    consumed = consumed + new.d_consumed,
    lost = lost + new.d_lost,
    difference = difference + new.d_difference,
    split_out = split_out + new.d_split,
    state = new.state,
    holder_kind = new.holder_kind,
    holder_user_id = new.holder_user_id,
    holder_name = new.holder_name,
    loan_id = case when new.state in ('in_curation', 'on_offer', 'void') then null else new.loan_id end,
    last_event = new.number
  where id = new.piece_id;
  return null;
end $$;
create trigger custody_events_keep after insert on custody_events
  for each row execute function keep_piece();

-- At commit: the parts of a piece hold what was split from it, nothing is left of a split piece, and the audit log holds
-- every event.
create function balance_custody() returns trigger language plpgsql as $$
declare wrong record;
begin
  select p.name, p.split_out, p.present, p.state, coalesce(sum(c.initial), 0) as parts into wrong
    from pieces p left join pieces c on c.parent_id = p.id
    where p.id in (new.piece_id, (select parent_id from pieces where id = new.piece_id))
    group by p.id
    having p.split_out <> coalesce(sum(c.initial), 0) or (p.state = 'split' and p.present <> 0)
      or (p.state <> 'split' and p.split_out <> 0) limit 1;
  if wrong.split_out <> wrong.parts then
    perform refuse_custody('the_parts_hold_what_was_split',
      format('The parts of %s hold %s, and %s was split from it.', wrong.name, wrong.parts, wrong.split_out));
  elsif wrong.name is not null then
    perform refuse_custody('nothing_is_left_of_a_split_piece',
      format('%s was split, and %s would be left of it.', wrong.name, wrong.present));
  end if;
  if not exists (select from audit_entries a where a.object_type = 'piece' and a.object_id = new.piece_id
    and a.after = custody_record(new)) then
    perform refuse_custody('the_audit_log_holds_every_custody_event', 'The audit log holds every custody event.');
  end if;
  return null;
end $$;
create constraint trigger custody_events_balance after insert on custody_events
  deferrable initially deferred for each row execute function balance_custody();

create function require_custody_event() returns trigger language plpgsql as $$
begin
  if not exists (select from custody_events where piece_id = new.id) then
    perform refuse_custody('a_piece_has_a_first_event', format('Piece %s has no event.', new.name));
  end if;
  return null;
end $$;
create constraint trigger pieces_require_event after insert on pieces
  deferrable initially deferred for each row execute function require_custody_event();
