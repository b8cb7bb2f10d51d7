import { address } from '#domain/address.ts'
import type { LoanSummary } from '#domain/custody/loans/list_contract.ts'
import { type LoanState, loanStatus } from '#domain/custody/loans/status.ts'
import type { Asteroid } from '#domain/masters/values.ts'
import { amountsText } from '#web/ui/custody/amount.tsx'
import { ProgressStrip, StripFigure, type StripPart } from '#web/ui/lists/progress_strip.tsx'
import { AsteroidMark } from '#web/ui/text/asteroid.tsx'
import classes from './list.module.css'

const KINDS: Record<Exclude<LoanState, 'closed'>, StripPart['kind']> = {
  agreement_due: 'asked',
  ready_to_pack: 'ready',
  dispatched: 'moving',
  received: 'nearly',
  in_use: 'done',
  returned: 'back',
  consumed: 'waiting',
  lost: 'idle',
}

const CAN_BE_LATE = ['dispatched', 'received', 'in_use']

const count = (n: number, one: string, many: string) => `${n} ${n === 1 ? one : many}`

/** How many loans are open, how much is out, and in which states they are; each leads to the list of exactly those. */
export function OpenLoans({ summary }: { summary: LoanSummary }) {
  const { open, holders, out, late, states } = summary
  const parts: StripPart[] = [
    { label: 'Late', count: late, kind: 'trouble', to: address('/loans', {}, { late: 'true' }) },
    ...Object.entries(KINDS).map(([state, kind]) => ({
      label: loanStatus.label(state as LoanState),
      count: states[state] ?? 0,
      kind,
      // Late ones are counted apart, but the list of a state has them too.
      ...((late === 0 || !CAN_BE_LATE.includes(state)) && { to: address('/loans', {}, { state }) }),
    })),
  ]
  return (
    <ProgressStrip label="Open loans" parts={parts.filter((part) => part.count > 0)}>
      <div>
        <StripFigure>{open}</StripFigure>
        {` ${open === 1 ? 'open loan' : 'open loans'}, ${count(holders, 'holder', 'holders')}`}
      </div>
      <span className={classes.out}>
        out:
        {out.map(({ db_type, ug, mpa }) => (
          <span key={db_type}>
            <AsteroidMark asteroid={db_type as Asteroid} /> {amountsText(ug, mpa)}
          </span>
        ))}
      </span>
    </ProgressStrip>
  )
}
