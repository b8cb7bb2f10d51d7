import { type PieceState, pieceState } from '#domain/custody/status.ts'
import { StatusChip } from '../text/chips.tsx'

/** The state of a piece. `quiet`: without background, in lists. */
export const PieceStateChip = ({ state, quiet }: { state: PieceState; quiet?: boolean }) => (
  <StatusChip colour={pieceState.colour(state)} quiet={quiet ?? false}>
    {pieceState.label(state)}
  </StatusChip>
)
