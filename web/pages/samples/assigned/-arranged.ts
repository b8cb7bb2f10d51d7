import type { AssignedRow } from '#domain/allocation/contract.ts'
import { bestFirst } from '#domain/allocation/listed.ts'

/** The ways in which the assigned list puts its rows together. */
export const VIEWS = { proposal: 'By proposal', sample: 'By sample' } as const
export type View = keyof typeof VIEWS
export const VIEW_NAMES = ['proposal', 'sample'] as const satisfies View[]

const priority = ({ request }: AssignedRow) => request?.priority ?? Number.MAX_SAFE_INTEGER

/** Of rows by name, the samples that several have first; of one sample the best first. */
const bySample = (a: AssignedRow, b: AssignedRow) =>
  Number(b.others.length > 0) - Number(a.others.length > 0) ||
  a.db_type - b.db_type ||
  (a.name < b.name ? -1 : a.name > b.name ? 1 : bestFirst(a, b))

const ORDERS = {
  proposal: (a: AssignedRow, b: AssignedRow) => bestFirst(a, b) || priority(a) - priority(b),
  sample: bySample,
}

/** Rows in the order of a view; `rows` come by asteroid and name. */
export const arranged = (rows: readonly AssignedRow[], view: View) => rows.toSorted(ORDERS[view])

/** The samples that nobody else has stand in one group. */
export const UNCONTESTED = 'uncontested'

/** What a row stands under in a view. */
export const groupOf = (row: AssignedRow, view: View) =>
  view === 'proposal' ? String(row.proposal_id) : row.others.length > 0 ? String(row.id) : UNCONTESTED
