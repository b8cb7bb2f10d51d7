import { type Kysely, sql } from 'kysely'
import type { DB } from '#server/platform/database/database.ts'
import { type System, withSystem } from './system.ts'

/** Numbers of office members and reviewers; office members have the lowest ids. */
export const OFFICE = 10
export const REVIEWERS = 50
/** Saved but unsubmitted proposals of the current term. */
export const DRAFTS = 50
const REPORTS = 3
const COLLABORATORS = 4
const SAMPLES = 1_000

/** Number of terms, the last one current, and of submitted proposals in each. */
export interface Size {
  terms: number
  proposals: number
}

/**
 * Fills a migrated, empty database, the same each time: proposers of one proposal and one notice each, with four
 * collaborators, five requested samples, three keywords and three reports; the past terms are reviewed and scored, the
 * current one is under review. Logs hold two mails and three entries a proposal. 20 terms of 1,000: 100,000 people.
 */
export async function fillDatabase(db: Kysely<DB>, { terms, proposals }: Size) {
  const people = terms * proposals + DRAFTS
  const staff = OFFICE + REVIEWERS
  const names = sql`
    (array['Akari','Zoë','Олег','健太','Nguyễn','José','Siobhán','Ελένη'])[1 + n % 8] as first_name,
    (array['Sato','Lefèvre','Кузнецов','小林','Hương','Muñoz','O''Connell','Παπαδοπούλου'])[1 + n / 8 % 8] || n as last_name,
    'person' || n || '@host' || n % 50 || '.example.org' as email,
    'Institute ' || n % 200 || ' of Planetary Materials' as affiliation`
  const text = (sentence: string, times: number) => sql`repeat(${`${sentence} `}::text, ${sql.lit(times)})`
  const titled = sql`'Hydrated silicates and organics, study ' || n`
  const abstract = text('We ask what the grains say of water.', 12)
  const rationale = text('Three grains of this size let us repeat each measurement once.', 5)
  await db.transaction().execute(async (tx) => {
    const run = (query: ReturnType<typeof sql>) => query.execute(tx)
    await run(sql`set local synchronous_commit = off`)
    const remake = await dropSearchIndexes(tx)
    await run(sql`
      insert into terms select n, now() - interval '60 days', now() + interval '30 days', now() - interval '50 days',
        now() + interval '60 days', now() + interval '90 days', false, n = ${terms}
      from generate_series(1, ${terms}::int) n`)
    await run(sql`insert into keywords (name) select 'Keyword ' || n from generate_series(1, 60) n`)
    await run(sql`insert into analysis_methods (name) select 'Method ' || n from generate_series(1, 40) n`)
    await run(sql`
      insert into users (first_name, last_name, email, affiliation, is_administration_office, is_reviewer, is_proposer)
      select first_name, last_name, email, affiliation, n <= ${OFFICE}, n > ${OFFICE} and n <= ${staff}, n > ${staff}
      from (select n, ${names} from generate_series(1, ${staff + people}::int) n) s order by n`)
    await run(sql`
      insert into applicants (user_id, first_name, last_name, email, affiliation, term_id, early_career, proposal_title,
        proposal_abstract, status, created_at)
      select id, first_name, last_name, email, affiliation, least(1 + (n - 1) / ${proposals}::int, ${terms}), n % 3, ${titled},
        ${abstract}, 1, now() - n * interval '1 minute'
      from (select *, (id - ${staff}::int) as n from users where is_proposer) s order by n`)
    // A proposal has the number of its notice.
    await run(sql`
      insert into proposals (user_id, term_id, status, early_career, title, abstract, properties, sample_description_1_1,
        sample_description_1_2, sample_description_2_1, methods_to_handle_of_sample, check_organization, check_collaborators,
        created_at, submitted_at, global_score, rank)
      select user_id, term_id, case when draft then 1 else 2 end, early_career, proposal_title, proposal_abstract, ${rationale},
        ${rationale}, ${rationale}, ${rationale}, ${rationale}, true, true, created_at, case when not draft then created_at end,
        case when not draft and (term_id < ${terms} or id % 5 = 0) then (id % 41) / 10.0 + 0.9 end,
        case when not draft and term_id < ${terms} then id % 20 end
      from (select *, id > ${people - DRAFTS} as draft from applicants) a order by id`)
    for (const [table, owner, key] of [
      ['applicant_collaborators', 'applicants', 'applicant_id'],
      ['proposal_collaborators', 'proposals', 'proposal_id'],
    ] as const)
      await run(sql`
        insert into ${sql.table(table)} (${sql.ref(key)}, position, first_name, last_name, email, affiliation)
        select id, k, first_name, last_name, 'c' || email, affiliation
        from (select o.id, k, ${names} from ${sql.table(owner)} o, generate_series(0, ${COLLABORATORS - 1}::int) k,
          lateral (select o.id * ${COLLABORATORS}::int + k as n) m) s`)
    await run(sql`
      insert into proposal_keywords (proposal_id, position, keyword_id)
      select id, k, 1 + (id * 7 + k * 11) % 60 from proposals, generate_series(0, 2) k`)
    await run(sql`
      insert into proposal_methods (proposal_id, position, analysis_method_id)
      select id, k, 1 + (id * 3 + k * 7) % 40 from proposals, generate_series(0, 1) k`)
    await run(sql`
      insert into samples (db_type, sample_type, name, weight, size, chamber)
      select 1, n % 2, 'A' || lpad(n::text, 4, '0'), n % 90 / 10.0, 500 + n, 1 + n % 2
      from generate_series(1, ${SAMPLES}::int) n`)
    await run(sql`
      insert into requested_samples (proposal_id, priority, db_type, sample_type, sample_id)
      select p.id, k, 1, s.sample_type, case when k < 5 then s.id end
      from proposals p, generate_series(1, 5) k
      join lateral (select 1 + (p.id * 37 + k * 101) % ${SAMPLES}::int as asked) a on true
      join samples s on s.id = a.asked`)
    await run(sql`
      insert into assignments (sample_id, proposal_id)
      select sample_id, proposal_id from requested_samples r join proposals p on p.id = r.proposal_id
      where priority = 1 and r.proposal_id % 4 = 0 and p.status = 2`)
    const comment = (sentence: string) => text(sentence, 5)
    await run(sql`
      insert into reports (proposal_id, user_id, status, requested_at, submitted_at, science_score, technical_score,
        science_comment_strength, science_comment_weakness, technical_comment_strength, technical_comment_weakness)
      select id, ${OFFICE}::int + 1 + (id * ${REPORTS}::int + k) % ${REVIEWERS}::int, given, now() - interval '4 days',
        case when given = 3 then now() - interval '1 day' end, case when given = 3 then 1 + (id * 7 + k * 3) % 5 end,
        case when given = 3 then 1 + (id * 5 + k) % 5 end, ${comment('A question that only these grains can answer.')},
        ${comment('The amount that is asked for is more than it takes.')}, ${comment('The group has done this before.')},
        ${comment('The beam time is not granted yet.')}
      from (select id, k, case when term_id < ${terms} or id % 5 < 3 or k = 0 then 3 when id % 5 = 4 and k = 2 then 1 else 2 end as given
        from proposals, generate_series(0, ${REPORTS - 1}::int) k where status = 2) s`)
    await run(sql`
      insert into mails (kind, recipients, subject, body, state, sent_at, created_at, proposal_ids)
      select case k when 0 then 'registration' else 'submission' end, array[u.email], 'Your proposal ' || p.id, ${abstract}, 'sent',
        p.created_at, p.created_at, array[p.id]
      from proposals p join users u on u.id = p.user_id, generate_series(0, 1) k`)
    await run(sql`
      insert into audit_entries (at, user_id, action, object_type, object_id, proposal_id, after)
      select now() - p.id * interval '1 minute', p.user_id, (array['proposal.save','proposal.save','proposal.submit'])[k], 'proposal',
        p.id, p.id, jsonb_build_object('title', p.title)
      from proposals p, generate_series(1, 3) k order by p.id desc, k`)
    await run(sql`
      insert into group_mails (title, content, sender_id)
      select 'Letter ' || n, ${abstract}, 1 from generate_series(1, 200) n`)
    await run(sql`
      insert into information (title, target, content, date, published)
      select 'News ' || n, 1 + n % 4, ${abstract}, current_date - n, true from generate_series(1, 200) n`)
    await run(sql`update terms set disabled = id < ${terms}`)
    await remake()
  })
  await sql`vacuum analyze`.execute(db)
  // Otherwise the checkpoint would run during the measurement.
  await sql`checkpoint`.execute(db)
}

export const withFilledSystem = <T>(size: Size, work: (ground: System) => Promise<T>) =>
  withSystem((db) => fillDatabase(db, size), work, `${size.terms}x${size.proposals}`)

/** Drops the search indexes, which are faster to build at once; returns a function that creates them again. */
async function dropSearchIndexes(tx: Kysely<DB>) {
  const { rows } = await sql<{ name: string; made: string }>`
    select indexname as name, indexdef as made from pg_indexes where schemaname = current_schema() and indexdef like '%USING gin%'`.execute(
    tx,
  )
  for (const { name } of rows) await sql`drop index ${sql.ref(name)}`.execute(tx)
  return async () => {
    await sql`set local maintenance_work_mem = '256MB'`.execute(tx)
    for (const { made } of rows) await sql.raw(made).execute(tx)
  }
}
