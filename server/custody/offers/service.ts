import { formatAmount } from '#domain/custody/amounts.ts'
import { type EventKind, pieceState } from '#domain/custody/status.ts'
import { whyWriteOffOpen } from '#domain/custody/write_offs.ts'
import { done } from '#domain/endpoint.ts'
import { PROCESSED } from '#domain/masters/values.ts'
import { listNames } from '#domain/text.ts'
import { endPromise, holdPromise } from '../../allocation/service.ts'
import type { Ctx, Tx } from '../../platform/context.ts'
import { addSamples, lockSamples } from '../../samples/service.ts'
import { lockPiecesAt, type Piece, record } from '../events.ts'
import { findOpenWriteOff } from '../pieces/write_off_queries.ts'
import { setSampleOfPiece } from '../queries.ts'
import { findRootSample, findSample, findWaiting, findWaitingLoan, setPresent } from './queries.ts'

/** Catalogue figures are in mg and Pa. */
const figure = (amount: number) => amount / 1000

/** Why a piece is not put on offer, or null. */
function whyNotOffer({ name, state, present }: Piece): string | null {
  if (state === pieceState.code.ON_OFFER) return `${name} is on offer already.`
  if (state !== pieceState.code.RETURNED && state !== pieceState.code.IN_CURATION)
    return `${name} is ${pieceState.label(state).toLowerCase()}: only what is back in curation is offered.`
  return present === 0 ? `Nothing is left of ${name}.` : null
}

/** A part becomes a row of the catalogue of its own, as previously allocated. */
async function addToCatalogue(tx: Tx, piece: Piece): Promise<number> {
  const root = await findRootSample(tx, piece.root_id)
  const [added] = await addSamples(tx, [
    {
      db_type: piece.db_type,
      name: piece.name,
      sample_type: PROCESSED,
      weight: figure(piece.present),
      initial_weight: figure(piece.initial),
      chamber: root?.chamber ?? null,
      dish: root?.dish ?? null,
      source: root?.source ?? '',
      description: piece.form,
      flg: true,
    },
  ])
  await setSampleOfPiece(tx, piece.id, added!.id)
  return added!.id
}

/** What the catalogue and the allocation have of a piece that is put on offer. */
async function beginOffer(tx: Tx, piece: Piece) {
  const { id, name, sample_id, unit, present } = piece
  const loan = await findWaitingLoan(tx, id)
  tx.refuse(loan ? `${name} is to go out with loan ${loan.number}: leave it out there first.` : null)
  if (sample_id === null) return addToCatalogue(tx, piece)
  await lockSamples(tx, [sample_id])
  const sample = await findSample(tx, sample_id)
  await endPromise(tx, sample)
  await setPresent(tx, sample_id, {
    ...(unit === 'ug'
      ? { weight: figure(present), initial_weight: sample.initial_weight ?? figure(piece.initial) }
      : { pressure: figure(present) }),
    ...(sample.sample_type === PROCESSED && { flg: true }),
  })
}

/** What the catalogue and the allocation have of a piece that is on offer no more; returns its sample. */
async function endOffer(tx: Tx, { sample_id, name }: Piece) {
  await lockSamples(tx, [sample_id!])
  const sample = await findSample(tx, sample_id!)
  const promised = await holdPromise(tx, sample)
  tx.refuse(
    promised && `${name} is confirmed for proposal ${promised.proposal_id}: cancel the confirmation first.`,
  )
  if (sample.sample_type === PROCESSED) await setPresent(tx, sample.id, { flg: false })
  return sample
}

/** Puts a piece that is back in curation on offer: its sample can be asked for and promised again, with what is left of it. */
export const offerPiece = (ctx: Ctx, address: string) =>
  ctx.write(async (tx) => {
    const [piece] = await lockPiecesAt(tx, [address])
    tx.refuse(whyNotOffer(piece!))
    tx.refuse(whyWriteOffOpen(piece!.name, (await findOpenWriteOff(tx, piece!.id)) !== undefined))
    await beginOffer(tx, piece!)
    const { unit, present, name } = piece!
    await record(tx, piece!, { kind: 'offer' })
    return done(`${name} is on offer with ${formatAmount(unit, present)}.`)
  })

/** Locks the sample of a piece that is written off; one on offer as previously allocated is so no more. */
export async function takeWrittenOff(tx: Tx, { sample_id, state }: Piece) {
  if (sample_id === null) return
  await lockSamples(tx, [sample_id])
  const sample = await findSample(tx, sample_id)
  if (sample.sample_type === PROCESSED && state === pieceState.code.ON_OFFER)
    await setPresent(tx, sample_id, { flg: false })
}

/** What follows for the catalogue and the allocation when an event of a piece was taken back; `piece`: after it. */
export async function followTakenBack(tx: Tx, kind: EventKind, piece: Piece): Promise<void> {
  if (kind === 'offer') await endOffer(tx, piece)
  if (kind === 'take_off_offer') await beginOffer(tx, piece)
  if (kind === 'write_off') await putBackOnOffer(tx, piece)
}

/** A write-off was taken back: what was on offer before it is on offer again. */
async function putBackOnOffer(tx: Tx, { sample_id, state }: Piece) {
  if (sample_id === null || state !== pieceState.code.ON_OFFER) return
  await lockSamples(tx, [sample_id])
  const sample = await findSample(tx, sample_id)
  if (sample.sample_type === PROCESSED) await setPresent(tx, sample_id, { flg: true })
}

/** Takes a piece off offer: its sample can no longer be asked for. */
export const takeOffOffer = (ctx: Ctx, address: string, reason: string) =>
  ctx.write(async (tx) => {
    const [piece] = await lockPiecesAt(tx, [address])
    const { state, name } = piece!
    tx.refuse(state === pieceState.code.ON_OFFER ? null : `${name} is not on offer.`)
    const sample = await endOffer(tx, piece!)
    const waiting = await findWaiting(tx, sample.id)
    await record(tx, piece!, { kind: 'take_off_offer', reason })
    const asked =
      waiting.length === 0
        ? ''
        : ` ${waiting.length === 1 ? 'Proposal' : 'Proposals'} ${listNames(waiting.map(String), 5)} ${waiting.length === 1 ? 'asks' : 'ask'} for it or ${waiting.length === 1 ? 'has' : 'have'} it assigned.`
    return done(`${name} is no longer on offer.${asked}`)
  })
