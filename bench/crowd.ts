import type { Kysely } from 'kysely'
import { sql } from 'kysely'
import type { DB } from '#server/platform/database/database.ts'

/** Fills a migrated, empty database with ten terms of 2,000 applicants and proposers each, with four collaborators. */
export async function crowd(db: Kysely<DB>, people = 20_000) {
  await sql`
    insert into terms select n, now() - interval '60 days', now() + interval '30 days', now() - interval '50 days',
      now() + interval '60 days', now() + interval '90 days', n < 10, n = 10 from generate_series(1, 10) n`.execute(
    db,
  )
  const names = sql`
    (array['Akari','Zoë','Олег','健太','Nguyễn','José','Siobhán','Ελένη'])[1 + n % 8] as first_name,
    (array['Sato','Lefèvre','Кузнецов','小林','Hương','Muñoz','O''Connell','Παπαδοπούλου'])[1 + n / 8 % 8] || n as last_name,
    'person' || n || '@host' || n % 50 || '.example.org' as email,
    'Institute ' || n % 200 || ' of Planetary Materials' as affiliation`
  await sql`
    insert into users (first_name, last_name, email, affiliation, is_proposer)
    select first_name, last_name, email, affiliation, true from (select ${names} from generate_series(1, ${people}) n) s`.execute(
    db,
  )
  await sql`
    insert into applicants (first_name, last_name, email, affiliation, term_id, early_career, proposal_title,
      proposal_abstract, status, created_at)
    select first_name, last_name, email, affiliation, 1 + n % 10, n % 3, 'Hydrated silicates and organics, study ' || n,
      repeat('We ask what the grains say of water. ', 8), n % 3, now() - n * interval '1 minute'
    from (select n, ${names} from generate_series(1, ${people}) n) s`.execute(db)
  await sql`
    insert into proposals (user_id, term_id, status, early_career, title, abstract)
    select id, 1 + id % 10, id % 3, id % 3, 'Hydrated silicates and organics, study ' || id,
      repeat('We ask what the grains say of water. ', 8) from users`.execute(db)
  for (const [table, owner, key] of [
    ['applicant_collaborators', 'applicants', 'applicant_id'],
    ['proposal_collaborators', 'proposals', 'proposal_id'],
  ] as const)
    await sql`
      insert into ${sql.table(table)} (${sql.ref(key)}, position, first_name, last_name, email, affiliation)
      select id, k, first_name, last_name, 'c' || email, affiliation
      from (select o.id, k, ${names} from ${sql.table(owner)} o, generate_series(0, 3) k,
        lateral (select (o.id * 4 + k) % ${people} as n) m) s`.execute(db)
  await sql`analyze`.execute(db)
}
