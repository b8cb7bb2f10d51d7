import { termLabel } from '#domain/masters/values.ts'
import { NOT_CREATED } from '#domain/proposals/status.ts'
import type { PersonInput } from '#domain/users/person.ts'
import type { Tx } from '../platform/context.ts'
import { replaceRows } from '../platform/replace_rows.ts'
import { addProposal } from './queries.ts'

interface Opening {
  term_id: number
  user_id: number
  title: string
  abstract: string
  early_career: number
  collaborators: PersonInput[]
}

/** Opens a proposer's proposal in a term, not created yet, with what the Notice said; a second one is refused. */
export async function openProposal(tx: Tx, { collaborators, ...proposal }: Opening): Promise<void> {
  const created_at = tx.now().toISOString()
  const added = await addProposal(tx, { ...proposal, status: NOT_CREATED, created_at })
  if (!added) return tx.refuse(`This user already has a proposal in ${termLabel(proposal.term_id)}.`)
  await replaceRows(tx, added.id, { proposal_collaborators: collaborators })
  await tx.audit('proposal.open', added, { ...proposal, collaborators })
}
