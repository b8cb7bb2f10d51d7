-- Write-offs of pieces in the vault: one person proposes, another confirms. Those of pieces that are out belong to their loan.
create table piece_write_offs (
  piece_id integer not null references pieces,
  number integer not null,
  reason text not null,
  proposed_at timestamptz not null,
  proposed_by_id integer not null references users,
  proposed_by text not null,
  confirmed_at timestamptz,
  confirmed_by_id integer references users,
  confirmed_by text not null default '',
  withdrawn_at timestamptz,
  withdrawn_by_id integer references users,
  withdrawn_by text not null default '',
  withdrawn_reason text not null default '',
  primary key (piece_id, number),
  constraint a_piece_write_off_has_a_reason check (trim(reason) <> ''),
  constraint a_piece_write_off_says_by_whom check (proposed_by <> '' and one_line(proposed_by)),
  constraint a_piece_write_off_needs_two_persons check (confirmed_by_id <> proposed_by_id),
  constraint a_confirmed_piece_write_off_says_by_whom
    check ((confirmed_at is null) = (confirmed_by_id is null) and (confirmed_at is null) = (confirmed_by = '')),
  constraint a_withdrawn_piece_write_off_says_why check ((withdrawn_at is null) = (withdrawn_by_id is null)
    and (withdrawn_at is null) = (withdrawn_by = '') and (withdrawn_at is null) = (trim(withdrawn_reason) = '')),
  constraint a_piece_write_off_ends_once check (confirmed_at is null or withdrawn_at is null)
);
create unique index one_open_piece_write_off on piece_write_offs (piece_id)
  where confirmed_at is null and withdrawn_at is null;
create index piece_write_offs_proposed_by on piece_write_offs (proposed_by_id);
create index piece_write_offs_confirmed_by on piece_write_offs (confirmed_by_id);
create index piece_write_offs_withdrawn_by on piece_write_offs (withdrawn_by_id);

-- A piece has one open write-off, in the vault or on a loan; the lock on the piece makes two that begin at once meet.
create function check_piece_write_off() returns trigger language plpgsql as $$
declare piece pieces;
begin
  select * into piece from pieces where id = new.piece_id for update;
  if new.confirmed_at is not null or new.withdrawn_at is not null then
    perform refuse_custody('a_write_off_begins_open', format('A write-off of %s is proposed before it ends.', piece.name));
  elsif piece.state not in ('in_curation', 'returned', 'on_offer') then
    perform refuse_custody('a_piece_in_the_vault_is_written_off_here',
      format('%s is %s: only a piece in the vault is written off without its loan.', piece.name, replace(piece.state, '_', ' ')));
  elsif exists (select from loan_write_offs w where w.piece_id = new.piece_id
    and w.confirmed_at is null and w.withdrawn_at is null) then
    perform refuse_custody('one_open_write_off_of_a_piece',
      format('A write-off of %s is already proposed on its loan.', piece.name));
  end if;
  return new;
end $$;
create trigger piece_write_offs_check before insert on piece_write_offs
  for each row execute function check_piece_write_off();

create function check_loan_write_off() returns trigger language plpgsql as $$
begin
  perform from pieces where id = new.piece_id for update;
  if exists (select from piece_write_offs w where w.piece_id = new.piece_id
    and w.confirmed_at is null and w.withdrawn_at is null) then
    perform refuse_custody('one_open_write_off_of_a_piece', 'A write-off of this piece is already proposed in the vault.');
  end if;
  return new;
end $$;
create trigger loan_write_offs_check before insert on loan_write_offs
  for each row execute function check_loan_write_off();

-- What was proposed stays as it was, and what has ended stays ended.
create function refuse_changed_write_off() returns trigger language plpgsql as $$
begin
  if tg_op <> 'UPDATE' then
    perform refuse_custody('write_offs_stay', 'Write-offs stay on record.');
  elsif (new.piece_id, new.number, new.reason, new.proposed_at, new.proposed_by_id, new.proposed_by)
    is distinct from (old.piece_id, old.number, old.reason, old.proposed_at, old.proposed_by_id, old.proposed_by)
    or old.confirmed_at is not null or old.withdrawn_at is not null then
    perform refuse_custody('a_write_off_stays_as_it_was', 'A proposed write-off only ends, and only once.');
  end if;
  return new;
end $$;
create trigger piece_write_offs_stay before update or delete on piece_write_offs
  for each row execute function refuse_changed_write_off();

-- While a write-off is open its piece stays in the vault as one piece: it is neither packed, offered, split nor used up.
create function refuse_moved_in_write_off() returns trigger language plpgsql as $$
begin
  if (new.kind = 'offer' or new.state not in ('in_curation', 'returned', 'on_offer'))
    and exists (select from piece_write_offs w where w.piece_id = new.piece_id
      and w.confirmed_at is null and w.withdrawn_at is null) then
    perform refuse_custody('a_piece_stays_while_its_write_off_is_open',
      format('A write-off of %s is proposed: confirm or withdraw it first.', (select name from pieces where id = new.piece_id)));
  end if;
  return null;
end $$;
create trigger custody_events_write_off after insert on custody_events
  for each row execute function refuse_moved_in_write_off();

-- What is written off in the vault after its return is no loss of the loan that it came back from. Triggers of one moment run by
-- name: this one after custody_events_check.
create function leave_loan_of_write_off() returns trigger language plpgsql as $$
begin
  if (new.kind = 'write_off' and exists (select from pieces p where p.id = new.piece_id and p.state = 'returned'))
    or (new.kind = 'counter' and exists (select from custody_events t where t.id = new.counters_event_id
      and t.kind = 'write_off' and t.loan_id is null)) then
    new.loan_id := null;
  end if;
  return new;
end $$;
create trigger custody_events_leave_loan before insert on custody_events
  for each row execute function leave_loan_of_write_off();

-- A confirmed write-off is an event of the piece by the same two persons.
create function require_written_off() returns trigger language plpgsql as $$
begin
  if not exists (select from custody_events e where e.piece_id = new.piece_id and e.kind = 'write_off' and e.at = new.confirmed_at
    and e.by_user_id = new.confirmed_by_id and e.second_user_id = new.proposed_by_id) then
    perform refuse_custody('a_confirmed_write_off_is_an_event', 'A confirmed write-off is an event of its piece.');
  end if;
  return null;
end $$;
create constraint trigger piece_write_offs_event after update on piece_write_offs deferrable initially deferred
  for each row when (new.confirmed_at is not null) execute function require_written_off();

-- A sample whose piece is written off is assigned and confirmed no more.
create function is_written_off(sample integer) returns boolean language sql stable as $$
  select exists (select from pieces p where p.sample_id = sample and p.state = 'lost')
$$;
create function refuse_written_off_sample() returns trigger language plpgsql as $$
begin
  if is_written_off(new.sample_id) then
    raise '% is written off: it cannot be assigned.', (select name from samples where id = new.sample_id)
      using errcode = 'check_violation', constraint = 'a_written_off_sample_is_not_assigned';
  end if;
  return null;
end $$;
create trigger assignments_written_off after insert on assignments
  for each row execute function refuse_written_off_sample();
create trigger assignments_confirmed_written_off after update of status on assignments
  for each row when (new.status = 1 and old.status <> 1) execute function refuse_written_off_sample();
