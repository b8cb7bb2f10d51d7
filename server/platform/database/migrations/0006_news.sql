-- Announcements: a date that may be cleared, who saved last, and links to web pages alone. What was no link stays readable.
alter table information alter column date drop not null;
alter table information add column version integer not null default 1;
alter table information add column updated_at timestamptz not null default now();
alter table information add column updated_by integer references users;
update information set content = concat_ws(E'\n', nullif(content, ''), url), url = ''
  where url <> '' and url !~* '^https?://[^[:space:]]+$';
alter table information add constraint information_url check (url = '' or url ~* '^https?://[^[:space:]]+$');
drop index information_newest;
create index information_newest on information (date desc nulls last, id desc);

alter table group_mails add column version integer not null default 1;
alter table group_mails add column updated_at timestamptz not null default now();
alter table group_mails add column updated_by integer references users;

-- Which destination of its group mail a mail is for; the copy to the Bcc is for none. Each goes out once.
alter table mails add column destination_id integer references users;
create unique index mails_group_once on mails (group_mail_id, destination_id) nulls not distinct
  where group_mail_id is not null;
drop index mails_group;

-- A password or a receipt does not wait behind two thousand letters.
drop index mails_due;
create index mails_due on mails ((group_mail_id is not null), due_at, id) where state = 'waiting';
