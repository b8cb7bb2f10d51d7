import { type Kysely, sql } from 'kysely'
import type { DB } from '#server/platform/database/database.ts'
import { fillGrid } from './grid_fixtures.ts'

/**
 * One call in which each proposal has its five requested samples: four by name, one of a kind. Every fiftieth sample is
 * also requested by and assigned to the next proposal.
 */
export async function fillAssignments(db: Kysely<DB>, proposals: number) {
  await fillGrid(db, proposals, proposals * 5)
  await sql`delete from assignments`.execute(db)
  await sql`delete from requested_samples`.execute(db)
  await sql`
    insert into requested_samples (proposal_id, priority, db_type, sample_type, sample_id)
    select p.id, k, 1, s.sample_type, case when k < 5 then s.id end
    from (select id, row_number() over (order by id) - 1 as n from proposals) p, generate_series(1, 5) k,
      lateral (select id, sample_type from samples order by id offset p.n * 5 + k - 1 limit 1) s`.execute(db)
  await sql`
    insert into assignments (sample_id, proposal_id)
    select s.id, p.id + d.next
    from (select id, row_number() over (order by id) - 1 as n from samples) s
    join (select id, row_number() over (order by id) - 1 as n from proposals) p on p.n = s.n / 5
    cross join (values (0), (1)) d (next)
    where d.next = 0 or (s.n % 50 = 0 and exists (select 1 from proposals o where o.id = p.id + 1))`.execute(
    db,
  )
  await sql`
    insert into requested_samples (proposal_id, priority, db_type, sample_type, sample_id)
    select a.proposal_id, 6, 1, s.sample_type, s.id
    from assignments a join samples s on s.id = a.sample_id
    where not exists (select 1 from requested_samples r where r.proposal_id = a.proposal_id and r.sample_id = s.id)
      and exists (select 1 from assignments o where o.sample_id = a.sample_id and o.proposal_id < a.proposal_id)`.execute(
    db,
  )
  await sql`analyze`.execute(db)
}
