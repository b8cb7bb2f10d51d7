import { type Kysely, sql } from 'kysely'
import type { DB } from '#server/platform/database/database.ts'

/** Fills a migrated, empty database with one call: submitted proposals with five requests each, and particles. */
export async function fillGrid(db: Kysely<DB>, proposals: number, samples: number) {
  await sql`
    insert into terms values (7, now() - interval '90 days', now() - interval '60 days', now() - interval '50 days',
      now() - interval '10 days', now() + interval '30 days', false, true)`.execute(db)
  await sql`
    insert into users (first_name, last_name, email, is_administration_office, is_proposer)
    select 'Akari', 'Sato' || n, 'person' || n || '@example.org', n = 1, n > 1
    from generate_series(1, ${proposals + 1}::int) n`.execute(db)
  await sql`
    insert into proposals (term_id, user_id, status, title, global_score, rank)
    select 7, id, 2, 'Hydrated silicates and organics, study ' || id, (id % 41) / 10.0 + 0.9, id % 20
    from users where is_proposer`.execute(db)
  await sql`
    insert into samples (db_type, sample_type, name, weight, size, chamber)
    select 1, n % 2, 'A' || lpad(n::text, 5, '0'), n % 90 / 10.0, 500 + n, 1 + n % 2
    from generate_series(1, ${samples}::int) n`.execute(db)
  await sql`
    insert into requested_samples (proposal_id, priority, db_type, sample_type, sample_id)
    select p.id, k, 1, s.sample_type, case when k < 5 then s.id end
    from proposals p, generate_series(1, 5) k,
      lateral (select id, sample_type from samples where id = 1 + (p.id * 37 + k * 101) % ${samples}::int) s`.execute(
    db,
  )
  await sql`
    insert into assignments (sample_id, proposal_id)
    select sample_id, proposal_id from requested_samples where priority = 1 and proposal_id % 3 = 0`.execute(
    db,
  )
  await sql`analyze`.execute(db)
}
