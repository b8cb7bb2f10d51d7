-- The sign-in before the last one: since when something is new to a user.
alter table users add column previous_login_at timestamptz;
