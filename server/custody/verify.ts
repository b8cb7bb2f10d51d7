import { StartError } from '../platform/config.ts'
import type { AnyCtx, Db } from '../platform/context.ts'
import { countEvents, findMissingEvent, findUnbalancedPiece, findUnrecordedEvent } from './verify_queries.ts'

/** What is wrong with the events of pieces: not as the audit log holds them, or not what the pieces are; one of a kind. */
export async function findCustodyFaults(db: Db): Promise<string[]> {
  const unrecorded = await findUnrecordedEvent(db)
  const missing = await findMissingEvent(db)
  const unbalanced = await findUnbalancedPiece(db)
  return [
    ...(unrecorded
      ? [`Event ${unrecorded.number} of piece ${unrecorded.name} is not as the audit log holds it.`]
      : []),
    ...(missing
      ? [
          `Event ${missing.number} of piece ${missing.piece_id} is missing: entry ${missing.id} of the audit log holds it.`,
        ]
      : []),
    ...(unbalanced ? [`Piece ${unbalanced.name} is not what follows from its events.`] : []),
  ]
}

/** Compares the events of pieces with the audit log and with the pieces. Throws StartError with what is wrong. */
export const verifyCustody =
  (say: (line: string) => void) =>
  async ({ db }: AnyCtx) => {
    const faults = await findCustodyFaults(db)
    if (faults.length > 0) throw new StartError(faults.join('\n'))
    const { events, pieces } = await countEvents(db)
    if (events > 0)
      say(
        `The audit log holds every event of pieces, and they follow from them. Events: ${events}. Pieces: ${pieces}.`,
      )
  }
