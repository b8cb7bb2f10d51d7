-- How many places of the ranking are above the line, where the office has set it; null: where the material at hand ends.
alter table terms add column panel_line smallint;
alter table terms add constraint panel_line_is_a_place check (panel_line between 1 and 9999);

-- The members of the panel who present a proposal.
create table proposal_leads (
  proposal_id integer primary key references proposals on delete cascade,
  first_user_id integer references users on delete set null,
  second_user_id integer references users on delete set null,
  version integer not null default 1,
  saved_by integer references users on delete set null,
  saved_at timestamptz not null,
  constraint two_different_speakers check (first_user_id <> second_user_id)
);
create index proposal_leads_first on proposal_leads (first_user_id);
create index proposal_leads_second on proposal_leads (second_user_id);
