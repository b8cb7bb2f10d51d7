-- Changes of staff accounts that wait for a second administrator.
create table account_changes (
  id integer generated always as identity primary key,
  command text not null,
  -- Null for an account that is to be added.
  user_id integer references users on delete cascade,
  -- The version of the account when the change was asked for.
  version integer,
  -- What was sent, without a password.
  fields jsonb,
  asked_by integer not null references users,
  asked_at timestamptz not null,
  unique (user_id),
  constraint account_change_is_known check (command in ('add', 'save', 'reset_password', 'reset_second_factor')),
  constraint account_change_has_a_user check ((user_id is null) = (command = 'add')),
  constraint account_change_has_fields check ((fields is not null) = (command in ('add', 'save')))
);
create index account_changes_asked_by on account_changes (asked_by);
