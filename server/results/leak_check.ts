import { groupBy } from '#domain/group_by.ts'
import type { TextFinding } from '#domain/results/contract.ts'
import { findLeaks, type LeakFacts } from '#domain/results/findings.ts'
import type { Db } from '../platform/context.ts'
import { findAllowances, findProposalTexts, findReviewers, findTermNumbers } from './leak_queries.ts'

/** The texts of a result that its proposer reads. */
export interface LetterTexts {
  proposal_id: number
  text: string
  correction: string
}

/** Names what the texts of results may give away; by proposal, those that are allowed with why. */
export type LeakCheck = (letter: LetterTexts) => TextFinding[]

/** Prepares the check of results of one term, over what is known of their proposals now. */
export async function prepareLeakCheck(
  db: Db,
  term_id: number,
  proposal_ids: readonly number[],
): Promise<LeakCheck> {
  const [reviewers, others] = [await findReviewers(db, term_id), new Set(await findTermNumbers(db, term_id))]
  const texts = new Map((await findProposalTexts(db, proposal_ids)).map((one) => [one.proposal_id, one]))
  const allowances = groupBy(await findAllowances(db, proposal_ids), ({ proposal_id }) => proposal_id)
  return ({ proposal_id, text, correction }) => {
    const { user_ids, ...known } = texts.get(proposal_id)!
    const facts: LeakFacts = {
      ...known,
      others,
      reviewers: reviewers.filter(({ id }) => !user_ids.includes(id)),
    }
    const allowed = new Map((allowances.get(proposal_id) ?? []).map((one) => [one.fingerprint, one]))
    return (['text', 'correction'] as const).flatMap((field) =>
      findLeaks({ text, correction }[field], facts).map((leak): TextFinding => {
        const found = allowed.get(leak.fingerprint)
        return {
          ...leak,
          field,
          allowed: found ? { by: found.by ?? 'A former user', at: found.at, reason: found.reason } : null,
        }
      }),
    )
  }
}

/** How many findings nobody has allowed. */
export const countOpen = (findings: readonly TextFinding[]): number =>
  findings.filter(({ allowed }) => allowed === null).length
