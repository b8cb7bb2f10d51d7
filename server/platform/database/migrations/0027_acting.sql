-- As whom an administrator looks at the product in this session, reading only, and until when.
alter table sessions
  add column acting_user_id integer references users on delete set null,
  add column acting_until timestamptz,
  add constraint acting_has_an_end check (acting_user_id is null or acting_until is not null),
  add constraint nobody_acts_as_themselves check (acting_user_id <> user_id);
