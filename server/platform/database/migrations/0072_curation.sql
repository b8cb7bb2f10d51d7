-- Curation, a role beside the others: it packs and takes back what is lent, and sees nothing of reviews.
alter table users add column is_curation boolean not null default false;

drop trigger users_end_answer_links on users;
create trigger users_end_answer_links
  after update of email, first_name, middle_name, last_name, suffix, password_hash, disabled, deleted_at,
    is_administration_office, is_panel, is_reviewer, is_curation, is_proposer on users
  for each row when (
    (old.email, old.first_name, old.middle_name, old.last_name, old.suffix, old.password_hash, old.disabled, old.deleted_at,
      old.is_administration_office, old.is_panel, old.is_reviewer, old.is_curation, old.is_proposer)
    is distinct from
    (new.email, new.first_name, new.middle_name, new.last_name, new.suffix, new.password_hash, new.disabled, new.deleted_at,
      new.is_administration_office, new.is_panel, new.is_reviewer, new.is_curation, new.is_proposer))
  execute function end_answer_links_of_user();

-- One setting for two persons: on where one of the two before it was.
insert into settings (name, value)
  select 'two_persons', max(value) from settings where name in ('two_to_confirm', 'second_administrator')
  having count(*) > 0;
delete from settings where name in ('two_to_confirm', 'second_administrator');
update mails set kind = 'two_persons_off' where kind = 'second_administrator_off';
update mail_templates set name = 'two_persons_off' where name = 'second_administrator_off';
