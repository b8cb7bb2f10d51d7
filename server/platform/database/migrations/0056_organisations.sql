-- What affiliations compare by: people write theirs as free text; the office keeps which spellings are one organisation.

-- An affiliation without case, accents and surplus blanks.
create function fold_affiliation(text) returns text language sql immutable parallel safe strict
  return trim(regexp_replace(public.fold($1), '\s+', ' ', 'g'));

-- The nine characters of a ROR id: 0, six of Crockford's base 32 (without i, l, o, u), and two check digits by ISO/IEC 7064
-- MOD 97-10, which are 98 minus the remainder of a hundred times the first seven by 97 (https://ror.org/facts). Three
-- characters at a time, so that no product overflows.
create function is_ror(text) returns boolean language sql immutable parallel safe strict
  return $1 ~ '^0[0-9a-hjkmnp-tv-z]{6}[0-9]{2}$' and substr($1, 8)::integer = 98 - (
    select sum((position(substr($1, at, 1) in '0123456789abcdefghjkmnpqrstvwxyz') - 1) * (32::bigint ^ (7 - at))::bigint)
    from generate_series(1, 7) as at) * 100 % 97;

create table organisations (
  id integer generated always as identity primary key,
  name text not null,
  folded_name text not null generated always as (fold_affiliation(name)) stored,
  ror text,
  parent_id integer references organisations,
  version integer not null default 1,
  saved_at timestamptz not null default now(),
  saved_by integer references users on delete set null,
  constraint organisations_name_is_one_line check (one_line(name)),
  constraint organisations_name_is_not_blank check (folded_name <> ''),
  constraint organisations_ror_is_valid check (is_ror(ror)),
  constraint organisations_ror unique (ror)
);
create index organisations_parent on organisations (parent_id);

-- Every spelling belongs to one organisation; its name, and each name that it had, is one of them.
create table organisation_spellings (
  id integer generated always as identity primary key,
  organisation_id integer not null references organisations on delete cascade,
  spelling text not null,
  folded text not null generated always as (fold_affiliation(spelling)) stored,
  constraint organisation_spellings_is_not_blank check (folded <> ''),
  constraint organisation_spellings_folded unique (folded)
);
create index organisation_spellings_organisation on organisation_spellings (organisation_id);

create function keep_organisation_name() returns trigger language plpgsql as $$
begin
  update organisation_spellings set spelling = new.name where folded = new.folded_name and organisation_id = new.id;
  if not found then
    insert into organisation_spellings (organisation_id, spelling) values (new.id, new.name);
  end if;
  return null;
end $$;
create trigger organisations_keep_name after insert or update of name on organisations
  for each row execute function keep_organisation_name();

create function require_organisation_name() returns trigger language plpgsql as $$
begin
  if exists (select from organisations o where o.id = old.organisation_id and not exists (
      select from organisation_spellings s where s.organisation_id = o.id and s.folded = o.folded_name)) then
    raise 'The name of organisation % is one of its spellings.', old.organisation_id
      using errcode = 'check_violation', constraint = 'organisation_name_is_a_spelling';
  end if;
  return null;
end $$;
create constraint trigger organisation_name_is_a_spelling
  after update of organisation_id, spelling or delete on organisation_spellings
  deferrable initially deferred for each row execute function require_organisation_name();

-- No organisation is above itself. Two that are put below each other at once are looked at one after the other.
create function refuse_organisation_cycle() returns trigger language plpgsql as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('organisations', 0));
  if exists (
    with recursive above as (
      select parent_id as id from organisations where id = new.id
      union select o.parent_id from above join organisations o on o.id = above.id)
    select from above where id = new.id) then
    raise 'Organisation % would be above itself.', new.id
      using errcode = 'check_violation', constraint = 'organisations_have_no_cycle';
  end if;
  return null;
end $$;
create constraint trigger organisations_have_no_cycle after insert or update of parent_id on organisations
  deferrable initially deferred for each row when (new.parent_id is not null) execute function refuse_organisation_cycle();

-- What two affiliations are compared by: '#12' where the text is a spelling of an organisation (12 is the topmost one above
-- it), else the text without case and accents; '' where it is blank.
create function organisation_key(affiliation text) returns text language sql stable parallel safe
begin atomic
  with recursive line as (
    select o.id, o.parent_id from organisation_spellings s join organisations o on o.id = s.organisation_id
      where s.folded = fold_affiliation(affiliation)
    union select o.id, o.parent_id from line join organisations o on o.id = line.parent_id)
  select coalesce((select '#' || id from line where parent_id is null), fold_affiliation(affiliation), '');
end;
