-- A session has a number by which its owner can name it, and says from where and with which program it was begun.
alter table sessions
  add column id integer not null generated always as identity unique,
  add column address text not null default '',
  add column agent text not null default '';
