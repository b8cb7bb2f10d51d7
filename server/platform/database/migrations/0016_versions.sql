-- Which save a form was loaded with, and who saved last: of reports, of notices, and of what the office keeps beside a
-- proposal. Those of the note and of score and rank are their own, so that neither makes the proposer's form stale.
alter table reports add column version integer not null default 1;
alter table reports add column saved_at timestamptz not null default now();
alter table reports add column saved_by integer references users;

alter table applicants add column version integer not null default 1;
alter table applicants add column saved_at timestamptz not null default now();
alter table applicants add column saved_by integer references users;

alter table proposals add column note_version integer not null default 1;
alter table proposals add column note_saved_at timestamptz not null default now();
alter table proposals add column note_saved_by integer references users;
alter table proposals add column score_version integer not null default 1;
alter table proposals add column score_saved_at timestamptz not null default now();
alter table proposals add column score_saved_by integer references users;
