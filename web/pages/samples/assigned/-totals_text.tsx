import type { AssignedRow } from '#domain/allocation/contract.ts'
import classes from './-assigned.module.css'
import { kindText, mgText, piecesText, totalsOf } from './-totals.ts'

/** What assignments come to, in a line: '12 pieces, 48.2 mg for 7 proposals: 8 Ryugu particle, 30.1 mg; …'. */
export function TotalsText({ of }: { of: readonly AssignedRow[] }) {
  const { pieces, mg, proposals, unweighed, kinds } = totalsOf(of)
  return (
    <>
      <b>{`${piecesText(pieces)}, ${mgText(mg)} mg`}</b>
      {` for ${proposals} ${proposals === 1 ? 'proposal' : 'proposals'}`}
      <span className={classes.kinds}>{`: ${kinds.map(kindText).join('; ')}`}</span>
      {unweighed > 0 && <span className={classes.kinds}>{`; ${unweighed} without a weight`}</span>}
    </>
  )
}
