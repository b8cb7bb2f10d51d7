-- What the office decides on findings before anyone is asked to review. A finding is computed when it is read: a person, a
-- proposal and a kind of evidence; it is judged again when its evidence is no longer that of the fingerprint.
create table conflict_judgements (
  id integer generated always as identity primary key,
  proposal_id integer not null references proposals on delete cascade,
  user_id integer not null references users,
  kind text not null,
  fingerprint text not null,
  verdict text not null,
  reason text not null default '',
  judged_by integer not null references users,
  judged_at timestamptz not null,
  constraint conflict_judgement_kind_is_known
    check (kind in ('same_person', 'relation', 'together', 'organisation', 'domain', 'name')),
  constraint conflict_judgement_verdict_is_known check (verdict in ('block', 'allow')),
  constraint allowing_has_a_reason check (verdict = 'block' or reason <> ''),
  constraint nobody_judges_themselves check (judged_by <> user_id)
);
create index conflict_judgements_pair on conflict_judgements (proposal_id, user_id, kind, id desc);
create index conflict_judgements_user on conflict_judgements (user_id);
create index conflict_judgements_by on conflict_judgements (judged_by);

-- What a person was asked about a finding, by mail. It names people and never a proposal.
create table conflict_questions (
  id integer generated always as identity primary key,
  proposal_id integer not null references proposals on delete cascade,
  user_id integer not null references users on delete cascade,
  kind text not null,
  fingerprint text not null,
  -- The people asked about, as they were written then: name and affiliation.
  people jsonb not null,
  token_hash text not null unique,
  asked_by integer not null references users,
  asked_at timestamptz not null,
  open_until timestamptz not null,
  -- True: the person says that there is a conflict. Null until answered.
  answer boolean,
  note text not null default '',
  answered_at timestamptz,
  constraint conflict_question_kind_is_known
    check (kind in ('same_person', 'relation', 'together', 'organisation', 'domain', 'name')),
  constraint conflict_question_is_answered_at_a_time check ((answer is null) = (answered_at is null)),
  constraint nobody_asks_themselves check (asked_by <> user_id)
);
create unique index conflict_questions_unanswered on conflict_questions (proposal_id, user_id, kind) where answer is null;
create index conflict_questions_pair on conflict_questions (proposal_id, user_id, kind, id desc);
create index conflict_questions_user on conflict_questions (user_id);
create index conflict_questions_by on conflict_questions (asked_by);

-- Relations that people declare to other people, whether those take part in a call or not.
create table declared_relations (
  id integer generated always as identity primary key,
  user_id integer not null references users on delete cascade,
  kind text not null,
  name text not null,
  -- '' where it is not known: the relation is then found by the name.
  email text not null default '',
  from_year smallint,
  until_year smallint,
  note text not null default '',
  declared_by integer not null references users,
  declared_at timestamptz not null,
  constraint relation_kind_is_known check (kind in ('supervisor', 'family', 'dispute', 'other')),
  constraint relation_name_is_one_line check (one_line(name) and name <> ''),
  constraint relation_email_has_no_blank check (no_blank(email)),
  constraint relation_years_are_in_order check (from_year <= until_year)
);
create index declared_relations_user on declared_relations (user_id);
create index declared_relations_by on declared_relations (declared_by);
create index declared_relations_email on declared_relations (lower(email)) where email <> '';
