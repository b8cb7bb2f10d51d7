-- What the agenda held when it was last sent, to say whether it has changed since and whom a cancellation concerns:
-- {"docket": [[proposal_id, minutes, track], …] in order, "people": [user_id, …]}.
alter table meetings add column agenda jsonb;
