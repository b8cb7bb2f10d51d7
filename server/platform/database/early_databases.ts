import type pg from 'pg'
import type { AppliedMigration } from './applied_migrations.ts'

interface Repair {
  /** The migration whose text was changed after databases had it. */
  of: string
  /** A later migration that removes or replaces what is repaired. */
  until?: string
  /** Creates what the earlier text lacks; does nothing after the later text. */
  sql: string
}

/** 0029_listed was first called this, with less in it. */
const FORMER_NAME = '0029_listed_people'

const REPAIRS: Repair[] = [
  {
    of: '0007_logs',
    sql: `
      create or replace function samples_named(entry jsonb) returns integer[] language sql immutable parallel safe strict
        return array(select id::integer from jsonb_path_query(entry, '$.*[*].sample_id') as id);
      do $$ begin
        if (select indexdef from pg_indexes where schemaname = 'public' and indexname = 'audit_entries_samples')
            not like '%samples_named%' then
          drop index audit_entries_samples;
          create index audit_entries_samples on audit_entries using gin (samples_named(after))
            where object_type in ('allocation', 'sample');
        end if;
      end $$;
      create or replace function lower_all(texts text[]) returns text[] language sql immutable parallel safe strict
        return array(select lower(one) from unnest(texts) as one);
      alter table mails add column if not exists addresses text[] not null
        generated always as (lower_all(recipients || bcc)) stored;
      create index if not exists mails_addresses on mails using gin (addresses);`,
  },
  {
    of: '0007_logs',
    until: '0028_folded',
    sql: `create index if not exists mails_search on mails
      using gin (fold(subject) gin_trgm_ops, fold(kind) gin_trgm_ops);`,
  },
  {
    of: '0028_folded',
    sql: 'create index if not exists users_reviewers on users (id) where is_reviewer;',
  },
  {
    of: '0028_folded',
    until: '0030_covered',
    sql: `create index if not exists proposals_created on proposals (term_id, id) include (user_id) where status <> 0;`,
  },
  {
    of: '0028_folded',
    until: '0031_covering',
    sql: `create index if not exists reports_standing on reports (proposal_id, status)
      include (science_score, technical_score, rank);`,
  },
  {
    of: '0029_listed',
    sql: `
      create index if not exists applicants_last_name on applicants (folded_last_name);
      create index if not exists applicants_email on applicants (folded_email);
      create index if not exists applicants_affiliation on applicants (folded_affiliation);
      create index if not exists applicants_title on applicants (folded_proposal_title);
      create index if not exists proposal_collaborators_last_name on proposal_collaborators (folded_last_name);
      create or replace function fold_all(texts text[]) returns text language sql immutable parallel safe strict
        return fold(array_to_string(texts, ' '));
      alter table mails add column if not exists folded_addresses text not null
        generated always as (fold_all(recipients || bcc)) stored;
      create index if not exists mails_in_addresses on mails using gin (folded_addresses gin_trgm_ops);
      create index if not exists mails_proposals on mails using gin (proposal_ids);
      create index if not exists mails_state on mails (state, created_at desc, id desc);
      create index if not exists audit_entries_action on audit_entries (action, at desc, id desc);
      create index if not exists audit_entries_kind on audit_entries (object_type, at desc, id desc);
      do $$ begin
        if not exists (select from pg_attribute where attrelid = 'audit_seals'::regclass and attname = 'total') then
          alter table audit_seals disable trigger audit_seals_stay;
          alter table audit_seals add column total integer;
          update audit_seals s set total = t.total
            from (select number, sum(cardinality(ids)) over (order by number) as total from audit_seals) t
            where t.number = s.number;
          alter table audit_seals alter column total set not null;
          alter table audit_seals enable trigger audit_seals_stay;
        end if;
      end $$;
      create index if not exists users_name_begins on users (folded_name text_pattern_ops);
      create index if not exists users_email_begins on users (folded_email text_pattern_ops);
      create index if not exists applicants_name_begins on applicants (folded_name text_pattern_ops);
      create index if not exists applicants_email_begins on applicants (folded_email text_pattern_ops);
      create index if not exists proposal_collaborators_name_begins
        on proposal_collaborators (folded_name text_pattern_ops);
      create index if not exists proposal_collaborators_email_begins
        on proposal_collaborators (folded_email text_pattern_ops);`,
  },
  {
    of: '0030_covered',
    sql: `do $$ begin
      if (select indexdef from pg_indexes where schemaname = 'public' and indexname = 'reports_user')
          not like '%INCLUDE (proposal_id)%' then
        drop index reports_user;
        create index reports_user on reports (user_id, status) include (proposal_id);
      end if;
    end $$;`,
  },
]

/**
 * Completes a database that a program before version 0.1.0 made: the texts of four migrations were changed, and one was renamed, after they
 * had been applied. Run it where no text is recorded for any migration.
 */
export async function repairEarly(client: pg.ClientBase, applied: AppliedMigration[]): Promise<void> {
  await client.query('update kysely_migration set name = $1 where name = $2', ['0029_listed', FORMER_NAME])
  const names = applied.map(({ name }) => (name === FORMER_NAME ? '0029_listed' : name))
  for (const { of, until, sql } of REPAIRS)
    if (names.includes(of) && !(until && names.includes(until))) await client.query(sql)
}
