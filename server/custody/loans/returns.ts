import { amountIn, formatAmount } from '#domain/custody/amounts.ts'
import type { ConfirmReturnInput, SendBackInput } from '#domain/custody/loans/returns_contract.ts'
import * as rules from '#domain/custody/loans/rules.ts'
import { saved } from '#domain/endpoint.ts'
import { notFound } from '#domain/errors.ts'
import type { Ctx, Tx } from '../../platform/context.ts'
import { type Piece, record, weigh } from '../events.ts'
import {
  behalfDetails,
  findTolerance,
  type LockedLoan,
  lockForHolder,
  lockLoan,
  lockPieceOf,
  lockPiecesOf,
  saveLoan,
  tell,
} from './facts.ts'
import { returnedMail } from './mails.ts'
import {
  addNumbered,
  changeLoanPiece,
  changeMove,
  changeWriteOff,
  setPlace,
  settleUnlentRow,
} from './queries.ts'
import { onceByKey } from './repeated.ts'

const keyOf = (loan: LockedLoan, piece_id: number) => ({ loan_id: loan.record.id, piece_id })

/** The borrower sends pieces back; they stay theirs to answer for until curation has received them. */
export const sendBack = (
  ctx: Ctx,
  number: string,
  { pieces, carrier, tracking_number, key }: SendBackInput,
) =>
  ctx.write(async (tx) => {
    const loan = await lockForHolder(tx, number)
    return onceByKey(
      tx,
      key,
      { endpoint: `send_back ${number}`, said: { pieces, carrier, tracking_number } },
      async () => {
        const names: string[] = []
        for (const { facts, piece } of await lockPiecesOf(tx, loan, pieces)) {
          tx.refuse(rules.whyNotSendBack(loan, facts))
          const { amount } = pieces.find((one) => one.piece === piece.address)!
          await record(tx, piece, {
            kind: 'send_back',
            holder: { holder_kind: 'carrier', holder_user_id: null, holder_name: carrier || 'Carrier' },
            details: { ...behalfDetails(loan), ...(tracking_number && { tracking_number }), said: amount },
          })
          await changeLoanPiece(tx, keyOf(loan, piece.id), {
            ...{ sent_back_at: tx.now().toISOString(), sent_back: amount },
            ...{ back_carrier: carrier, back_tracking_number: tracking_number },
          })
          names.push(piece.name)
        }
        const next = await saveLoan(tx, loan, {})
        await tx.audit('loan.send_back', loan.record, { pieces, carrier, tracking_number })
        return saved(
          `${names.join(', ')} ${names.length === 1 ? 'is' : 'are'} on the way back. You remain the holder until curation has received ${names.length === 1 ? 'it' : 'them'}.`,
          next,
        )
      },
    )
  })

/**
 * Curation has a piece back and has weighed it. A difference beyond the tolerance is kept as measured or as a handling loss,
 * with a reason. With the last piece that was on its way the borrower is told.
 */
export const confirmReturn = (ctx: Ctx, number: string, input: ConfirmReturnInput) =>
  ctx.write(async (tx) => {
    const loan = await lockLoan(tx, number)
    const { facts, piece } = await lockPieceOf(tx, loan, input.piece, input.version)
    tx.refuse(rules.whyNotConfirmReturn(loan, facts, loan.actor))
    const { found, how, reason, place } = input
    const difference = found - piece.present
    if (rules.isBeyond(piece.unit, difference, await findTolerance(tx)) && (!how || reason === ''))
      tx.refuse(
        `${rules.recordDifferenceText(piece.name, piece.unit, difference)}: say whether it is a handling loss, and why.`,
      )
    const isLoss = how === 'loss' && difference !== 0
    if (isLoss && difference > 0) tx.refuse(`${piece.name} is heavier than on record: nothing was lost.`)
    const measure = (now: Piece) =>
      isLoss
        ? record(tx, now, { kind: 'loss', amount: amountIn(piece.unit, -difference), reason })
        : weigh(tx, now, found, { ...(reason && { reason }) })
    const comeBack = (now: Piece) => record(tx, now, { kind: 'return', details: { place } })
    // Nothing can be measured of what is still recorded as on its way to the borrower.
    const after =
      facts.state === 'dispatched'
        ? await measure(await comeBack(piece))
        : await comeBack(await measure(piece))
    await setPlace(tx, piece.id, place)
    await changeLoanPiece(tx, keyOf(loan, piece.id), {
      returned_at: tx.now().toISOString(),
      ...{ difference_open: false, weigh_again: false },
      ...{ missing_at: null, missing_note: '', said_lost_at: null, said_lost_reason: '' },
    })
    await endRequests(tx, loan, piece.id)
    const next = await saveLoan(tx, loan, {})
    await tx.audit('loan.confirm_return', loan.record, { ...input, piece: piece.name, difference })
    await tellBorrower(tx, loan, after)
    const empty = after.state === 'consumed' ? ' The bottle is empty.' : ''
    return saved(`${piece.name} is back, ${formatAmount(piece.unit, found)}.${empty}`, next)
  })

/** Nothing that was asked or proposed about a piece waits once it is back. */
async function endRequests(tx: Tx, loan: LockedLoan, id: number) {
  const at = tx.now().toISOString()
  const loan_id = loan.record.id
  for (const { number, piece_id, decided_at } of loan.belongings.moves)
    if (piece_id === id && decided_at === null) {
      const decided = { granted: false, note: 'Returned.', decided_at: at, decided_by: tx.actor.name }
      await changeMove(tx, { loan_id, number }, decided)
    }
  for (const { number, piece_id, confirmed_at, withdrawn_at } of loan.belongings.write_offs)
    if (piece_id === id && confirmed_at === null && withdrawn_at === null)
      await changeWriteOff(tx, { loan_id, number }, { withdrawn_at: at })
}

/** Mails what is back, once nothing more is on its way. */
async function tellBorrower(tx: Tx, loan: LockedLoan, piece: Piece) {
  const { borrower_email } = loan.record
  const isLast = !loan.pieces.some((one) => one.state === 'sent_back' && one.record.piece_id !== piece.id)
  if (borrower_email === '' || !isLast) return
  const back = loan.pieces.filter((one) => one.state === 'returned')
  const lines = [
    ...back.map((one) => rules.pieceLine(one.record, one.record.loan_present ?? one.present)),
    rules.pieceLine(piece, piece.present),
  ]
  await tx.mail(returnedMail(tx.config, loan.record, lines.join('\n')))
}

/** Something came back that was never lent in this loan. */
export const noteUnlent = (
  ctx: Ctx,
  number: string,
  { description, note }: { description: string; note: string },
) =>
  ctx.write(async (tx) => {
    const loan = await lockLoan(tx, number)
    tx.refuse(rules.whyClosed(loan))
    await addNumbered(tx, 'loan_unlent', {
      ...{ loan_id: loan.record.id, description, note },
      ...{ at: tx.now().toISOString(), by_name: tx.actor.name },
    })
    const next = await saveLoan(tx, loan, {})
    await tell(
      tx,
      loan,
      'note_unlent',
      `${description} came back, which was never lent${note && ` (${note})`}`,
    )
    await tx.audit('loan.note_unlent', loan.record, { description, note })
    return saved(`${description} is noted. The loan cannot be closed before it is settled.`, next)
  })

/** Throws 'missing'. */
export const settleUnlent = (
  ctx: Ctx,
  number: string,
  { entry, resolution }: { entry: number; resolution: string },
) =>
  ctx.write(async (tx) => {
    const loan = await lockLoan(tx, number)
    const unlent = loan.belongings.unlent.find((one) => one.number === entry)
    if (!unlent) throw notFound()
    tx.refuse(unlent.settled_at === null ? null : `${unlent.description} is settled already.`)
    await settleUnlentRow(
      tx,
      { loan_id: loan.record.id, number: entry },
      { resolution, settled_at: tx.now().toISOString(), settled_by: tx.actor.name },
    )
    const next = await saveLoan(tx, loan, {})
    await tell(tx, loan, 'settle_unlent', `${unlent.description}: ${resolution}`)
    await tx.audit('loan.settle_unlent', loan.record, { description: unlent.description, resolution })
    return saved(`${unlent.description} is settled.`, next)
  })
