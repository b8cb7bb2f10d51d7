import type { AssignedRow } from '#domain/allocation/contract.ts'
import { SampleName } from '#web/ui/asteroid.tsx'

/** An assignment in words: 'A0042 for proposal 12: Noble gases'. */
export const NamedPair = ({ row }: { row: AssignedRow }) => (
  <>
    <SampleName asteroid={row.db_type} name={row.name} /> for proposal {row.proposal_id}: {row.proposal_title}
  </>
)
