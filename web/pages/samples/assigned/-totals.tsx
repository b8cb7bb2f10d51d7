import type { AssignedRow } from '#domain/allocation/contract.ts'
import { groupBy } from '#domain/group_by.ts'
import { type Asteroid, asteroids, GAS, labelOf, type SampleType } from '#domain/masters/values.ts'
import { totalMg } from '#domain/samples/exact_sum.ts'
import classes from './-assigned.module.css'

/** The totals of assignments. */
interface Totals extends Amount {
  proposals: number
  /** Samples other than gas with unknown weight. */
  unweighed: number
  kinds: (Amount & { db_type: Asteroid; type: SampleType })[]
}
interface Amount {
  pieces: number
  /** The sum of the known weights. */
  mg: number
}

type Given = Pick<AssignedRow, 'proposal_id' | 'db_type' | 'type' | 'weight'>

const amount = (rows: readonly Given[]): Amount => ({
  pieces: rows.length,
  mg: totalMg(rows),
})

/** The totals of these assignments, overall and by asteroid and type. */
export function totalsOf(rows: readonly Given[]): Totals {
  const kinds = [...groupBy(rows, ({ db_type, type }) => `${db_type} ${type}`).values()]
  return {
    ...amount(rows),
    proposals: new Set(rows.map(({ proposal_id }) => proposal_id)).size,
    unweighed: rows.filter(({ type, weight }) => type !== GAS && weight === null).length,
    kinds: kinds
      .map((of) => ({ db_type: of[0]!.db_type, type: of[0]!.type, ...amount(of) }))
      .sort((a, b) => a.db_type - b.db_type || a.type - b.type),
  }
}

/** '1 piece', '12 pieces'. */
export const piecesText = (pieces: number) => `${pieces} ${pieces === 1 ? 'piece' : 'pieces'}`

/** '8 Ryugu particle, 30.1 mg'; gas has no weight. */
export const kindText = ({ db_type, type, pieces, mg }: Totals['kinds'][number]) =>
  `${pieces} ${asteroids[db_type]} ${labelOf('sample_type', type).toLowerCase()}${type === GAS ? '' : `, ${mg} mg`}`

/** The totals in a line: '12 pieces, 48.2 mg for 7 proposals: 8 Ryugu particle, 30.1 mg; …'. */
export function TotalsText({ of }: { of: readonly AssignedRow[] }) {
  const { pieces, mg, proposals, unweighed, kinds } = totalsOf(of)
  return (
    <>
      <b>{`${piecesText(pieces)}, ${mg} mg`}</b>
      {` for ${proposals} ${proposals === 1 ? 'proposal' : 'proposals'}`}
      <span className={classes.kinds}>{`: ${kinds.map(kindText).join('; ')}`}</span>
      {unweighed > 0 && <span className={classes.kinds}>{`; ${unweighed} without a weight`}</span>}
    </>
  )
}
