import { sql } from 'kysely'
import { GAS, PARTICLE, RYUGU } from '#domain/masters/values.ts'
import type { TestServer } from '../test_server.ts'
import { LENT } from './exported_loan.ts'

/** Known beforehand, as the paths of exports are. */
export const INVENTORY_ID = 77
export const MOMENTS = {
  released: '2026-05-02T01:02:03.000Z',
  read: '2026-05-03T01:02:03.000Z',
  answered: '2026-05-04T01:02:03.000Z',
  resolved: '2026-05-05T01:02:03.000Z',
}
/** As an inventory writes them, to the microsecond. */
export const inFull = (moment: string) => moment.replace('Z', '000Z')

interface Facts {
  proposal_id: number
  admin: { id: number }
  /** Who answers for the pieces. */
  holder: { id: number }
  accepted: { id: number; name: string }
  declined: { id: number; name: string }
  note: string
}

/** A result that is granted in part, read, answered and closed: one sample is accepted, one declined. */
export async function createExportedResult(
  { db }: TestServer,
  { proposal_id, admin, accepted, declined, note }: Facts,
) {
  await db
    .insertInto('results')
    .values({
      ...{ proposal_id, edition: 1, state: 'noted', outcome: 'part', heading: 'Result', text: note },
      ...{ requests: 6, drafted_at: MOMENTS.released, saved_at: MOMENTS.released, drafted_by: admin.id },
      unmet: JSON.stringify([
        { id: 1, priority: 3, reason: 'none_available' },
        { id: 2, priority: 5, reason: 'not_in_full' },
      ]),
      ...{ released_at: MOMENTS.released, read_at: MOMENTS.read, answer_by: '2026-05-23' },
      ...{ answered_at: MOMENTS.answered, answered_by: admin.id, noted_at: MOMENTS.resolved },
    })
    .execute()
  await db
    .insertInto('result_samples')
    .values([
      {
        ...{ proposal_id, edition: 1, sample_id: accepted.id, name: accepted.name, accepted: true },
        ...{ db_type: RYUGU, sample_type: PARTICLE, weight: 5.4 },
      },
      {
        ...{ proposal_id, edition: 1, sample_id: declined.id, name: declined.name, accepted: false },
        ...{ db_type: RYUGU, sample_type: GAS },
      },
    ])
    .execute()
}

/** An inventory with a difference that is resolved, and one that its holder is to weigh again; and a publication. */
export async function createExportedInventory(
  { db }: TestServer,
  { admin, holder, accepted, declined, note }: Facts,
) {
  const { id: loan_id } = await db
    .selectFrom('loans')
    .select('id')
    .where('number', '=', LENT.number)
    .executeTakeFirstOrThrow()
  const pieceOf = async ({ name }: { name: string }) =>
    (await db.selectFrom('pieces').select('id').where('name', '=', name).executeTakeFirstOrThrow()).id
  await sql`insert into inventories (id, name, asked_at, asked_by, asked_by_name, until, tolerance_ug, tolerance_mpa)
    overriding system value
    values (${INVENTORY_ID}, 'Inventory 2026', ${MOMENTS.read}, ${admin.id}, 'Oki', '2026-06-30', 5, 500)`.execute(
    db,
  )
  const answer = { answer: 'there', answered_at: MOMENTS.answered, answered_by_name: '=Uli', loan_id }
  const of = { inventory_id: INVENTORY_ID, holder_user_id: holder.id, holder_name: '+Hal' }
  const [solid, gas] = [await pieceOf(accepted), await pieceOf(declined)]
  await db
    .insertInto('inventory_pieces')
    .values([
      {
        ...{ ...of, ...answer, piece_id: solid, unit: 'ug', found: 5000, on_record: 5130, remark: note },
        ...{ condition: 'broken', resolution: '=Handling loss', resolved_at: MOMENTS.resolved },
        resolved_by_name: '@Oki',
      },
      {
        ...{ ...of, ...answer, piece_id: gas, unit: 'mpa', found: 80_000, on_record: 88_000 },
        question: 'curation',
      },
    ])
    .execute()
  const { id: publication_id } = await db
    .insertInto('publications')
    .values({
      ...{ doi: '10.1234/=veins', title: '=Veins, "walls"', year: 2026, added_at: MOMENTS.read },
      ...{ added_by: admin.id, added_by_name: '+Ada' },
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await db
    .insertInto('publication_pieces')
    .values([
      {
        ...{ publication_id, piece_id: solid, loan_id, confirmed_at: MOMENTS.answered },
        ...{ confirmed_by: admin.id, confirmed_by_name: '-Oki' },
      },
      { publication_id, piece_id: gas, loan_id },
    ])
    .execute()
}
