-- A part that is split off while its piece is out belongs to the same loan, whoever records the split.
create function part_joins_loan() returns trigger language plpgsql as $$
begin
  insert into loan_pieces (loan_id, piece_id, parent_id)
    select new.loan_id, p.id, p.parent_id from pieces p where p.id = new.piece_id
    on conflict do nothing;
  return null;
end $$;
create trigger parts_join_their_loan after insert on custody_events
  for each row when (new.kind = 'split_from' and new.loan_id is not null) execute function part_joins_loan();

-- Loans are searched by their number too.
alter table loans add column folded_number text not null generated always as (fold(number)) stored;
