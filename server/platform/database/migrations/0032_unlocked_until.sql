-- A proposal is unlocked until a moment, and then locks again by itself. After it the column keeps its value until the
-- proposal is submitted, locked, or unlocked again: the office sees what was unlocked and not submitted.
alter table proposals
  add column unlocked_until timestamptz,
  -- The reminder of the end has been sent, or is not needed.
  add column unlock_reminded boolean not null default false;
update proposals p set unlocked_until = now() + interval '7 days'
  from terms t where t.id = p.term_id and p.is_unlocked and not t.disabled;
alter table proposals drop column is_unlocked;
create index proposals_unlocked on proposals (unlocked_until) where unlocked_until is not null;
