import { amountIn, formatAmount } from '#domain/custody/amounts.ts'
import type { PackingInput } from '#domain/custody/loans/dispatch_contract.ts'
import * as rules from '#domain/custody/loans/rules.ts'
import { saved } from '#domain/endpoint.ts'
import { invalid } from '#domain/errors.ts'
import { formatUtc } from '#domain/terms/rules.ts'
import type { Ctx } from '../../platform/context.ts'
import { Attachment } from '../../platform/http/handlers.ts'
import { pdf } from '../../platform/pdf/document.ts'
import { requiresTwo } from '../../users/shared_queries.ts'
import { lockPiecesAt, record, weigh } from '../events.ts'
import { piecesText } from './agreement.ts'
import {
  findFacts,
  findTolerance,
  type LockedLoan,
  lockLoan,
  lockPieceOf,
  lockPiecesOf,
  saveLoan,
  tell,
} from './facts.ts'
import { findVisible } from './list.ts'
import { dispatchedMail } from './mails.ts'
import { changeLoanPiece, insertLoanPieces, removeLoanPieces } from './queries.ts'

const keyOf = (loan: LockedLoan, piece_id: number) => ({ loan_id: loan.record.id, piece_id })

interface Choice {
  pieces: readonly string[]
  reason: string
  version?: number | null | undefined
}

/**
 * Chooses which pieces go out: some of those that the loan has, and parts of those that were split in curation. Leaving one
 * out needs a reason. Throws 'invalid' for a piece that is neither.
 */
export const choosePieces = (ctx: Ctx, number: string, { pieces, reason, version }: Choice) =>
  ctx.write(async (tx) => {
    const loan = await lockLoan(tx, number, version)
    tx.refuse(rules.whyNotChoosePieces(loan))
    const before = loan.pieces.map(({ record }) => record)
    const chosen = await lockPiecesAt(tx, pieces)
    const errors: Record<string, string> = {}
    for (const [i, address] of pieces.entries()) {
      const piece = chosen.find((one) => one.address === address)!
      const isPart = before.some(
        ({ root_id, name }) => root_id === piece.root_id && piece.name.startsWith(`${name}-`),
      )
      const isNew = !before.some(({ piece_id }) => piece_id === piece.id)
      if (isNew && !isPart) errors[`pieces.${i}`] = `${piece.name} is not part of what this loan is about.`
      else if (piece.state === 'split' || piece.state === 'void')
        errors[`pieces.${i}`] = `${piece.name} was split: choose its parts.`
      else if (isNew && piece.state === 'on_offer')
        errors[`pieces.${i}`] = `${piece.name} is on offer: take it off first.`
    }
    if (Object.keys(errors).length > 0) throw invalid(errors)
    const wanted = new Set(chosen.map(({ id }) => id))
    const removed = before.filter(({ piece_id }) => !wanted.has(piece_id))
    const replaced = (name: string) => chosen.some((piece) => piece.name.startsWith(`${name}-`))
    if (reason === '' && removed.some(({ name }) => !replaced(name)))
      throw invalid({ reason: 'Give the reason to leave a piece out.' })
    const added = chosen.filter(({ id }) => !before.some(({ piece_id }) => piece_id === id))
    await removeLoanPieces(
      tx,
      loan.record.id,
      removed.map(({ piece_id }) => piece_id),
    )
    if (added.length > 0)
      await insertLoanPieces(
        tx,
        added.map(({ id }) => ({ loan_id: loan.record.id, piece_id: id })),
      )
    const names = (list: readonly { name: string }[]) => list.map(({ name }) => name).join(', ')
    const text = [
      ...(added.length > 0 ? [`added ${names(added)}`] : []),
      ...(removed.length > 0 ? [`left out ${names(removed)}`] : []),
    ].join('; ')
    const next = await saveLoan(tx, loan, {})
    await tell(tx, loan, 'choose_pieces', `Pieces chosen: ${text || 'as before'}${reason && ` (${reason})`}`)
    await tx.audit(
      'loan.choose_pieces',
      loan.record,
      { pieces: names(chosen), reason },
      { pieces: names(before) },
    )
    return saved(
      `${number}: ${chosen.length === 1 ? '1 piece goes' : `${chosen.length} pieces go`} out.`,
      next,
    )
  })

/** What was weighed for packing, and the container: one piece at a time, changeable until it is signed. */
export const savePacking = (ctx: Ctx, number: string, { piece, ...packing }: PackingInput) =>
  ctx.write(async (tx) => {
    const loan = await lockLoan(tx, number)
    const { facts } = await lockPieceOf(tx, loan, piece)
    tx.refuse(rules.whyNotPackPiece(loan, facts))
    await changeLoanPiece(tx, keyOf(loan, facts.record.piece_id), packing)
    const version = await saveLoan(tx, loan, {})
    const { weighed, container, picked } = facts
    await tx.audit(
      'loan.pack',
      loan.record,
      { piece: facts.name, ...packing },
      { weighed, container, picked },
    )
    return saved(`${facts.name} has been saved.`, version)
  })

interface Parcel {
  carrier: string
  tracking_number: string
  customs_note: string
}

export const saveParcel = (ctx: Ctx, number: string, parcel: Parcel) =>
  ctx.write(async (tx) => {
    const loan = await lockLoan(tx, number)
    tx.refuse(rules.whyClosed(loan) ?? (loan.dispatched_at === null ? null : 'The parcel has left.'))
    const version = await saveLoan(tx, loan, parcel)
    const { carrier, tracking_number, customs_note } = loan.record
    await tx.audit('loan.parcel', loan.record, parcel, { carrier, tracking_number, customs_note })
    return saved('The parcel has been saved.', version)
  })

/** A weighed piece differs by more than the tolerance: its record is put right, or a handling loss is recorded. */
export const resolvePacking = (
  ctx: Ctx,
  number: string,
  input: { piece: string; how: 'accept' | 'loss'; reason: string; version?: number | null | undefined },
) =>
  ctx.write(async (tx) => {
    const loan = await lockLoan(tx, number)
    const { facts, piece } = await lockPieceOf(tx, loan, input.piece, input.version)
    tx.refuse(rules.whyNotPackPiece(loan, facts))
    tx.refuse(facts.weighed === null ? `${facts.name} is not weighed yet.` : null)
    const difference = facts.weighed! - piece.present
    tx.refuse(difference === 0 ? `${facts.name} weighs what is on record.` : null)
    const { reason } = input
    const details = { loan: number }
    if (input.how === 'loss') {
      tx.refuse(difference > 0 ? `${facts.name} is heavier than on record: nothing was lost.` : null)
      await record(tx, piece, { kind: 'loss', amount: amountIn(piece.unit, -difference), reason, details })
    } else await weigh(tx, piece, facts.weighed!, { reason, details })
    const version = await saveLoan(tx, loan, {})
    const text = rules.recordDifferenceText(facts.name, facts.unit, difference)
    await tell(
      tx,
      loan,
      'resolve_packing',
      `${text}: ${input.how === 'loss' ? 'handling loss' : 'accepted'} (${reason})`,
      {
        piece_id: piece.id,
      },
    )
    await tx.audit('loan.resolve_packing', loan.record, {
      piece: facts.name,
      how: input.how,
      difference,
      reason,
    })
    return saved(`The difference of ${facts.name} has been resolved.`, version)
  })

/** Signs that all pieces are weighed and packed: each gets what was weighed, and is packed for this loan. */
export const signPacked = (ctx: Ctx, number: string, version: number | null | undefined) =>
  ctx.write(async (tx) => {
    const unchecked = await lockLoan(tx, number, version)
    const locked = await lockPiecesOf(
      tx,
      unchecked,
      unchecked.pieces.map(({ record }) => ({ piece: record.address })),
    )
    const [facts] = await findFacts(tx, [unchecked.record])
    const loan: LockedLoan = { ...unchecked, ...facts! }
    tx.refuse(rules.whyNotSignPacked(loan, await findTolerance(tx)))
    for (const { piece, facts } of locked) {
      const weighed = await weigh(tx, piece, facts.weighed!, { details: { loan: number } })
      const { container } = facts
      await record(tx, weighed, { kind: 'pack', loan_id: loan.record.id, details: { container } })
      await changeLoanPiece(tx, keyOf(loan, piece.id), { picked: true })
    }
    const fields = { packed_at: tx.now().toISOString(), packed_by: tx.actor.name, packed_by_id: tx.actor.id }
    const next = await saveLoan(tx, loan, fields)
    const count = locked.length === 1 ? '1 piece' : `${locked.length} pieces`
    await tell(tx, loan, 'sign_packed', `Packed: ${count} weighed`)
    await tx.audit('loan.sign_packed', loan.record, fields, loan.record)
    const second = (await requiresTwo(tx)) ? ' Another person checks and dispatches it.' : ''
    return saved(`${count} of ${number} ${locked.length === 1 ? 'is' : 'are'} packed.${second}`, next)
  })

/** Takes the signature back: the pieces are in curation again. */
export const unpack = (
  ctx: Ctx,
  number: string,
  { reason, version }: { reason: string; version?: number | null | undefined },
) =>
  ctx.write(async (tx) => {
    const loan = await lockLoan(tx, number, version)
    tx.refuse(rules.whyNotUnpack(loan))
    const packed = loan.pieces.filter(({ state }) => state === 'packed')
    for (const { piece } of await lockPiecesOf(
      tx,
      loan,
      packed.map(({ record }) => ({ piece: record.address })),
    ))
      await record(tx, piece, { kind: 'unpack', reason })
    const fields = { packed_at: null, packed_by: '', packed_by_id: null }
    const next = await saveLoan(tx, loan, fields)
    await tell(tx, loan, 'unpack', `Unpacked again (${reason})`)
    await tx.audit('loan.unpack', loan.record, { ...fields, reason }, loan.record)
    return saved(`${number} has been unpacked.`, next)
  })

/** The parcel leaves. Where two persons are required, by another one than who packed it. */
export const dispatchLoan = (ctx: Ctx, number: string, version: number | null | undefined) =>
  ctx.write(async (tx) => {
    const loan = await lockLoan(tx, number, version)
    tx.refuse(rules.whyNotDispatch(loan, loan.actor, await requiresTwo(tx)))
    const { carrier, tracking_number, packed_by_id, packed_by, borrower_email } = loan.record
    const second =
      packed_by_id !== null && packed_by_id !== tx.actor.id ? { id: packed_by_id, name: packed_by } : null
    const details = { ...(carrier && { carrier }), ...(tracking_number && { tracking_number }) }
    for (const { piece } of await lockPiecesOf(
      tx,
      loan,
      loan.pieces.map(({ record }) => ({ piece: record.address })),
    )) {
      await record(tx, piece, {
        kind: 'dispatch',
        holder: { holder_kind: 'carrier', holder_user_id: null, holder_name: carrier || 'Carrier' },
        ...{ second, details },
      })
      await changeLoanPiece(tx, keyOf(loan, piece.id), { sent: piece.present })
    }
    const fields = {
      dispatched_at: tx.now().toISOString(),
      dispatched_by: tx.actor.name,
      dispatched_by_id: tx.actor.id,
    }
    const next = await saveLoan(tx, loan, fields)
    await tell(tx, loan, 'dispatch', `Dispatched${tracking_number && `, tracking ${tracking_number}`}`)
    await tx.audit('loan.dispatch', loan.record, fields, loan.record)
    if (borrower_email !== '')
      await tx.mail(
        dispatchedMail(tx.config, loan.record, {
          pieces: piecesText(loan),
          carrier,
          tracking: tracking_number,
        }),
      )
    const told = borrower_email === '' ? '' : ` ${loan.record.borrower_name} has been told.`
    return saved(`${number} has been dispatched.${told}`, next)
  })

/** The packing list of a loan, with the customs note. Throws 'missing'. */
export async function packingListPdf(ctx: Ctx, number: string): Promise<Attachment> {
  const loan = await findVisible(ctx, number)
  const { record } = loan
  const title = `Packing list ${number}`
  const lent = loan.pieces.filter((piece) => piece.record.parent_id === null)
  const content = await pdf(
    title,
    (page) => {
      page.heading(title)
      page.field('To', [record.borrower_name, record.affiliation].filter(Boolean).join(', '))
      page.field('About', `proposal ${record.proposal_id}, ${record.proposal_title}`)
      page.field('Carrier', record.carrier)
      page.field('Tracking number', record.tracking_number)
      page.field('Packed', record.packed_at && `${formatUtc(record.packed_at)}, ${record.packed_by}`)
      page.field(
        'Dispatched',
        record.dispatched_at && `${formatUtc(record.dispatched_at)}, ${record.dispatched_by}`,
      )
      page.table(
        ['Piece', 'Form', { label: 'Amount', align: 'right' }, 'Container'],
        lent.map(({ name, unit, weighed, present, container, record }) => [
          ...[name, record.form, formatAmount(unit, record.sent ?? weighed ?? present), container],
        ]),
      )
      page.subheading('Customs note')
      page.paragraph(
        record.customs_note ||
          'Samples for scientific research, on loan. No commercial value. To be returned.',
      )
    },
    ctx.now(),
  )
  return new Attachment(`packing-list-${number}.pdf`, 'application/pdf', content)
}
