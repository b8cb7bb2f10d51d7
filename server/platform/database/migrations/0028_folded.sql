-- Text is folded when it is written, not at each look: each column that lists and the search look through or sort by has
-- one beside it without case and accents. A generated column can not rest on another, so a folded name is put together anew.
drop index users_search, users_last_name, applicants_term_name, applicants_search, applicant_collaborators_search,
  proposals_search, proposal_collaborators_search, mails_search;

alter table users
  add column folded_name text not null generated always as (fold(full_name(first_name, middle_name, last_name, suffix))) stored,
  add column folded_last_name text not null generated always as (fold(last_name)) stored,
  add column folded_email text not null generated always as (fold(email)) stored,
  add column folded_affiliation text not null generated always as (fold(affiliation)) stored;
create index users_search on users using gin
  (folded_name gin_trgm_ops, folded_email gin_trgm_ops, folded_affiliation gin_trgm_ops);
create index users_last_name on users (folded_last_name, id);
create index users_folded_email on users (folded_email);
create index users_affiliation on users (folded_affiliation);
create index users_reviewers on users (id) where is_reviewer;

alter table user_addresses
  add column folded_email text not null generated always as (fold(email)) stored;
create index user_addresses_search on user_addresses using gin (folded_email gin_trgm_ops);

alter table applicants
  add column folded_name text not null generated always as (fold(full_name(first_name, middle_name, last_name, suffix))) stored,
  add column folded_last_name text not null generated always as (fold(last_name)) stored,
  add column folded_email text not null generated always as (fold(email)) stored,
  add column folded_affiliation text not null generated always as (fold(affiliation)) stored,
  add column folded_proposal_title text not null generated always as (fold(proposal_title)) stored;
create index applicants_term_name on applicants (term_id, folded_name);
create index applicants_search on applicants using gin (folded_name gin_trgm_ops, folded_email gin_trgm_ops,
  folded_affiliation gin_trgm_ops, folded_proposal_title gin_trgm_ops);

alter table applicant_collaborators
  add column folded_name text not null generated always as (fold(full_name(first_name, middle_name, last_name, suffix))) stored,
  add column folded_email text not null generated always as (fold(email)) stored,
  add column folded_affiliation text not null generated always as (fold(affiliation)) stored;
create index applicant_collaborators_search on applicant_collaborators using gin
  (folded_name gin_trgm_ops, folded_email gin_trgm_ops, folded_affiliation gin_trgm_ops);

alter table proposals
  add column folded_title text not null generated always as (fold(title)) stored,
  add column folded_abstract text not null generated always as (fold(abstract)) stored;
create index proposals_search on proposals using gin (folded_title gin_trgm_ops, folded_abstract gin_trgm_ops);
create index proposals_title on proposals (folded_title);
-- Which proposals a list is of is told by an index alone, and what their reports come to as well.
create index proposals_created on proposals (term_id, id) include (user_id) where status <> 0;
create index reports_standing on reports (proposal_id, status) include (science_score, technical_score, rank);

alter table proposal_collaborators
  add column folded_name text not null generated always as (fold(full_name(first_name, middle_name, last_name, suffix))) stored,
  add column folded_last_name text not null generated always as (fold(last_name)) stored,
  add column folded_email text not null generated always as (fold(email)) stored,
  add column folded_affiliation text not null generated always as (fold(affiliation)) stored;
create index proposal_collaborators_search on proposal_collaborators using gin
  (folded_name gin_trgm_ops, folded_email gin_trgm_ops, folded_affiliation gin_trgm_ops);

-- Lists of at most some hundred or thousand rows, read whole: without an index.
alter table samples add column folded_name text not null generated always as (fold(name)) stored;
alter table keywords add column folded_name text not null generated always as (fold(name)) stored;
alter table analysis_methods add column folded_name text not null generated always as (fold(name)) stored;
alter table group_mails
  add column folded_title text not null generated always as (fold(title)) stored,
  -- All that a keyword is looked for in.
  add column folded_said text not null generated always as (fold(title || ' ' || content)) stored;

alter table mails
  add column folded_subject text not null generated always as (fold(subject)) stored,
  add column folded_kind text not null generated always as (fold(kind)) stored;
create index mails_search on mails using gin (folded_subject gin_trgm_ops, folded_kind gin_trgm_ops);
