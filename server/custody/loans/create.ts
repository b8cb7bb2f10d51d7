import { randomInt } from 'node:crypto'
import { stateOf } from '#domain/custody/loans/rules.ts'
import type { LoanState } from '#domain/custody/loans/status.ts'
import { notFound } from '#domain/errors.ts'
import type { AnyTx, Db } from '../../platform/context.ts'
import { enterPiece } from '../events.ts'
import { findFacts } from './facts.ts'
import {
  addNumbered,
  findLoansOfProposals,
  findProposalOfLoan,
  insertLoan,
  insertLoanPieces,
} from './queries.ts'

/** Four random digits; more where so many are taken that none of these is found. */
const newNumber = (attempt: number) => {
  const digits = Math.min(6, 4 + Math.floor(attempt / 20))
  return `L${String(randomInt(10 ** digits)).padStart(digits, '0')}`
}

interface NewLoan {
  proposal_id: number
  sample_ids: readonly number[]
  /** The edition of the result that it follows. */
  result_version?: number | null
  /** The id of the loan that it adds to. */
  supplementary_to?: number | null
}

/**
 * Makes the loan of what a proposal was given, in the transaction that takes note of its answer; the borrower is its
 * proposer. Samples get their pieces. Throws 'missing'.
 */
export async function createLoan(
  tx: AnyTx,
  { proposal_id, sample_ids, result_version, supplementary_to }: NewLoan,
): Promise<{ id: number; number: string }> {
  const proposal = await findProposalOfLoan(tx, proposal_id)
  if (!proposal) throw notFound()
  const at = tx.now().toISOString()
  const loan = await insertWithNumber(tx, {
    ...{ proposal_id, term_id: proposal.term_id, proposal_title: proposal.title },
    ...{ borrower_user_id: proposal.user_id, borrower_name: proposal.name, borrower_email: proposal.email },
    ...{ affiliation: proposal.affiliation, created_at: at, saved_at: at },
    ...{ result_version: result_version ?? null, supplementary_to: supplementary_to ?? null },
  })
  for (const sample_id of [...new Set(sample_ids)].sort((a, b) => a - b)) {
    const piece = await enterPiece(tx, sample_id)
    await insertLoanPieces(tx, [{ loan_id: loan.id, piece_id: piece.id }])
  }
  await addNumbered(tx, 'loan_events', {
    ...{ loan_id: loan.id, at, kind: 'add', text: `Loan made from the result of proposal ${proposal_id}` },
    ...{ by_user_id: tx.actor?.id ?? null, by_name: tx.actor?.name ?? 'System' },
  })
  const { id, number } = loan
  await tx.audit('loan.add', { id }, { number, proposal_id, sample_ids })
  return { id, number }
}

async function insertWithNumber(tx: AnyTx, loan: Omit<Parameters<typeof insertLoan>[1], 'number'>) {
  for (let attempt = 0; ; attempt++) {
    const added = await insertLoan(tx, { ...loan, number: newNumber(attempt) })
    if (added) return added
  }
}

/** A loan of a proposal. `sample_ids`: of the samples whose pieces, or parts of them, are in it. */
export interface LoanOfProposal {
  id: number
  proposal_id: number
  number: string
  state: LoanState
  sample_ids: number[]
}

/** The loans of proposals, the oldest first. */
export async function loansOf(db: Db, proposal_ids: readonly number[]): Promise<LoanOfProposal[]> {
  const loans = await findFacts(db, await findLoansOfProposals(db, proposal_ids))
  return loans.map((loan) => ({
    id: loan.record.id,
    proposal_id: loan.record.proposal_id,
    number: loan.number,
    state: stateOf(loan),
    sample_ids: loan.pieces.flatMap(({ record }) => record.sample_id ?? record.root_sample_id ?? []),
  }))
}
