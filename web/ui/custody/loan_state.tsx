import { type LoanState, loanStatus } from '#domain/custody/loans/status.ts'
import { StatusChip } from '../text/chips.tsx'

/** The state of a loan. `quiet`: without background, in lists. */
export const LoanStateChip = ({ state, quiet }: { state: LoanState; quiet?: boolean }) => (
  <StatusChip colour={loanStatus.colour(state)} quiet={quiet ?? false}>
    {loanStatus.label(state)}
  </StatusChip>
)
