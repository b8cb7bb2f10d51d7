import { amountIn, formatAmount, formatSmall } from '#domain/custody/amounts.ts'
import * as rules from '#domain/custody/loans/rules.ts'
import type { AskMoveInput, ConsumeInput, SplitInput } from '#domain/custody/loans/use_contract.ts'
import { saved } from '#domain/endpoint.ts'
import type { Ctx } from '../../platform/context.ts'
import { type Piece, record, splitPiece } from '../events.ts'
import {
  behalfDetails,
  findTolerance,
  isOnBehalf,
  lockForHolder,
  lockLoan,
  lockPieceOf,
  saveLoan,
  tell,
} from './facts.ts'
import { moveMail } from './mails.ts'
import { addNumbered, changeMove } from './queries.ts'
import { onceByKey } from './repeated.ts'

/** Splits a piece; its parts stay with who has it. What does not add up within the tolerance is refused. */
export const split = (ctx: Ctx, number: string, { piece: address, version, key, ...input }: SplitInput) =>
  ctx.write(async (tx) => {
    const loan = await lockForHolder(tx, number)
    return onceByKey(tx, key, { endpoint: `split ${number} ${address}`, said: input }, async () => {
      const { facts, piece } = await lockPieceOf(tx, loan, address, version)
      tx.refuse(rules.whyNotSplitPiece(loan, facts))
      const { ug } = await findTolerance(tx)
      const { parts } = await splitPiece(
        tx,
        piece,
        {
          parts: input.parts.map(({ amount, form }) => ({ amount, form: form || piece.form })),
          ...{ consumed: input.consumed, lost: input.lost, method: input.method },
          details: behalfDetails(loan),
        },
        { tolerance: ug },
      )
      const next = await saveLoan(tx, loan, {})
      await tx.audit('loan.split', loan.record, { piece: piece.name, ...input })
      const names = parts.map(({ name }) => name)
      return saved(`${piece.name} has been split into ${names.join(', ')}.`, next)
    })
  })

/** Records what was used of a piece and what was lost with it. A particle of which nothing is left is used up. */
export const consume = (ctx: Ctx, number: string, { piece: address, version, key, ...input }: ConsumeInput) =>
  ctx.write(async (tx) => {
    const loan = await lockForHolder(tx, number)
    return onceByKey(tx, key, { endpoint: `consume ${number} ${address}`, said: input }, async () => {
      const { facts, piece } = await lockPieceOf(tx, loan, address, version)
      tx.refuse(rules.whyNotConsume(loan, facts))
      const { consumed, lost, method } = input
      const used = consumed + lost
      tx.refuse(
        used > piece.present
          ? `${piece.name} holds ${formatAmount(piece.unit, piece.present)}, not ${formatAmount(piece.unit, used)}.`
          : null,
      )
      const details = behalfDetails(loan)
      let now: Piece = piece
      if (lost > 0) now = await record(tx, now, { kind: 'loss', amount: amountIn(piece.unit, lost), details })
      if (consumed > 0)
        now = await record(tx, now, {
          kind: 'consume',
          amount: amountIn(piece.unit, consumed),
          details: { ...details, method },
        })
      const next = await saveLoan(tx, loan, {})
      await tx.audit('loan.consume', loan.record, { piece: piece.name, ...input })
      const left =
        now.present === 0
          ? piece.unit === 'mpa'
            ? 'The bottle is empty, and is still to be returned.'
            : 'Nothing is left of it.'
          : `${formatAmount(now.unit, now.present)} are left.`
      return saved(`${piece.name}: ${formatSmall(piece.unit, used)} recorded. ${left}`, next)
    })
  })

/** Asks to move a piece to another place or to a named colleague; nothing moves before the office has agreed. */
export const askMove = (ctx: Ctx, number: string, { piece: address, version, key, ...input }: AskMoveInput) =>
  ctx.write(async (tx) => {
    const loan = await lockForHolder(tx, number)
    return onceByKey(tx, key, { endpoint: `move ${number} ${address}`, said: input }, async () => {
      const { facts, piece } = await lockPieceOf(tx, loan, address, version)
      tx.refuse(rules.whyNotAskMove(loan, facts))
      const { to, name, email, affiliation, reason } = input
      await addNumbered(tx, 'loan_moves', {
        ...{ loan_id: loan.record.id, piece_id: piece.id, moves_to: to, name, email, affiliation, reason },
        ...{ asked_at: tx.now().toISOString(), asked_by: tx.actor.name },
      })
      const next = await saveLoan(tx, loan, {})
      const text = `Move of ${piece.name} to ${name} asked${reason && ` (${reason})`}`
      await tell(tx, loan, 'ask_move', text, { piece_id: piece.id, on_behalf: isOnBehalf(loan) })
      await tx.audit('loan.ask_move', loan.record, { piece: piece.name, ...input })
      return saved(`The office decides whether ${piece.name} may be moved to ${name}.`, next)
    })
  })

/** Decides on the move of a piece; granted, it is with the colleague or at the place named. */
export const decideMove = (
  ctx: Ctx,
  number: string,
  { piece: address, granted, note }: { piece: string; granted: boolean; note: string },
) =>
  ctx.write(async (tx) => {
    const loan = await lockLoan(tx, number)
    const { facts, piece } = await lockPieceOf(tx, loan, address)
    tx.refuse(rules.whyNotDecideMove(loan, facts, loan.actor, granted))
    const move = loan.belongings.moves.find(
      ({ piece_id, decided_at }) => piece_id === piece.id && decided_at === null,
    )!
    const { loan_id, moves_to, name, email, affiliation } = move
    await changeMove(
      tx,
      { loan_id, number: move.number },
      { granted, note, decided_at: tx.now().toISOString(), decided_by: tx.actor.name },
    )
    if (granted) {
      const { holder_user_id, holder_name } = piece
      const isColleague = moves_to === 'colleague'
      await record(tx, piece, {
        kind: 'move',
        holder: isColleague
          ? { holder_kind: 'colleague', holder_user_id: null, holder_name: name }
          : { holder_kind: piece.holder_kind, holder_user_id, holder_name },
        details: isColleague ? { email, affiliation } : { place: name },
      })
    }
    const next = await saveLoan(tx, loan, {})
    const text = `Move of ${piece.name} to ${name} ${granted ? 'allowed' : 'refused'}${note && ` (${note})`}`
    await tell(tx, loan, 'decide_move', text, { piece_id: piece.id })
    await tx.audit('loan.decide_move', loan.record, { piece: piece.name, to: name, granted, note })
    if (loan.record.borrower_email !== '')
      await tx.mail(moveMail(tx.config, loan.record, { piece: piece.name, to: name, granted, note }))
    return saved(`${text}.`, next)
  })
