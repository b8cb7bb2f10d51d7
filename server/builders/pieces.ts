import { micrograms } from '#domain/custody/amounts.ts'
import type { NewEvent } from '#domain/custody/events.ts'
import { GAS } from '#domain/masters/values.ts'
import { enterPiece, lockPieces, type Piece, record } from '../custody/events.ts'
import type { AnyCtx } from '../platform/context.ts'
import { aSample } from './samples.ts'

/** Enters the piece of a new sample: by default a Ryugu particle of 5.4 mg. */
export async function aPiece(ctx: AnyCtx, sample: Parameters<typeof aSample>[1] = {}): Promise<Piece> {
  const { id } = await aSample(ctx, sample)
  return ctx.write((tx) => enterPiece(tx, id))
}

/** Enters the piece of a new bottle of gas: by default 120.5 Pa in 100 ml. */
export const aBottle = (ctx: AnyCtx, sample: Parameters<typeof aSample>[1] = {}) =>
  aPiece(ctx, { sample_type: GAS, weight: null, size: null, pressure: 120.5, volume: 100, ...sample })

/** Records events of a piece one after the other, and returns the piece after them. */
export const recordAll = (ctx: AnyCtx, { id }: { id: number }, events: readonly NewEvent[]): Promise<Piece> =>
  ctx.write(async (tx) => {
    let [piece] = await lockPieces(tx, [id])
    for (const event of events) piece = await record(tx, piece!, event)
    return piece!
  })

export const carrier = { holder_kind: 'carrier', holder_user_id: null, holder_name: 'DHL' } as const
const borrowerOf = ({ id, name }: { id: number; name: string }) =>
  ({ holder_kind: 'borrower', holder_user_id: id, holder_name: name }) as const

/** What happens to a piece on its way to a borrower and back, in order, by name. */
export const journey = (loan_id: number, borrower: { id: number; name: string }) =>
  ({
    pack: { kind: 'pack', loan_id },
    dispatch: { kind: 'dispatch', holder: carrier },
    receive: { kind: 'receive', holder: borrowerOf(borrower) },
    use: { kind: 'use' },
    consume: { kind: 'consume', amount: micrograms(100) },
    send_back: { kind: 'send_back', holder: carrier },
    return: { kind: 'return' },
    offer: { kind: 'offer' },
  }) satisfies Record<string, NewEvent>
