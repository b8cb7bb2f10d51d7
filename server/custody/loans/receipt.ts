import { amountIn, formatDifference } from '#domain/custody/amounts.ts'
import { dayAfter } from '#domain/custody/loans/due.ts'
import * as rules from '#domain/custody/loans/rules.ts'
import type { RESOLUTIONS, ReceiveInput } from '#domain/custody/loans/use_contract.ts'
import type { Holder } from '#domain/custody/present.ts'
import { saved } from '#domain/endpoint.ts'
import { getSetting } from '../../masters/settings.ts'
import type { Ctx, Tx } from '../../platform/context.ts'
import { counterEvent, type Piece, record, weigh } from '../events.ts'
import {
  behalfDetails,
  findTolerance,
  isOnBehalf,
  type LockedLoan,
  lockForHolder,
  lockLoan,
  lockPieceOf,
  lockPiecesOf,
  saveLoan,
  tell,
} from './facts.ts'
import { receivedMail, weighAgainMail } from './mails.ts'
import { changeLoanPiece, findWeighings } from './queries.ts'
import { onceByKey } from './repeated.ts'

const keyOf = (loan: LockedLoan, piece_id: number) => ({ loan_id: loan.record.id, piece_id })

/**
 * Records the receipt of some or all of the pieces. Each difference is an event; within the tolerance a piece is in use at
 * once, otherwise it waits for the office. The first receipt sets the due day.
 */
export const receive = (ctx: Ctx, number: string, { pieces, key }: ReceiveInput) =>
  ctx.write(async (tx) => {
    const loan = await lockForHolder(tx, number)
    return onceByKey(tx, key, { endpoint: `receive ${number}`, said: pieces }, async () => {
      const tolerance = await findTolerance(tx)
      const at = tx.now().toISOString()
      const { borrower_user_id, borrower_name, borrower_email } = loan.record
      const holder: Holder = {
        holder_kind: 'borrower',
        holder_user_id: borrower_user_id,
        holder_name: borrower_name,
      }
      const details = behalfDetails(loan)
      const lines: string[] = []
      const beyond: string[] = []
      const differences: string[] = []
      for (const { facts, piece } of await lockPiecesOf(tx, loan, pieces)) {
        tx.refuse(rules.whyNotReceive(loan, facts))
        const { found, condition } = pieces.find((one) => one.piece === piece.address)!
        const difference = found - piece.present
        const isOpen = rules.isBeyond(piece.unit, difference, tolerance)
        let now = await record(tx, piece, {
          kind: 'receive',
          holder,
          details: { ...details, ...(condition && { condition }) },
        })
        if (difference !== 0) now = await weigh(tx, now, found, { details })
        if (!isOpen) await record(tx, now, { kind: 'use', details })
        await changeLoanPiece(tx, keyOf(loan, piece.id), {
          ...{ found, condition, received_at: at, difference_open: isOpen },
          ...{ missing_at: null, missing_note: '' },
        })
        const line = rules.pieceLine(piece, found)
        lines.push(line)
        const differs = difference === 0 ? '' : `${piece.name} ${formatDifference(piece.unit, difference)}`
        if (differs) differences.push(differs)
        if (isOpen) beyond.push(`${line}, ${formatDifference(piece.unit, difference)} against what was sent`)
      }
      const due_on = loan.due_on ?? dayAfter(loan.today, await getSetting(tx, 'loan_days'))
      const fields = { received_at: loan.record.received_at ?? at, due_on }
      const version = await saveLoan(tx, loan, fields)
      const sent = loan.pieces.filter((piece) => piece.record.sent !== null).length
      const count = `${pieces.length} of ${sent === 1 ? '1 piece' : `${sent} pieces`}`
      await tell(
        tx,
        loan,
        'receive',
        [`Received, ${count}`, ...(differences.length > 0 ? [differences.join(', ')] : [])].join('; '),
        { on_behalf: isOnBehalf(loan) },
      )
      await tx.audit('loan.receive', loan.record, { ...fields, pieces }, loan.record)
      if (borrower_email !== '')
        await tx.mail(
          receivedMail(tx.config, loan.record, {
            pieces: lines.join('\n'),
            differences:
              beyond.length > 0 ? `The office looks into these differences:\n${beyond.join('\n')}` : '',
            due: due_on,
          }),
        )
      const what = pieces.length === 1 ? 'The receipt of 1 piece' : `The receipt of ${pieces.length} pieces`
      const waits =
        beyond.length > 0 ? ' The office looks into the difference; until then it is not to be used.' : ''
      return saved(`${what} is recorded. Due on ${due_on}.${waits}`, version)
    })
  })

/** Pieces of the parcel did not arrive. */
export const reportMissing = (
  ctx: Ctx,
  number: string,
  { pieces, note, key }: { pieces: readonly string[]; note: string; key?: string | undefined },
) =>
  ctx.write(async (tx) => {
    const loan = await lockForHolder(tx, number)
    return onceByKey(tx, key, { endpoint: `missing ${number}`, said: { pieces, note } }, async () => {
      const names: string[] = []
      for (const { facts } of await lockPiecesOf(
        tx,
        loan,
        pieces.map((piece) => ({ piece })),
      )) {
        tx.refuse(rules.whyNotReceive(loan, facts))
        await changeLoanPiece(tx, keyOf(loan, facts.record.piece_id), {
          missing_at: tx.now().toISOString(),
          missing_note: note,
        })
        names.push(facts.name)
      }
      const version = await saveLoan(tx, loan, {})
      const text = names.join(', ')
      await tell(tx, loan, 'missing', `${text} did not arrive (${note})`, { on_behalf: isOnBehalf(loan) })
      await tx.audit('loan.missing', loan.record, { pieces: text, note })
      return saved(`The office looks for ${text}.`, version)
    })
  })

interface Resolving {
  piece: string
  how: (typeof RESOLUTIONS)[number]
  reason: string
  version?: number | null | undefined
}

/** Resolves a difference at receipt: it stays as measured, becomes a handling loss, or the piece is weighed again. */
export const resolveDifference = (ctx: Ctx, number: string, input: Resolving) =>
  ctx.write(async (tx) => {
    const loan = await lockLoan(tx, number)
    const { facts, piece } = await lockPieceOf(tx, loan, input.piece, input.version)
    tx.refuse(rules.whyNotResolve(loan, facts, loan.actor))
    const { how, reason } = input
    const difference = facts.difference!
    if (how === 'weigh_again')
      await askToWeigh(tx, loan, facts.record.piece_id, piece, { difference, reason })
    else {
      const now = how === 'loss' ? await turnIntoLoss(tx, loan, piece, difference, reason) : piece
      await record(tx, now, { kind: 'use', ...(how === 'accept' && { reason }) })
      await changeLoanPiece(tx, keyOf(loan, piece.id), { difference_open: false, weigh_again: false })
    }
    const version = await saveLoan(tx, loan, {})
    await tell(tx, loan, 'resolve', `${piece.name}: ${HOW_TEXT[how]} (${reason})`, { piece_id: piece.id })
    await tx.audit('loan.resolve', loan.record, { piece: piece.name, how, difference, reason })
    return saved(`${piece.name}: ${HOW_TEXT[how]}.`, version)
  })

const HOW_TEXT = {
  accept: 'the difference is accepted as measured',
  loss: 'the difference is a handling loss',
  weigh_again: 'to be weighed again',
} as const

/** Instead of what was measured on receipt, a handling loss of the same size. */
async function turnIntoLoss(
  tx: Tx,
  loan: LockedLoan,
  piece: Piece,
  difference: number,
  reason: string,
): Promise<Piece> {
  if (difference >= 0) tx.refuse(`${piece.name} is heavier than what was sent: nothing was lost.`)
  let now = piece
  for (const number of await findWeighings(tx, piece.id, loan.record.id))
    now = await counterEvent(tx, now, { number, reason })
  return record(tx, now, { kind: 'loss', amount: amountIn(piece.unit, -difference), reason })
}

async function askToWeigh(
  tx: Tx,
  loan: LockedLoan,
  piece_id: number,
  piece: Piece,
  { difference, reason }: { difference: number; reason: string },
) {
  await changeLoanPiece(tx, keyOf(loan, piece_id), { weigh_again: true })
  if (loan.record.borrower_email === '') return
  const line = `${rules.pieceLine(piece, piece.present)}, ${formatDifference(piece.unit, difference)} against what was sent`
  await tx.mail(weighAgainMail(tx.config, loan.record, { piece: line, note: reason }))
}

/** Another weighing of a received piece whose difference is open. */
export const weighAgain = (
  ctx: Ctx,
  number: string,
  input: { piece: string; found: number; version?: number | null | undefined; key?: string | undefined },
) =>
  ctx.write(async (tx) => {
    const loan = await lockForHolder(tx, number)
    return onceByKey(
      tx,
      input.key,
      { endpoint: `weigh_again ${number} ${input.piece}`, said: input },
      async () => {
        const { facts, piece } = await lockPieceOf(tx, loan, input.piece, input.version)
        tx.refuse(rules.whyNotWeighAgain(loan, facts))
        const { found } = input
        const details = behalfDetails(loan)
        const difference = found - facts.record.sent!
        const isOpen = rules.isBeyond(piece.unit, difference, await findTolerance(tx))
        const now = await weigh(tx, piece, found, { details })
        if (!isOpen) await record(tx, now, { kind: 'use', details })
        await changeLoanPiece(tx, keyOf(loan, piece.id), {
          found,
          difference_open: isOpen,
          weigh_again: false,
        })
        const version = await saveLoan(tx, loan, {})
        const text = `${piece.name} weighed again, ${formatDifference(piece.unit, difference)} against what was sent`
        await tell(tx, loan, 'weigh_again', text, { piece_id: piece.id, on_behalf: isOnBehalf(loan) })
        await tx.audit('loan.weigh_again', loan.record, { piece: piece.name, found, difference })
        return saved(`${text}.${isOpen ? ' The office looks into it.' : ''}`, version)
      },
    )
  })
