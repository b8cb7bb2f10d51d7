import { addPublication } from '../../custody/publications/service.ts'
import type { Ctx } from '../../platform/context.ts'
import type { TestServer } from '../test_server.ts'

/** About pieces of Kamo's, Riga's and Pisa's loans; each column that can be sorted has another order. */
const PUBLICATIONS = [
  { loan: 'L0004', title: 'Olivine in Ryugu', doi: '10.5555/olivine', year: 2027, confirmed: true },
  { loan: 'L0003', title: 'Garnet in Ryugu', doi: '10.5555/garnet', year: 2028, confirmed: true },
  { loan: 'L0001', title: 'Serpentine in Bennu', doi: '10.5555/serpentine', year: 2026, confirmed: false },
]

/** Publications about lent pieces, one to be confirmed. Returns the name of the piece by the loan's number. */
export async function createPublications({ db, services, at }: TestServer, office: Ctx) {
  const now = services.clock()
  const names: Record<string, string> = {}
  for (const [i, { loan, confirmed, ...publication }] of PUBLICATIONS.entries()) {
    at(new Date(+now + i * 3_600_000))
    const piece = await db
      .selectFrom('loan_pieces as q')
      .innerJoin('loans as l', 'l.id', 'q.loan_id')
      .innerJoin('pieces as p', 'p.id', 'q.piece_id')
      .select(['p.address', 'p.name'])
      .where('l.number', '=', loan)
      .orderBy('p.id')
      .executeTakeFirstOrThrow()
    names[loan] = piece.name
    await addPublication(office, { ...publication, pieces: [piece.address] })
    if (!confirmed)
      await db
        .updateTable('publication_pieces')
        .set({ confirmed_at: null, confirmed_by: null, confirmed_by_name: null })
        .where('publication_id', '=', (eb) =>
          eb.selectFrom('publications').select('id').where('doi', '=', publication.doi),
        )
        .execute()
  }
  at(now)
  return names
}
