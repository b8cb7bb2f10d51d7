-- Named views of lists: which columns, in which order, with which filters and sort.
create table saved_views (
  id integer generated always as identity primary key,
  -- The path of the list's screen: '/proposals'.
  list text not null,
  name text not null,
  -- Null: the office's, for everyone who may open the list.
  owner_id integer references users on delete cascade,
  -- Columns, filters and sort as the query of the list's address: {"columns": ["Name", "Status"], "sort": "name"}.
  search jsonb not null check (jsonb_typeof(search) = 'object'),
  updated_by integer references users on delete set null,
  updated_at timestamptz not null,
  version integer not null default 1,
  constraint saved_view_has_a_name check (name <> '' and one_line(name))
);
create unique index saved_views_name on saved_views (list, coalesce(owner_id, 0), fold(name));
create index saved_views_owner on saved_views (owner_id);
create index saved_views_updated_by on saved_views (updated_by);
