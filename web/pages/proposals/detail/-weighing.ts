import type { ReviewerChoice } from '#domain/reports/contract.ts'
import type { StaffProposal } from '#domain/staff/contract.ts'
import { sharesAffiliation } from '#domain/staff/rules.ts'

/** What binds somebody to the proposal, in the words of the dialog. */
const PART: Record<NonNullable<ReviewerChoice['part']>, string> = {
  proposer: 'Proposes it',
  collaborator: 'Collaborates on it',
  declared: 'Has a declared conflict of interest with it',
}

/** Somebody who can be chosen or not, and all that the office weighs. */
export interface Weighed extends ReviewerChoice {
  /** Why they can not be a reviewer of it; null when they can. */
  why: string | null
  /** Proposer and collaborators who name the same affiliation. */
  colleagues: string[]
  /** How many of the proposal's keywords are theirs, by a proposal of their own or by a review. */
  fit: number
}

const fold = (text: string) => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()

function weigh(proposal: StaffProposal, choice: ReviewerChoice): Weighed {
  const people = [proposal, ...proposal.proposal_collaborator]
  const shares = people.filter(({ affiliation }) => sharesAffiliation(affiliation, choice.affiliation))
  const reviews = proposal.reports.some(({ user_id }) => user_id === choice.id)
  return {
    ...choice,
    why: reviews ? 'Has a report on it' : choice.part && PART[choice.part],
    colleagues: shares.map(({ name }) => name),
    fit: new Set([...choice.own_keywords, ...choice.reviewed_keywords]).size,
  }
}

/** Those whom a search by name, affiliation or e-mail finds: who can be chosen first, then by shared keywords, then by who has least to do. */
export const weighAll = (
  proposal: StaffProposal,
  choices: readonly ReviewerChoice[],
  search: string,
): Weighed[] => {
  const words = fold(search).match(/\S+/gu) ?? []
  return choices
    .filter(({ name, email, affiliation }) =>
      words.every((word) => fold(`${name} ${affiliation} ${email}`).includes(word)),
    )
    .map((choice) => weigh(proposal, choice))
    .sort((a, b) => Number(a.why !== null) - Number(b.why !== null) || b.fit - a.fit || a.open - b.open)
}
