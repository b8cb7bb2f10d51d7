import type { HandOverInput } from '#domain/custody/loans/returns_contract.ts'
import * as rules from '#domain/custody/loans/rules.ts'
import { saved } from '#domain/endpoint.ts'
import { invalid } from '#domain/errors.ts'
import type { Ctx, Tx } from '../../platform/context.ts'
import { record } from '../events.ts'
import { piecesText } from './agreement.ts'
import { lockLoan, lockPiecesOf, saveLoan, tell } from './facts.ts'
import { closedMail, handedOverMails } from './mails.ts'
import { findAccount, findAccountByEmail } from './queries.ts'

interface Successor {
  borrower_user_id: number | null
  borrower_name: string
  borrower_email: string
  affiliation: string
}

/** An account, or someone without one; an address that an account has stands for it. Throws 'invalid'. */
async function findSuccessor(
  tx: Tx,
  { user_id, name, email, affiliation }: HandOverInput,
): Promise<Successor> {
  const chosen = user_id ?? null
  const account = chosen === null ? await findAccountByEmail(tx, email) : await findAccount(tx, chosen)
  if (account)
    return {
      borrower_user_id: account.id,
      borrower_name: account.name,
      borrower_email: account.email,
      affiliation: account.affiliation,
    }
  if (chosen !== null) throw invalid({ user_id: 'Choose an active user.' })
  return { borrower_user_id: null, borrower_name: name, borrower_email: email, affiliation }
}

const IN_HANDS = ['received', 'in_use'] as const

/**
 * The loan passes to a successor, who answers for it from now on. What the borrower has passes with it; what a colleague
 * has stays there.
 */
export const handOver = (ctx: Ctx, number: string, input: HandOverInput) =>
  ctx.write(async (tx) => {
    const loan = await lockLoan(tx, number, input.version)
    tx.refuse(rules.whyNotHandOver(loan))
    const successor = await findSuccessor(tx, input)
    const { borrower_name, borrower_email, borrower_user_id } = loan.record
    const isSame =
      successor.borrower_user_id === null
        ? successor.borrower_email.toLowerCase() === borrower_email.toLowerCase()
        : successor.borrower_user_id === borrower_user_id
    tx.refuse(isSame ? `${successor.borrower_name} is the borrower already.` : null)
    const held = loan.pieces.filter(
      ({ state, record }) =>
        (IN_HANDS as readonly string[]).includes(state) && record.holder_kind === 'borrower',
    )
    const { reason } = input
    for (const { piece } of await lockPiecesOf(
      tx,
      loan,
      held.map(({ record }) => ({ piece: record.address })),
    ))
      await record(tx, piece, {
        kind: 'hand_over',
        holder: {
          holder_kind: 'borrower',
          holder_user_id: successor.borrower_user_id,
          holder_name: successor.borrower_name,
        },
        reason,
      })
    // An agreement that is not complete names the borrower so far.
    const again = loan.agreed_at === null ? { agreement_sent_at: null, signed_at: null } : {}
    const next = await saveLoan(tx, loan, { ...successor, ...again })
    await tell(
      tx,
      loan,
      'hand_over',
      `Handed over from ${borrower_name} to ${successor.borrower_name} (${reason})`,
    )
    await tx.audit('loan.hand_over', loan.record, { ...successor, reason }, loan.record)
    const before = { name: borrower_name, email: borrower_email }
    const pieces = piecesText(loan)
    await tx.mail(handedOverMails(tx.config, { ...loan.record, ...successor }, { before, pieces }))
    return saved(`${number} has been handed over to ${successor.borrower_name}.`, next)
  })

/** Closes a loan of which everything is accounted for. */
export const closeLoan = (
  ctx: Ctx,
  number: string,
  { without_report, version }: { without_report: string; version?: number | null | undefined },
) =>
  ctx.write(async (tx) => {
    const loan = await lockLoan(tx, number, version)
    tx.refuse(rules.whyNotClose(loan, loan.actor, without_report))
    const { report_at, borrower_email, dispatched_at } = loan.record
    const reason = report_at === null ? without_report : ''
    const fields = {
      closed_at: tx.now().toISOString(),
      closed_by: tx.actor.name,
      without_report: reason,
    }
    const next = await saveLoan(tx, loan, fields)
    await tell(tx, loan, 'close', reason ? `Closed (${reason})` : 'Closed')
    await tx.audit('loan.close', loan.record, fields, loan.record)
    if (dispatched_at !== null && borrower_email !== '') await tx.mail(closedMail(tx.config, loan.record))
    return saved(`${number} has been closed.`, next)
  })

export const reopenLoan = (
  ctx: Ctx,
  number: string,
  { reason, version }: { reason: string; version?: number | null | undefined },
) =>
  ctx.write(async (tx) => {
    const loan = await lockLoan(tx, number, version)
    tx.refuse(rules.whyNotReopen(loan))
    const fields = { closed_at: null, closed_by: '', without_report: '' }
    const next = await saveLoan(tx, loan, fields)
    await tell(tx, loan, 'reopen', `Opened again (${reason})`)
    await tx.audit('loan.reopen', loan.record, { ...fields, reason }, loan.record)
    return saved(`${number} is open again.`, next)
  })
