import { randomInt } from 'node:crypto'
import { type Amount, amountIn, fromCatalogue, type Unit } from '#domain/custody/amounts.ts'
import {
  amountOf,
  deltasOf,
  differenceOfSplit,
  MAX_PARTS,
  type NewEvent,
  type NewSplit,
  negated,
  whyNotCounter,
  whyNotRecord,
  whyNotSplit,
} from '#domain/custody/events.ts'
import {
  CURATION,
  type Deltas,
  type Holder,
  holderAfter,
  NOBODY,
  pickHolder,
} from '#domain/custody/present.ts'
import { type EventKind, type PieceState, stateAfter } from '#domain/custody/status.ts'
import { notFound } from '#domain/errors.ts'
import { GAS, labelOf } from '#domain/masters/values.ts'
import type { AnyTx } from '../platform/context.ts'
import { announce } from '../web_hooks/announce.ts'
import {
  findEventsOf,
  findLastPart,
  findParts,
  findPiece,
  findPieceIds,
  findPieceOfSample,
  insertEvent,
  insertPiece,
  lockPieceRows,
  lockSample,
  type Piece,
  setSampleOfPiece,
} from './queries.ts'

export type { Piece } from './queries.ts'

const ADDRESS_LETTERS = 'abcdefghjkmnpqrstuvwxyz23456789'
/** A random address of a piece: 59 bits, without letters that look alike. */
const newAddress = () =>
  Array.from({ length: 12 }, () => ADDRESS_LETTERS[randomInt(ADDRESS_LETTERS.length)]).join('')

/** Locks pieces until the end of the transaction, in id order. Throws 'missing' when one of the ids is no piece. */
export async function lockPieces(tx: AnyTx, ids: readonly number[]): Promise<Piece[]> {
  const wanted = [...new Set(ids)]
  const pieces = await lockPieceRows(tx, wanted)
  if (pieces.length < wanted.length) throw notFound()
  return pieces
}

/** Locks pieces by their addresses; the same order and errors. */
export async function lockPiecesAt(tx: AnyTx, addresses: readonly string[]): Promise<Piece[]> {
  const wanted = [...new Set(addresses)]
  const ids = await findPieceIds(tx, wanted)
  if (ids.length < wanted.length) throw notFound()
  return lockPieces(tx, ids)
}

/** Whether holder, state or mass have changed: weighed as recorded, a piece has not. */
const hasMoved = (before: Piece, after: Piece) =>
  (['state', 'holder_kind', 'holder_user_id', 'holder_name', 'present', 'initial'] as const).some(
    (field) => before[field] !== after[field],
  )

interface Step {
  kind: EventKind
  deltas: Deltas
  state: PieceState
  holder: Holder
  loan_id?: number | null
  second?: NewEvent['second']
  counters_event_id?: number
  reason?: string
  details?: Record<string, unknown>
}

/** Adds an event with its audit entry, and returns the piece after it. The piece is locked. */
async function add(tx: AnyTx, piece: Piece, step: Step): Promise<Piece> {
  const record = await insertEvent(tx, {
    ...step.deltas,
    ...step.holder,
    piece_id: piece.id,
    number: piece.last_event + 1,
    kind: step.kind,
    loan_id: step.loan_id ?? null,
    at: tx.now().toISOString(),
    by_user_id: tx.actor?.id ?? null,
    by_name: tx.actor?.name ?? 'System',
    second_user_id: step.second?.id ?? null,
    second_name: step.second?.name ?? null,
    state: step.state,
    counters_event_id: step.counters_event_id ?? null,
    reason: step.reason ?? '',
    details: JSON.stringify(step.details ?? {}),
  })
  await tx.audit(`piece.${step.kind}`, { id: piece.id }, record)
  const after = await findPiece(tx, piece.id)
  if (hasMoved(piece, after))
    await announce(tx, {
      type: 'piece.moved',
      data: {
        piece: after.address,
        sample_id: after.sample_id,
        event: after.last_event,
        kind: step.kind,
      },
    })
  return after
}

/**
 * Records what happened to a locked piece, with its audit entry, and returns the piece after it. Refuses, with a sentence,
 * what cannot be; the database refuses it too.
 */
export async function record(tx: AnyTx, piece: Piece, event: NewEvent): Promise<Piece> {
  tx.refuse(whyNotRecord(piece, event))
  const { kind, reason, details, second } = event
  const deltas = deltasOf(kind, amountOf(event, piece))
  const state = stateAfter(kind, piece, piece.present + deltas.d_present)!
  const holder = holderAfter(kind, state, event.holder ?? CURATION, pickHolder(piece))
  return add(tx, piece, {
    ...{ kind, deltas, state, holder: pickHolder(holder), second: second ?? null },
    loan_id: event.loan_id ?? null,
    ...(reason !== undefined && { reason: reason.trim() }),
    ...(details && { details }),
  })
}

/** Records what a locked piece was found to hold: the difference to what is recorded, 0 too. `found` in the piece's unit. */
export const weigh = (tx: AnyTx, piece: Piece, found: number, rest: Omit<NewEvent, 'kind' | 'amount'> = {}) =>
  record(tx, piece, { ...rest, kind: 'weigh', amount: amountIn(piece.unit, found - piece.present) })

/**
 * The piece of a sample, locked: the present one, or a new one with the weight or pressure of the catalogue. Throws
 * 'missing' when there is no such sample.
 */
export async function enterPiece(tx: AnyTx, sample_id: number): Promise<Piece> {
  const sample = await lockSample(tx, sample_id)
  if (!sample) throw notFound()
  const known = await findPieceOfSample(tx, sample)
  if (known && known.sample_id === null) await setSampleOfPiece(tx, known.id, sample_id)
  const isGas = sample.sample_type === GAS
  const unit: Unit = isGas ? 'mpa' : 'ug'
  const [locked] = known ? await lockPieces(tx, [known.id]) : []
  if (locked && locked.state !== 'void') return locked
  const piece =
    locked ??
    (await insertPiece(tx, {
      address: newAddress(),
      db_type: sample.db_type,
      name: sample.name,
      sample_id,
      form: labelOf('sample_type', sample.sample_type),
      unit,
      volume_ul: isGas && sample.volume ? Math.max(1, Math.round(sample.volume * 1000)) : null,
    }))
  const initial: Amount = fromCatalogue(unit, isGas ? sample.pressure : sample.weight)
  const deltas = deltasOf('enter', initial)
  return add(tx, piece, { kind: 'enter', deltas, state: 'in_curation', holder: CURATION })
}

/**
 * Splits a locked piece: records the measured difference, what was lost and what was used, and makes the parts, which stay
 * with who has the piece. `tolerance` in µg: a larger difference is refused. Returns the piece and its parts after it.
 */
export async function splitPiece(
  tx: AnyTx,
  piece: Piece,
  split: NewSplit,
  { tolerance }: { tolerance: number },
): Promise<{ piece: Piece; parts: Piece[] }> {
  tx.refuse(whyNotSplit(piece, split, tolerance))
  const { parts, consumed, lost, method, details } = split
  const first = (await findLastPart(tx, piece.id)) + 1
  if (first + parts.length - 1 > MAX_PARTS) tx.refuse(`A piece has ${MAX_PARTS} parts at most.`)
  const difference = differenceOfSplit(piece.present, split)
  const of = (n: number) => amountIn(piece.unit, n)
  const rest = details && { details }
  let now = piece
  if (difference !== 0) now = await record(tx, now, { ...rest, kind: 'weigh', amount: of(difference) })
  if (lost > 0) now = await record(tx, now, { ...rest, kind: 'loss', amount: of(lost) })
  if (consumed > 0)
    now = await record(tx, now, {
      kind: 'consume',
      amount: of(consumed),
      details: { ...details, ...(method && { method }) },
    })
  const before = now
  const names = parts.map((_, i) => `${piece.name}-${String(first + i).padStart(2, '0')}`)
  const after = await add(tx, now, {
    kind: 'split',
    deltas: deltasOf('split', now.present),
    state: 'split',
    holder: NOBODY,
    details: { ...details, parts: names },
  })
  const stays = before.state === 'in_use'
  const made: Piece[] = []
  for (const [i, { amount, form, place }] of parts.entries()) {
    const part = await insertPiece(tx, {
      address: newAddress(),
      db_type: piece.db_type,
      name: names[i]!,
      parent_id: piece.id,
      form,
      unit: piece.unit,
      place: stays ? '' : (place ?? piece.place),
    })
    made.push(
      await add(tx, part, {
        kind: 'split_from',
        deltas: deltasOf('split_from', amount),
        state: stays ? 'in_use' : 'in_curation',
        holder: stays ? pickHolder(before) : CURATION,
        ...(details && { details }),
      }),
    )
  }
  return { piece: after, parts: made }
}

/**
 * Takes back an event of a locked piece, by its number, with a reason; of a split its untouched parts become void. Refuses,
 * with a sentence, what cannot be taken back. Throws 'missing' when the piece has no such event.
 */
export const counterEvent = (
  tx: AnyTx,
  piece: Piece,
  { number, reason }: { number: number; reason: string },
) => takeBack(tx, piece, { number, reason, correcting: false })

/**
 * Corrects how much was used or lost: takes the event back and records it again with `amount`, in the piece's unit. Of a
 * piece that has been split since, the difference is one of the measurement. Refusals and errors as of counterEvent.
 */
export async function correctAmount(
  tx: AnyTx,
  piece: Piece,
  { number, amount, reason }: { number: number; amount: number; reason: string },
): Promise<Piece> {
  const event = (await findEventsOf(tx, piece.id)).find((one) => one.number === number)
  if (!event) throw notFound()
  const { kind, details } = event
  if (kind !== 'consume' && kind !== 'loss')
    return tx.refuse('Only how much was used or lost is corrected like this.')
  const isSplit = piece.state === 'split'
  let now = await takeBack(tx, piece, { number, reason, correcting: true })
  const of = (n: number) => amountIn(piece.unit, n)
  const rest = { reason, correcting: true, details: { ...(details as object), corrects: number } }
  const difference = amount + event.d_present
  if (isSplit && difference !== 0)
    now = await record(tx, now, { ...rest, kind: 'weigh', amount: of(difference) })
  return record(tx, now, { ...rest, kind, amount: of(amount) })
}

async function takeBack(
  tx: AnyTx,
  piece: Piece,
  { number, reason, correcting }: { number: number; reason: string; correcting: boolean },
): Promise<Piece> {
  const events = await findEventsOf(tx, piece.id)
  const event = events.find((one) => one.number === number)
  if (!event) throw notFound()
  const parts = event.kind === 'split' ? await findParts(tx, piece.id) : []
  const touched = parts.filter((part) => part.events > 1).map(({ name }) => name)
  tx.refuse(whyNotCounter(piece, event, events, { touched, correcting }))
  const back = event.moved ? events.find((one) => one.number === number - 1) : piece
  const after = await addCounter(tx, piece, event, back, reason)
  const ids = parts.map(({ id }) => id)
  for (const part of await lockPieceRows(tx, ids)) {
    const beginning = (await findEventsOf(tx, part.id)).findLast(({ kind }) => kind === 'split_from')
    await addCounter(tx, part, beginning!, undefined, reason)
  }
  return after
}

/** Adds the counter-event of an event; `back`: how the piece was before it, undefined before its first. */
const addCounter = (
  tx: AnyTx,
  piece: Piece,
  event: Deltas & { id: number; kind: EventKind },
  back: (Holder & { state: PieceState }) | undefined,
  reason: string,
) =>
  add(tx, piece, {
    ...{ kind: 'counter', deltas: negated(event), state: back?.state ?? 'void' },
    holder: back ? pickHolder(back) : NOBODY,
    counters_event_id: event.id,
    ...{ reason: reason.trim(), details: { of: event.kind } },
  })
