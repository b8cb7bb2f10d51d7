-- Why a reviewer declined a request, with a note and whom they suggest instead. Asking again clears all three.
alter table reports
  add column decline_reason text check (decline_reason in ('conflict', 'time', 'field', 'other')),
  add column decline_note text not null default '',
  add column decline_suggestion text not null default '',
  add constraint only_a_declined_report_has_a_reason
    check (status = 9 or (decline_reason is null and decline_note = '' and decline_suggestion = ''));
