import { sql } from 'kysely'
import { aPiece, carrier, recordAll } from '../../builders/pieces.ts'
import { counterEvent, lockPieces, splitPiece } from '../../custody/events.ts'
import type { Ctx } from '../../platform/context.ts'
import { aLoanRow } from '../loan_row.ts'
import type { TestServer } from '../test_server.ts'

/** Known beforehand, as the paths of exports are. */
export const ADDRESSES = { root: 'aaaaaaaaaaaa', part: 'bbbbbbbbbbbb' }
export const PART = { form: '=Powder, "fine"', place: '=N2-3, "drawer 4"' }
export const SECOND = '=Bo Ek'

/** A piece that was split, whose part is on its way and was written off by mistake. Returns its loan's number. */
export async function createExportedPieces(
  { db }: TestServer,
  office: Ctx,
  { second, note }: { second: { id: number }; note: string },
): Promise<string> {
  const loan = await aLoanRow(db)
  const root = await aPiece(office, { name: 'X1', weight: 5 })
  const part = await office.write(async (tx) => {
    const [piece] = await lockPieces(tx, [root.id])
    const split = { parts: [{ amount: 4893, ...PART }], consumed: 100, lost: 10, details: { note } }
    return (await splitPiece(tx, piece!, split, { tolerance: 5 })).parts[0]!
  })
  await recordAll(office, part, [
    { kind: 'pack', loan_id: loan.id },
    { kind: 'dispatch', holder: { ...carrier, holder_name: '=DHL' } },
    { kind: 'write_off', second: { id: second.id, name: SECOND }, reason: note },
  ])
  await office.write(async (tx) => {
    const [piece] = await lockPieces(tx, [part.id])
    await counterEvent(tx, piece!, { number: 4, reason: 'Found again' })
  })
  await sql`set constraints all immediate`.execute(db)
  await sql`set constraints all deferred`.execute(db)
  await sql`alter table pieces disable trigger pieces_follow`.execute(db)
  for (const [id, address] of [[root.id, ADDRESSES.root] as const, [part.id, ADDRESSES.part] as const])
    await db.updateTable('pieces').set({ address }).where('id', '=', id).execute()
  await sql`alter table pieces enable trigger pieces_follow`.execute(db)
  return loan.number
}
