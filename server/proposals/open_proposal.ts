import { NOT_CREATED, termLabel } from '#domain/masters/values.ts'
import type { PersonInput } from '#domain/users/person.ts'
import type { Tx } from '../platform/context.ts'
import { addProposal, replaceCollaborators } from './queries.ts'

interface Opening {
  term_id: number
  user_id: number
  title: string
  abstract: string
  early_career: number
  collaborators: PersonInput[]
  at: Date
}

/** Opens a proposer's proposal in a term, not created yet, with what the Notice said; or why not: one a term. */
export async function openProposal(
  tx: Tx,
  { collaborators, at, ...proposal }: Opening,
): Promise<string | null> {
  const added = await addProposal(tx, { ...proposal, status: NOT_CREATED, created_at: at.toISOString() })
  if (!added) return `This user already has a proposal in ${termLabel(proposal.term_id)}.`
  await replaceCollaborators(tx, added.id, collaborators)
  await tx.audit('proposal.open', { type: 'proposal', id: added.id }, { ...proposal, collaborators })
  return null
}
