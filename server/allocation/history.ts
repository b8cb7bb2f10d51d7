import type { allocationActions } from '#domain/allocation/actions.ts'
import type { Change as Happening } from '#domain/allocation/contract.ts'
import type { Pair } from '#domain/allocation/rules.ts'
import type { SampleType } from '#domain/masters/values.ts'
import type { Tx } from '../platform/context.ts'

type Kind = Exclude<Happening, 'added' | 'changed'>
interface Changed extends Pair {
  name: string
  sample_type: SampleType
}
export type Changes = Partial<Record<Kind, readonly Changed[]>>

const pick = ({ sample_id, name, sample_type, proposal_id }: Changed) => ({
  sample_id,
  name,
  sample_type,
  proposal_id,
})

type Action = keyof typeof allocationActions

/** Records what happened to a term's assignments; what concerns a grid is also what a stale save is told. */
export async function recordChanges(tx: Tx, action: Action, term_id: number, changes: Changes) {
  const told = Object.entries(changes).filter(([, pairs]) => pairs.length > 0)
  if (told.length === 0) return tx.unrecorded('No assignment changed.')
  const after = Object.fromEntries(told.map(([kind, pairs]) => [kind, pairs.map(pick)]))
  await tx.audit(action, { id: term_id }, after)
}
