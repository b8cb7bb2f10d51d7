-- Web hooks: signed events to addresses that the office enters. The secrets are needed to sign, so they are stored as they are.
create table web_hooks (
  id integer generated always as identity primary key,
  name text not null,
  url text not null,
  -- Who entered the address, and so receives what is sent to it.
  url_by integer references users,
  events text[] not null,
  state text not null default 'on',
  secret text not null,
  -- The secret before, which signs too until then.
  previous_secret text,
  previous_until timestamptz,
  -- When the first of the tries that have failed since the last success began; null after a success.
  failing_since timestamptz,
  created_at timestamptz not null,
  updated_by integer references users,
  updated_at timestamptz not null,
  version integer not null default 1,
  constraint web_hook_has_a_name check (name <> '' and one_line(name)),
  constraint web_hook_url_is_https check (url like 'https://%' and one_line(url)),
  constraint web_hook_has_events check (cardinality(events) > 0),
  constraint web_hook_state_is_known check (state in ('on', 'off', 'failing', 'restored')),
  constraint web_hook_secret_is_one check (secret like 'whsec\_%' and previous_secret like 'whsec\_%'),
  constraint previous_secret_has_an_end check ((previous_secret is null) = (previous_until is null))
);

-- One event for one web hook: outbox and log.
create table web_hook_deliveries (
  id integer generated always as identity primary key,
  hook_id integer not null references web_hooks on delete cascade,
  -- The header webhook-id: of the event, the same for every web hook and at every try.
  message_id text not null,
  event text not null,
  data jsonb not null,
  proposal_id integer references proposals on delete cascade,
  occurred_at timestamptz not null,
  state text not null default 'waiting',
  tries integer not null default 0,
  due_at timestamptz not null,
  -- Of the process that is sending it, until due_at.
  lease text,
  http_status smallint,
  last_error text,
  delivered_at timestamptz,
  constraint event_once_for_each_web_hook unique (hook_id, message_id),
  constraint delivery_state_is_known check (state in ('waiting', 'delivered', 'failed')),
  constraint delivered_at_a_time check ((state = 'delivered') = (delivered_at is not null)),
  constraint only_waiting_deliveries_are_leased check (lease is null or state = 'waiting')
);
create index web_hook_deliveries_waiting on web_hook_deliveries (due_at, id) where state = 'waiting';
create index web_hook_deliveries_leased on web_hook_deliveries (hook_id) where lease is not null;
create index web_hook_deliveries_hook on web_hook_deliveries (hook_id, occurred_at desc, id desc);
create index web_hook_deliveries_occurred on web_hook_deliveries (occurred_at desc, id desc);
create index web_hook_deliveries_proposal on web_hook_deliveries (proposal_id) where proposal_id is not null;
