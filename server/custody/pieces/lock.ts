import type { PieceAddress } from '#domain/custody/address.ts'
import type { Tx } from '../../platform/context.ts'
import { requireVersion } from '../../platform/version_conflict.ts'
import { lockPiecesAt, type Piece } from '../events.ts'
import { findLastEvent } from './queries.ts'

/** Locks the piece of a command. Throws 'missing', and 'stale' when it has changed since `version`. */
export async function lockAt(
  tx: Tx,
  address: PieceAddress,
  version: number | null | undefined,
): Promise<Piece> {
  const [piece] = await lockPiecesAt(tx, [address])
  const { by_name, at } = await findLastEvent(tx, piece!.id)
  requireVersion(piece!.name, version, { version: piece!.last_event, saved_by: by_name, saved_at: at })
  return piece!
}
