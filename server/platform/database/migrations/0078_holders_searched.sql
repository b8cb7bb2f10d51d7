-- Pieces are searched and sorted by who has them and where they are.
alter table pieces add column folded_holder text not null generated always as (fold(holder_name || ' ' || place)) stored;
