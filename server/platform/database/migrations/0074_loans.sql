-- Loans: what an accepted result takes out of the vault, from the agreement until everything is accounted for.
create table loans (
  id integer generated always as identity primary key,
  -- Random within its call, so that it tells nobody how many loans there are.
  number text not null,
  -- On record, whatever becomes of the call, the proposal and the account.
  term_id integer not null,
  proposal_id integer not null,
  proposal_title text not null,
  result_version integer,
  borrower_user_id integer references users,
  borrower_name text not null,
  borrower_email text not null,
  affiliation text not null,
  created_at timestamptz not null,
  supplementary_to integer references loans,
  -- The agreement: sent to the borrower, signed by them, complete when the office has countersigned or has it on paper.
  agreement_sent_at timestamptz,
  signed_at timestamptz,
  agreed_at timestamptz,
  agreed_by text not null default '',
  paper_agreement boolean not null default false,
  carrier text not null default '',
  tracking_number text not null default '',
  customs_note text not null default '',
  packed_at timestamptz,
  packed_by_id integer references users,
  packed_by text not null default '',
  dispatched_at timestamptz,
  dispatched_by_id integer references users,
  dispatched_by text not null default '',
  -- When the first pieces arrived; the day on which all are due follows from it.
  received_at timestamptz,
  due_on date,
  report_at timestamptz,
  report_note text not null default '',
  reminded_at timestamptz,
  reminders integer not null default 0,
  closed_at timestamptz,
  closed_by text not null default '',
  -- Why it was closed without a report of use.
  without_report text not null default '',
  version integer not null default 1,
  saved_by text not null default '',
  saved_at timestamptz not null,
  folded_borrower text not null generated always as (fold(borrower_name || ' ' || affiliation)) stored,
  constraint loan_number_once unique (number),
  constraint loan_number_is_an_l_and_digits check (number ~ '^L[0-9]{4,6}$'),
  constraint loan_has_a_borrower check (borrower_name <> '' and one_line(borrower_name)),
  constraint loan_is_not_supplementary_to_itself check (supplementary_to <> id),
  constraint complete_agreement_says_by_whom check ((agreed_at is null) = (agreed_by = '')),
  constraint only_a_complete_agreement_is_on_paper check (not paper_agreement or agreed_at is not null),
  constraint packed_only_with_an_agreement check (packed_at is null or agreed_at is not null),
  constraint packing_says_by_whom check ((packed_at is null) = (packed_by = '')),
  constraint dispatched_only_when_packed check (dispatched_at is null or packed_at is not null),
  constraint dispatch_says_by_whom check ((dispatched_at is null) = (dispatched_by = '')),
  constraint received_only_when_dispatched check (received_at is null or dispatched_at is not null),
  constraint received_pieces_are_due check ((received_at is null) = (due_on is null)),
  constraint closing_says_by_whom check ((closed_at is null) = (closed_by = '')),
  constraint reminders_are_counted check ((reminders = 0) = (reminded_at is null) and reminders >= 0)
);
create index loans_proposal on loans (proposal_id);
create index loans_borrower on loans (borrower_user_id);
create index loans_borrower_address on loans (lower(borrower_email));
create index loans_packed_by on loans (packed_by_id);
create index loans_dispatched_by on loans (dispatched_by_id);
create index loans_supplementary_to on loans (supplementary_to);
create index open_loans on loans (due_on) where closed_at is null;

alter table pieces
  add constraint loan_of_a_piece foreign key (loan_id) references loans;
alter table custody_events
  add constraint loan_of_an_event foreign key (loan_id) references loans;

-- The pieces of a loan: those that are lent, and those split from them while they are out.
create table loan_pieces (
  loan_id integer not null references loans,
  piece_id integer not null references pieces,
  -- In this loan it was split from that piece.
  parent_id integer references pieces,
  -- Packing; nothing of it is final before it is signed.
  weighed bigint,
  picked boolean not null default false,
  container text not null default '',
  -- What left curation, what its borrower found; in µg or mPa.
  sent bigint,
  found bigint,
  condition text not null default '',
  received_at timestamptz,
  -- What was found differs by more than the tolerance, and the office has not yet looked into it.
  difference_open boolean not null default false,
  weigh_again boolean not null default false,
  missing_at timestamptz,
  missing_note text not null default '',
  -- What its holder says about its loss.
  said_lost_at timestamptz,
  said_lost_reason text not null default '',
  sent_back_at timestamptz,
  sent_back bigint,
  back_carrier text not null default '',
  back_tracking_number text not null default '',
  returned_at timestamptz,
  primary key (loan_id, piece_id),
  constraint a_piece_is_not_split_from_itself check (parent_id <> piece_id),
  constraint weighed_is_an_amount check (weighed >= 0),
  constraint sent_is_an_amount check (sent >= 0),
  constraint found_is_an_amount check (found >= 0),
  constraint sent_back_is_an_amount check (sent_back >= 0),
  constraint container_is_one_line check (one_line(container)),
  constraint found_on_receipt check ((found is null) = (received_at is null)),
  constraint only_what_was_found_differs check (not difference_open or found is not null),
  constraint only_a_difference_is_weighed_again check (not weigh_again or difference_open),
  constraint a_missing_piece_says_why check ((missing_at is null) = (missing_note = '')),
  constraint a_lost_piece_says_why check ((said_lost_at is null) = (said_lost_reason = '')),
  constraint what_is_sent_back_has_an_amount check ((sent_back_at is null) = (sent_back is null))
);
create index loan_pieces_piece on loan_pieces (piece_id);
create index loan_pieces_parent on loan_pieces (parent_id);

create table loan_files (
  loan_id integer not null references loans,
  -- From 1 within the loan.
  number integer not null,
  kind text not null,
  piece_id integer references pieces,
  file_key text not null,
  original_file_name text not null,
  media_type text not null,
  file_size integer not null,
  by_user_id integer references users,
  by_name text not null,
  at timestamptz not null,
  primary key (loan_id, number),
  constraint loan_file_kind_is_known check (kind in ('signed', 'countersigned', 'customs', 'report_of_use', 'photo')),
  constraint a_photo_shows_a_piece check ((kind = 'photo') = (piece_id is not null)),
  constraint loan_file_has_a_name check (original_file_name <> '' and one_line(original_file_name)),
  constraint loan_file_is_not_empty check (file_size > 0)
);
create index loan_files_piece on loan_files (piece_id);
create index loan_files_by on loan_files (by_user_id);
create index loan_files_key on loan_files (file_key);

create table loan_extensions (
  loan_id integer not null references loans,
  number integer not null,
  until date not null,
  reason text not null,
  asked_at timestamptz not null,
  asked_by text not null,
  decided_at timestamptz,
  granted boolean,
  -- The day granted, which may differ from the one asked for.
  granted_until date,
  note text not null default '',
  decided_by text not null default '',
  primary key (loan_id, number),
  constraint an_extension_has_a_reason check (reason <> ''),
  constraint a_decided_extension_says_how check ((decided_at is null) = (granted is null) and (decided_at is null) = (decided_by = '')),
  constraint a_granted_extension_has_a_day check (coalesce(granted, false) = (granted_until is not null))
);
create unique index one_open_extension on loan_extensions (loan_id) where decided_at is null;

create table loan_moves (
  loan_id integer not null references loans,
  number integer not null,
  piece_id integer not null references pieces,
  -- A place of the borrower, or a named colleague.
  moves_to text not null,
  name text not null,
  email text not null default '',
  affiliation text not null default '',
  reason text not null default '',
  asked_at timestamptz not null,
  asked_by text not null,
  decided_at timestamptz,
  granted boolean,
  note text not null default '',
  decided_by text not null default '',
  primary key (loan_id, number),
  constraint a_piece_moves_to_a_place_or_a_colleague check (moves_to in ('place', 'colleague')),
  constraint a_move_names_where_to check (name <> '' and one_line(name)),
  constraint a_colleague_has_an_address check (moves_to = 'place' or email <> ''),
  constraint a_decided_move_says_how check ((decided_at is null) = (granted is null) and (decided_at is null) = (decided_by = ''))
);
create unique index one_open_move on loan_moves (piece_id) where decided_at is null;
create index loan_moves_piece on loan_moves (piece_id);

create table loan_write_offs (
  loan_id integer not null references loans,
  number integer not null,
  piece_id integer not null references pieces,
  reason text not null,
  proposed_at timestamptz not null,
  proposed_by_id integer references users,
  proposed_by text not null,
  confirmed_at timestamptz,
  confirmed_by_id integer references users,
  confirmed_by text not null default '',
  withdrawn_at timestamptz,
  primary key (loan_id, number),
  constraint a_write_off_has_a_reason check (reason <> ''),
  constraint a_write_off_needs_two_persons check (confirmed_by_id <> proposed_by_id),
  constraint a_confirmed_write_off_says_by_whom check ((confirmed_at is null) = (confirmed_by = '')),
  constraint a_write_off_ends_once check (confirmed_at is null or withdrawn_at is null)
);
create unique index one_open_write_off on loan_write_offs (piece_id) where confirmed_at is null and withdrawn_at is null;
create index loan_write_offs_piece on loan_write_offs (piece_id);
create index loan_write_offs_proposed_by on loan_write_offs (proposed_by_id);
create index loan_write_offs_confirmed_by on loan_write_offs (confirmed_by_id);

-- What came back with a loan without having been lent in it.
create table loan_unlent (
  loan_id integer not null references loans,
  number integer not null,
  description text not null,
  note text not null default '',
  at timestamptz not null,
  by_name text not null,
  settled_at timestamptz,
  resolution text not null default '',
  settled_by text not null default '',
  primary key (loan_id, number),
  constraint what_came_is_described check (description <> '' and one_line(description)),
  constraint what_is_settled_says_how check ((settled_at is null) = (resolution = '') and (settled_at is null) = (settled_by = ''))
);

-- What was done with a loan, in sentences; events of its pieces are in custody_events.
create table loan_events (
  loan_id integer not null references loans,
  number integer not null,
  at timestamptz not null,
  kind text not null,
  text text not null,
  piece_id integer references pieces,
  by_user_id integer references users,
  by_name text not null,
  -- The office acted for the borrower.
  on_behalf boolean not null default false,
  primary key (loan_id, number),
  constraint a_loan_event_says_what check (text <> '')
);
create index loan_events_piece on loan_events (piece_id);
create index loan_events_by on loan_events (by_user_id);

create function refuse_change_of_loan_events() returns trigger language plpgsql as $$
begin
  raise exception 'Events of loans are only added.' using errcode = 'restrict_violation';
end $$;
create trigger loan_events_are_only_added before update or delete on loan_events
  for each row when (pg_trigger_depth() = 0) execute function refuse_change_of_loan_events();

-- The automatic reminders that went out, by the days from the due day.
create table loan_reminders (
  loan_id integer not null references loans,
  due_on date not null,
  occasion integer not null,
  sent_at timestamptz not null,
  primary key (loan_id, due_on, occasion)
);

-- Commands that may be sent again after a lost answer, with the first answer.
create table repeated_requests (
  user_id integer not null references users on delete cascade,
  key uuid not null,
  endpoint text not null,
  reply jsonb not null,
  at timestamptz not null,
  primary key (user_id, key)
);
create index repeated_requests_at on repeated_requests (at);
