import { sql } from 'kysely'
import type { Db } from '#server/platform/context.ts'
import { sessionOf } from './browser.ts'

const OFFICE = 3
const REVIEWERS = 50
const PROPOSERS = 300
/** Proposals that were handed in early and are reviewed already, each by so many. */
const EARLY = 60
const REPORTS = 4
const SAMPLES = 300
const PAST_TERMS = 5
const PAST_PROPOSALS = 60

const TERM = 7

/**
 * Fills a migrated, empty database with a call on the evening of its deadline: drafts, some proposals handed in before,
 * reports on them in every status from requested to submitted, a catalogue, and past terms. Answers who takes part, each
 * with the cookie of a session.
 */
export async function fillEvening(db: Db) {
  await sql`
    insert into terms select n, now() - interval '90 days', now() - interval '20 days', now() - interval '60 days',
      now() + interval '2 hours', now() + interval '40 days', n < ${TERM}, n = ${TERM}
    from generate_series(${TERM - PAST_TERMS}::int, ${TERM}::int) n`.execute(db)
  await sql`insert into keywords (name) select 'Keyword ' || n from generate_series(1, 20) n`.execute(db)
  await sql`insert into analysis_methods (name) select 'Method ' || n from generate_series(1, 12) n`.execute(
    db,
  )
  await sql`
    insert into users (first_name, last_name, email, affiliation, is_administration_office, is_reviewer, is_proposer)
    select (array['Akari','Zoë','Олег','健太','José','Siobhán'])[1 + n % 6], 'Sato' || n, 'person' || n || '@example.org',
      'Institute ' || n % 40 || ' of Planetary Materials', n <= ${OFFICE}, n between ${OFFICE + 1} and ${OFFICE + REVIEWERS},
      n > ${OFFICE + REVIEWERS}
    from generate_series(1, ${OFFICE + REVIEWERS + PROPOSERS + EARLY}::int) n`.execute(db)
  await sql`
    insert into applicants (user_id, first_name, last_name, email, affiliation, term_id, proposal_title, proposal_abstract, status)
    select id, first_name, last_name, email, affiliation, ${TERM}, 'Hydrated silicates and organics, study ' || id,
      repeat('We ask what the grains say of water. ', 8), 1 from users where is_proposer`.execute(db)
  await sql`
    insert into proposals (user_id, term_id, status, title, abstract, properties, check_organization, check_collaborators, submitted_at)
    select u.id, t.id, case when early then 2 else 1 end, 'Hydrated silicates and organics, study ' || u.id,
      repeat('We ask what the grains say of water. ', 20), repeat('The beam line is there and the group knows it. ', 200),
      early, early, case when early then now() - interval '5 days' end
    from (select id, row_number() over (order by id) as n from users where is_proposer) u, terms t,
      lateral (select t.id < ${TERM} or u.n > ${PROPOSERS} as early) e
    where t.id = ${TERM} or u.n <= ${PAST_PROPOSALS}`.execute(db)
  await sql`
    insert into proposal_collaborators (proposal_id, position, first_name, last_name, email, affiliation)
    select id, k, 'Mika', 'Abe' || id, 'mika' || id || '.' || k || '@example.org', 'Institute of Small Bodies'
    from proposals, generate_series(0, 2) k`.execute(db)
  await sql`
    insert into proposal_keywords (proposal_id, position, keyword_id)
    select p.id, k.id - 1, k.id from proposals p, keywords k where k.id <= 3`.execute(db)
  await sql`
    insert into samples (db_type, sample_type, name, weight, size, chamber)
    select 1, n % 2, 'A' || lpad(n::text, 4, '0'), 0.5 + n % 90 / 10.0, 500 + n, 1 + n % 2
    from generate_series(1, ${SAMPLES}::int) n`.execute(db)
  await sql`
    insert into requested_samples (proposal_id, priority, db_type, sample_type, sample_id)
    select p.id, k, 1, s.sample_type, case when k < 5 then s.id end
    from proposals p, generate_series(1, 5) k,
      lateral (select id, sample_type from samples where id = 1 + (p.id * 37 + k * 101) % ${SAMPLES}::int) s`.execute(
    db,
  )
  await sql`
    insert into reports (proposal_id, user_id, status, requested_at, submitted_at, science_score, technical_score,
      science_comment_strength)
    select p.id, ${OFFICE}::int + 1 + (p.n * ${REPORTS}::int + k) % ${REVIEWERS}::int, status, now() - interval '4 days',
      case when status = 3 then now() - interval '1 day' end, case when status = 3 then 4 end,
      case when status = 3 then 3 end, case when status = 3 then 'A question that only these grains answer.' else '' end
    from (select id, row_number() over (order by id) as n from proposals where term_id = ${TERM} and status = 2) p,
      generate_series(0, ${REPORTS - 1}::int) k, lateral (select (array[3, 2, 2, 1])[k + 1] as status) s`.execute(
    db,
  )
  await sql`analyze`.execute(db)

  const of = (role: 'is_administration_office' | 'is_reviewer') =>
    db.selectFrom('users').select('id').where(role, '=', true).orderBy('id').execute()
  const withSession = async <T extends { user_id: number }>(people: T[]) => {
    const made: (T & { session: string })[] = []
    for (const one of people) made.push({ ...one, session: await sessionOf(db, one.user_id) })
    return made
  }
  const ids = (rows: { id: number }[]) => rows.map(({ id }) => ({ user_id: id }))
  const current = db.selectFrom('proposals').where('term_id', '=', TERM)
  const drafts = await current.select(['id as proposal_id', 'user_id']).where('status', '=', 1).execute()
  const early = await current.select('id').where('status', '=', 2).execute()
  const samples = await db.selectFrom('samples').select('id').execute()
  return {
    office: await withSession(ids(await of('is_administration_office'))),
    reviewers: await withSession(ids(await of('is_reviewer'))),
    proposers: await withSession(drafts),
    board: {
      term_id: TERM,
      samples: samples.map(({ id }) => id),
      proposals: early.map(({ id }) => id),
      priorities: [1, 2, 3, 4, 5],
    },
  }
}
