-- Every address that a user has or had. It stays the user's: nobody else can take it, and it counts for conflicts of interest.
create table user_addresses (
  id integer generated always as identity primary key,
  user_id integer not null references users on delete cascade,
  email text not null,
  since timestamptz not null default now()
);
create unique index user_addresses_email on user_addresses (lower(email));
create index user_addresses_user on user_addresses (user_id);
insert into user_addresses (user_id, email, since) select id, email, created_at from users order by id;

-- Whatever sets a user's e-mail keeps it here. An old one of the user's own stays as old as it is; another's is refused.
create function keep_address() returns trigger language plpgsql as $$
begin
  update user_addresses set email = new.email where lower(email) = lower(new.email) and user_id = new.id;
  if not found then
    insert into user_addresses (user_id, email, since) values (new.id, new.email, new.updated_at);
  end if;
  return null;
end $$;
create trigger users_keep_address after insert or update of email on users
  for each row execute function keep_address();

alter table users add column version integer not null default 1;
-- Set on a user who is kept for what refers to them, without name, address, password and roles.
alter table users add column deleted_at timestamptz;
alter table users drop constraint users_last_updator_id_fkey;
alter table users add foreign key (last_updator_id) references users on delete set null;
alter table audit_entries drop constraint audit_entries_user_id_fkey;
alter table audit_entries add foreign key (user_id) references users on delete set null;

-- Conflicts of interest that no address tells of.
create table conflicts (
  id integer generated always as identity primary key,
  proposal_id integer not null references proposals on delete cascade,
  user_id integer not null references users,
  reason text not null,
  declared_by integer not null references users,
  created_at timestamptz not null default now(),
  unique (proposal_id, user_id)
);
create index conflicts_user on conflicts (user_id);
