-- The view that a user chose for each list that has several: {"proposals": "ranking"}.
alter table users
  add column list_views jsonb not null default '{}' check (jsonb_typeof(list_views) = 'object');
