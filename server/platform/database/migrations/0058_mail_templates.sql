-- The office's words in place of a mail template's original ones, which are in domain/*/mail_templates.ts.
create table mail_templates (
  name text primary key check (name <> ''),
  -- Both null: the original words, after 'Back to the original'.
  subject text,
  text text,
  updated_by integer references users on delete set null,
  updated_at timestamptz not null,
  version integer not null default 1,
  constraint mail_template_has_both check ((subject is null) = (text is null)),
  constraint mail_template_has_words check (subject <> '' and text <> ''),
  constraint mail_template_subject_is_one_line check (one_line(subject))
);
create index mail_templates_updated_by on mail_templates (updated_by);

alter table settings add constraint settings_office_is_one_line check (
  name not in ('office_name', 'office_email') or one_line(value)
);
