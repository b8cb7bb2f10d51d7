import type { LoanPiece } from '#domain/custody/loans/contract.ts'
import type { Actor } from '#domain/session/actor.ts'
import { packLoan, receiveLoan } from '../builders/loans.ts'
import { markOnPaper, sendAgreements } from '../custody/loans/agreement.ts'
import { closeLoan } from '../custody/loans/closing.ts'
import { createLoan } from '../custody/loans/create.ts'
import { askExtension, decideExtension } from '../custody/loans/extensions.ts'
import { showLoan } from '../custody/loans/list.ts'
import { confirmWriteOff, proposeWriteOff, sayLost } from '../custody/loans/losses.ts'
import { dispatchLoan } from '../custody/loans/packing.ts'
import { confirmReturn, sendBack } from '../custody/loans/returns.ts'
import { askMove, consume, split } from '../custody/loans/use.ts'
import { offerPiece } from '../custody/offers/service.ts'
import type { Ctx } from '../platform/context.ts'
import type { DemonstrationContext } from './context.ts'
import type { Proposer } from './proposals.ts'
import { findConfirmed } from './queries.ts'

/** A loan, and who holds it. */
export interface Lent {
  number: string
  holder: Actor
}

/** A day as it is written in a due date, so many days after today. */
const dayFrom = ({ today }: DemonstrationContext, days: number) =>
  new Date(+today + days * 24 * 60 * 60 * 1000).toISOString().slice(0, 10)

/** The loans of a call whose results went out as letters. */
export async function lendByLetter(
  stage: DemonstrationContext,
  term_id: number,
  proposers: readonly Proposer[],
): Promise<Lent[]> {
  const confirmed = await findConfirmed(stage.office.db, term_id)
  const lent: Lent[] = []
  for (const { proposal_id, actor } of proposers) {
    const sample_ids = confirmed.filter((one) => one.proposal_id === proposal_id).map((one) => one.sample_id)
    if (sample_ids.length === 0) continue
    const { number } = await stage.office.write((tx) => createLoan(tx, { proposal_id, sample_ids }))
    lent.push({ number, holder: actor })
  }
  return lent
}

/** Agreement, parcel and receipt of a loan, a few days apart. `difference`: what the holder finds more, in the piece's unit. */
export async function sendOut(
  stage: DemonstrationContext,
  { number, holder }: Lent,
  { day, curation, difference = 0 }: { day: number; curation: Ctx; difference?: number },
) {
  stage.at(day)
  await sendAgreements(stage.office, [number])
  stage.at(day + 8)
  await markOnPaper(stage.office, number, undefined)
  stage.at(day + 10)
  await packLoan(curation, number)
  stage.at(day + 11)
  await dispatchLoan(stage.office, number, undefined)
  stage.at(day + 16)
  const [first] = (await showLoan(stage.office, number)).piece_list
  await receiveLoan(stage.as(holder), number, first && { [first.name]: difference })
}

const inUse = async (ctx: Ctx, number: string): Promise<LoanPiece[]> =>
  (await showLoan(ctx, number)).piece_list.filter(({ state }) => state === 'in_use')

/** Uses up this share of each piece; 1 uses it up. */
async function consumeShare(
  stage: DemonstrationContext,
  { number, holder }: Lent,
  share: number,
  method: string,
) {
  for (const { piece, present } of await inUse(stage.office, number))
    await consume(stage.as(holder), number, {
      ...{ piece, method, lost: 0 },
      consumed: Math.max(1, Math.round(present * share)),
    })
}

/** Splits a piece into three: the largest of those that came of the most splits. */
async function splitDeepest(stage: DemonstrationContext, { number, holder }: Lent, form: string) {
  const { piece_list } = await showLoan(stage.office, number)
  const depth = ({ parent }: LoanPiece): number => {
    const above = piece_list.find(({ piece }) => piece === parent)
    return above ? 1 + depth(above) : 0
  }
  const [deepest] = piece_list
    .filter(({ unit, state }) => unit === 'ug' && state === 'in_use')
    .toSorted((a, b) => depth(b) - depth(a) || b.present - a.present)
  if (!deepest) return
  const part = Math.max(1, Math.floor(deepest.present / 3))
  await split(stage.as(holder), number, {
    ...{ piece: deepest.piece, consumed: 0, lost: 0, method: 'Wire saw' },
    parts: [
      { amount: part, form },
      { amount: part, form },
      { amount: deepest.present - 2 * part, form },
    ],
  })
}

/** Sends back what is left. */
async function giveBack(stage: DemonstrationContext, { number, holder }: Lent) {
  const pieces = (await inUse(stage.office, number)).map(({ piece, present }) => ({ piece, amount: present }))
  const parcel = { carrier: 'DHL', tracking_number: '44 7100 9311' }
  await sendBack(stage.as(holder), number, { pieces, ...parcel })
  return pieces
}

/** The same, and curation weighs it in five days later. */
async function bringBack(stage: DemonstrationContext, lent: Lent, day: number, curation: Ctx) {
  stage.at(day)
  const pieces = await giveBack(stage, lent)
  stage.at(day + 5)
  for (const { piece, amount } of pieces)
    await confirmReturn(curation, lent.number, { piece, found: amount, place: 'N2-3, drawer 4', reason: '' })
  return pieces
}

/** An extension that the borrower asks for and the office grants, so many days after today. */
async function extend(
  stage: DemonstrationContext,
  { number, holder }: Lent,
  { day, until, reason }: { day: number; until: number; reason: string },
) {
  stage.at(day)
  await askExtension(stage.as(holder), number, { until: dayFrom(stage, until), reason })
  stage.at(day + 4)
  await decideExtension(stage.office, number, { granted: true, note: '' })
}

/** All that was lent is lost, and written off by two people. */
async function lose(stage: DemonstrationContext, { number, holder }: Lent, curation: Ctx) {
  const reason = 'The holder broke when it was taken out of the microscope; nothing was found.'
  for (const { piece } of await inUse(stage.office, number)) {
    stage.at(-220)
    await sayLost(stage.as(holder), number, { piece, reason })
    stage.at(-210)
    await proposeWriteOff(stage.office, number, { piece, reason })
    stage.at(-208)
    await confirmWriteOff(curation, number, piece)
  }
}

/** Loans of solid pieces, those of few and light ones first, and those with gas. */
async function sortLoans(office: Ctx, lent: readonly Lent[]) {
  const loans = await Promise.all(
    lent.map(async (loan) => ({ loan, pieces: (await showLoan(office, loan.number)).piece_list })),
  )
  const massOf = ({ pieces }: { pieces: LoanPiece[] }) => pieces.reduce((sum, one) => sum + one.present, 0)
  const solid = loans.filter(({ pieces }) => pieces.every(({ unit }) => unit === 'ug'))
  return {
    solid: solid
      .toSorted((a, b) => a.pieces.length - b.pieces.length || massOf(a) - massOf(b))
      .map(({ loan }) => loan),
    gas: loans.filter((one) => !solid.includes(one)).map(({ loan }) => loan),
  }
}

/**
 * The call before last: lost, used up, closed with a piece that is on offer again, late, split three times, and returned
 * without a report of use; and a bottle of gas that is drawn down.
 */
export async function treatLoans(
  stage: DemonstrationContext,
  lent: readonly Lent[],
  { curation, late }: { curation: Ctx; late: number },
) {
  const { office } = stage
  const {
    solid: [lost, usedUp, overdue, parts, closed, unreported],
    gas: [bottle],
  } = await sortLoans(office, lent)
  if (lost) await lose(stage, lost, curation)
  if (usedUp) {
    stage.at(-300)
    await consumeShare(stage, usedUp, 1, 'Acid digestion, ICP-MS')
  }
  if (overdue)
    await extend(stage, overdue, {
      ...{ day: -180, until: -late, reason: 'The beam time was moved by three months.' },
    })
  if (parts) {
    for (const [nth, form] of ['Fragment', 'Polished section', 'Powder'].entries()) {
      stage.at(-350 + nth * 60)
      await splitDeepest(stage, parts, form)
    }
    await extend(stage, parts, {
      ...{ day: -190, until: 120, reason: 'The sections are measured at a second facility.' },
    })
  }
  if (closed) {
    stage.at(-400)
    await consumeShare(stage, closed, 0.3, 'Acid digestion, ICP-MS')
    const [piece] = await bringBack(stage, closed, -160, curation)
    stage.at(-120)
    await closeLoan(office, closed.number, { without_report: 'The report of use came by post.' })
    // The requests of the current call were written before.
    stage.at(-2)
    if (piece) await offerPiece(curation, piece.piece)
  }
  if (unreported) await bringBack(stage, unreported, -170, curation)
  if (bottle) {
    stage.at(-260)
    await consumeShare(stage, bottle, 0.6, 'Noble gas mass spectrometry')
    await extend(stage, bottle, {
      day: -175,
      until: 60,
      reason: 'The second half is measured in the new line.',
    })
  }
}

/** Agreement sent, and said to be received on paper. */
async function agree(stage: DemonstrationContext, { number }: Lent, day: number) {
  stage.at(day)
  await sendAgreements(stage.office, [number])
  stage.at(day + 8)
  await markOnPaper(stage.office, number, undefined)
}

/** In use: parts of it, some used up, and a move that waits for the office. */
async function putToUse(stage: DemonstrationContext, loan: Lent, curation: Ctx) {
  await sendOut(stage, loan, { day: -120, curation })
  stage.at(-60)
  await splitDeepest(stage, loan, 'Fragment')
  stage.at(-20)
  await consumeShare(stage, loan, 0.1, 'Nano-SIMS')
  const [first] = await inUse(stage.office, loan.number)
  stage.at(-2)
  if (first)
    await askMove(stage.as(loan.holder), loan.number, {
      ...{ piece: first.piece, to: 'place', name: 'Beamline BL20XU, room 2', email: '', affiliation: '' },
      reason: 'For the tomography in the next run.',
    })
}

/** The loans of the last call, as they stand now: each at another step. `own`: the address of who asks for more time. */
export async function leaveAtSteps(
  stage: DemonstrationContext,
  lent: readonly Lent[],
  { curation, own }: { curation: Ctx; own: string },
) {
  const { office } = stage
  const ownLoan = lent.find(({ holder }) => holder.email === own)
  const {
    solid: [onTheWay, ready, unsigned, used, differs, back],
    gas: [bottle],
  } = await sortLoans(
    office,
    lent.filter((one) => one !== ownLoan),
  )
  if (used) await putToUse(stage, used, curation)
  if (back) {
    await sendOut(stage, back, { day: -130, curation })
    stage.at(-3)
    await giveBack(stage, back)
  }
  if (ownLoan) {
    await sendOut(stage, ownLoan, { day: -150, curation })
    stage.at(-70)
    await splitDeepest(stage, ownLoan, 'Fragment')
    stage.at(-5)
    await askExtension(stage.as(ownLoan.holder), ownLoan.number, {
      ...{ until: dayFrom(stage, 400), reason: 'The instrument is out of service until the summer.' },
    })
  }
  if (differs) await sendOut(stage, differs, { day: -24, curation, difference: -41 })
  if (onTheWay) {
    await agree(stage, onTheWay, -14)
    stage.at(-4)
    await packLoan(curation, onTheWay.number)
    stage.at(-3)
    await dispatchLoan(office, onTheWay.number, undefined)
  }
  if (bottle) {
    await agree(stage, bottle, -13)
    stage.at(-1)
    await packLoan(curation, bottle.number)
  }
  if (ready) await agree(stage, ready, -13)
  if (unsigned) {
    stage.at(-14)
    await sendAgreements(office, [unsigned.number])
  }
}
