-- Where the catalogue knows it: the dish that a sample of Bennu came from. Of Ryugu it knows the chamber.
alter table samples add column dish smallint check (dish between 1 and 8);

-- Entries that speak of several samples name each by its id, so that one sample's history can be read.
update audit_entries e set after = jsonb_build_object('added', coalesce((
    select jsonb_agg(jsonb_build_object('sample_id', s.id, 'name', s.name) order by s.id) from samples s
    where s.name in (select jsonb_array_elements_text(e.after -> 'names'))), '[]'::jsonb))
  where action = 'sample.add' and after ? 'names';
create function samples_named(entry jsonb) returns integer[] language sql immutable parallel safe strict
  return array(select id::integer from jsonb_path_query(entry, '$.*[*].sample_id') as id);
create index audit_entries_samples on audit_entries using gin (samples_named(after))
  where object_type in ('allocation', 'sample');
create index audit_entries_user on audit_entries (user_id, id desc);

-- Mails are searched by whom they went to, and by subject and kind.
create function lower_all(texts text[]) returns text[] language sql immutable parallel safe strict
  return array(select lower(one) from unnest(texts) as one);
alter table mails add column addresses text[] not null generated always as (lower_all(recipients || bcc)) stored;
create index mails_addresses on mails using gin (addresses);
create index mails_search on mails using gin (fold(subject) gin_trgm_ops, fold(kind) gin_trgm_ops);
