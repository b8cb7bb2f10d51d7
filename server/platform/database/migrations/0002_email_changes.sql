-- A user's new e-mail, until the link that was mailed to it is opened.
create table email_changes (
  user_id integer primary key references users on delete cascade,
  token_hash text not null,
  email text not null,
  expires_at timestamptz not null
);
