import type { Proposal } from './contract.ts'
import { OTHER_TEXTS, textsBySection } from './fields.ts'

/** How many of the form's sections that Submit does not need are empty: see the form's outline. */
export function countEmptySections(proposal: Proposal): number {
  const filled = [
    proposal.accepted_terms.length > 0,
    proposal.proposal_collaborator.length > 0,
    proposal.file !== null,
    ...textsBySection(OTHER_TEXTS).map(([, texts]) => texts.some((name) => proposal[name].trim() !== '')),
  ]
  return filled.filter((is) => !is).length
}

/** 'Ready to submit', and how many optional sections are empty. */
export function readyText(emptySections: number): string {
  if (emptySections === 0) return 'Ready to submit'
  return emptySections === 1
    ? 'Ready to submit; 1 optional section is empty'
    : `Ready to submit; ${emptySections} optional sections are empty`
}
