import * as rules from '#domain/custody/loans/rules.ts'
import { saved } from '#domain/endpoint.ts'
import type { Ctx, Tx } from '../../platform/context.ts'
import { record } from '../events.ts'
import { isOnBehalf, type LockedLoan, lockForHolder, lockLoan, lockPieceOf, saveLoan, tell } from './facts.ts'
import { addNumbered, changeLoanPiece, changeWriteOff, isOfTheOffice } from './queries.ts'
import { onceByKey } from './repeated.ts'

const keyOf = (loan: LockedLoan, piece_id: number) => ({ loan_id: loan.record.id, piece_id })

/** The write-off of a piece that waits for a second person. */
const waitingWriteOff = (loan: LockedLoan, id: number) =>
  loan.belongings.write_offs.find(
    ({ piece_id, confirmed_at, withdrawn_at }) =>
      piece_id === id && confirmed_at === null && withdrawn_at === null,
  )

/** The holder says that a piece is lost; the office looks into it. */
export const sayLost = (
  ctx: Ctx,
  number: string,
  { piece: address, reason, key }: { piece: string; reason: string; key?: string | undefined },
) =>
  ctx.write(async (tx) => {
    const loan = await lockForHolder(tx, number)
    return onceByKey(tx, key, { endpoint: `say_lost ${number} ${address}`, said: { reason } }, async () => {
      const { facts } = await lockPieceOf(tx, loan, address)
      tx.refuse(rules.whyNotSayLost(loan, facts))
      const { piece_id } = facts.record
      const said = { said_lost_at: tx.now().toISOString(), said_lost_reason: reason }
      await changeLoanPiece(tx, keyOf(loan, piece_id), said)
      const next = await saveLoan(tx, loan, {})
      const on_behalf = isOnBehalf(loan)
      await tell(tx, loan, 'say_lost', `${facts.name} said to be lost (${reason})`, { piece_id, on_behalf })
      await tx.audit('loan.say_lost', loan.record, { piece: facts.name, reason })
      return saved(`The office looks into the loss of ${facts.name}.`, next)
    })
  })

interface WriteOff {
  piece: string
  reason: string
  version?: number | null | undefined
}

/** The first of two persons proposes to write a piece off. */
export const proposeWriteOff = (ctx: Ctx, number: string, input: WriteOff) =>
  ctx.write((tx) => proposeWriteOffIn(tx, number, input))

/** The same within another command. */
export async function proposeWriteOffIn(
  tx: Tx,
  number: string,
  { piece: address, reason, version }: WriteOff,
) {
  const loan = await lockLoan(tx, number)
  const { facts } = await lockPieceOf(tx, loan, address, version)
  tx.refuse(rules.whyNotProposeWriteOff(loan, facts, loan.actor))
  const { piece_id } = facts.record
  await addNumbered(tx, 'loan_write_offs', {
    ...{ loan_id: loan.record.id, piece_id, reason, proposed_at: tx.now().toISOString() },
    ...{ proposed_by_id: tx.actor.id, proposed_by: tx.actor.name },
  })
  const next = await saveLoan(tx, loan, {})
  await tell(tx, loan, 'propose_write_off', `Write-off of ${facts.name} proposed (${reason})`, { piece_id })
  await tx.audit('loan.propose_write_off', loan.record, { piece: facts.name, reason })
  return saved(`The write-off of ${facts.name} is proposed. Another person confirms it.`, next)
}

/** The second person confirms: what is left of the piece is lost. */
export const confirmWriteOff = (ctx: Ctx, number: string, address: string) =>
  ctx.write(async (tx) => {
    const loan = await lockLoan(tx, number)
    const { facts, piece } = await lockPieceOf(tx, loan, address)
    const proposed = waitingWriteOff(loan, piece.id)
    const by = proposed?.proposed_by_id ?? null
    tx.refuse(
      rules.whyNotConfirmWriteOff(loan, facts, loan.actor, {
        by,
        office: by !== null && (await isOfTheOffice(tx, by)),
      }),
    )
    const { reason, proposed_by } = proposed!
    await record(tx, piece, {
      kind: 'write_off',
      second: by === null ? null : { id: by, name: proposed_by },
      reason,
    })
    await changeWriteOff(
      tx,
      { loan_id: loan.record.id, number: proposed!.number },
      { confirmed_at: tx.now().toISOString(), confirmed_by_id: tx.actor.id, confirmed_by: tx.actor.name },
    )
    await changeLoanPiece(tx, keyOf(loan, piece.id), { difference_open: false, weigh_again: false })
    const next = await saveLoan(tx, loan, {})
    await tx.audit('loan.write_off', loan.record, { piece: piece.name, proposed_by, reason })
    return saved(`${piece.name} has been written off, by ${proposed_by} and you.`, next)
  })

/** The piece is not lost or missing after all; a proposed write-off is withdrawn. */
export const notLost = (
  ctx: Ctx,
  number: string,
  { piece: address, reason }: { piece: string; reason: string },
) =>
  ctx.write(async (tx) => {
    const loan = await lockLoan(tx, number)
    const { facts } = await lockPieceOf(tx, loan, address)
    tx.refuse(rules.whyNotNotLost(loan, facts))
    const { piece_id } = facts.record
    const proposed = waitingWriteOff(loan, piece_id)
    if (proposed)
      await changeWriteOff(
        tx,
        { loan_id: loan.record.id, number: proposed.number },
        { withdrawn_at: tx.now().toISOString() },
      )
    await changeLoanPiece(tx, keyOf(loan, piece_id), {
      ...{ said_lost_at: null, said_lost_reason: '', missing_at: null, missing_note: '' },
    })
    const next = await saveLoan(tx, loan, {})
    await tell(tx, loan, 'not_lost', `${facts.name} is not lost (${reason})`, { piece_id })
    await tx.audit('loan.not_lost', loan.record, { piece: facts.name, reason })
    return saved(`${facts.name} is not lost.`, next)
  })
