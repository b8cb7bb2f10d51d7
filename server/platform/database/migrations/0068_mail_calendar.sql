-- An iCalendar file that the mail carries: shown by programs that read calendars, and attached as agenda.ics.
alter table mails add column calendar text;
