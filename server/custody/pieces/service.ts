import { custodians } from '#domain/access.ts'
import type { PieceAddress } from '#domain/custody/address.ts'
import { amountIn, formatAmount, formatDifference, formatSmall } from '#domain/custody/amounts.ts'
import { whyNotCounter } from '#domain/custody/events.ts'
import { holderText } from '#domain/custody/holder.ts'
import type {
  CounterInput,
  LossInput,
  PieceDetail,
  PieceEvent,
  PieceFilter,
  PieceRow,
  SplitInput,
  TreePiece,
  WeighInput,
} from '#domain/custody/pieces/contract.ts'
import { borrowersWindow, totalsOf, whyNotCounterHere } from '#domain/custody/pieces/view.ts'
import { EVENT_KINDS, pieceState, stateAfter } from '#domain/custody/status.ts'
import { IN_VAULT, whyWriteOffOpen } from '#domain/custody/write_offs.ts'
import { done, type Paged } from '#domain/endpoint.ts'
import { notFound } from '#domain/errors.ts'
import { groupBy } from '#domain/group_by.ts'
import { BENNU, labelOf } from '#domain/masters/values.ts'
import { micrometresToMm } from '#domain/samples/size.ts'
import type { Actor } from '#domain/session/actor.ts'
import { getSetting } from '../../masters/settings.ts'
import type { Ctx, Db } from '../../platform/context.ts'
import { announce } from '../../web_hooks/announce.ts'
import { correctAmount, counterEvent, type Piece, record, splitPiece, weigh } from '../events.ts'
import { loanMovedBy, loanTakingBacks, takeBackOnLoan } from '../loans/taking_back.ts'
import { followTakenBack } from '../offers/service.ts'
import { lockAt } from './lock.ts'
import {
  type EventRow,
  findAddressOfSample,
  findPieces,
  findTree,
  findTreeEvents,
  setPlace,
  type TreeRow,
} from './queries.ts'
import { findOpenWriteOff } from './write_off_queries.ts'
import { writeOffOf } from './write_offs.ts'

export const isCustodian = ({ roles }: Actor) => roles.some((role) => custodians.includes(role as 'admin'))

type ListRow = Awaited<ReturnType<typeof findPieces>>['data'][number]
export const listRow = ({ holder_name, borrower_name, ...row }: ListRow): PieceRow => ({
  ...row,
  holder: holderText({ ...row, holder_name, borrower_name }),
})

export async function listPieces(ctx: Ctx, filter: PieceFilter): Promise<Paged<PieceRow>> {
  const { data, ...page } = await findPieces(ctx.db, filter)
  return { ...page, data: data.map(listRow) }
}

/** Throws 'missing' for no sample. */
export async function pieceOfSample(ctx: Ctx, sample_id: number) {
  const found = await findAddressOfSample(ctx.db, sample_id)
  if (!found) throw notFound()
  return found
}

/** The tolerance of the balance or the gauge, in the piece's unit. */
export const toleranceOf = (db: Db, { unit }: Pick<Piece, 'unit'>) =>
  getSetting(db, unit === 'ug' ? 'balance_tolerance_ug' : 'gas_tolerance_mpa')

// One piece -----------------------------------------------------------------------------------------------------------------

/** A piece of the tree as the viewer sees it, with those of its events that they see. */
interface Seen {
  row: TreeRow
  shown: TreePiece
  events: EventRow[]
  /** All its events. */
  history: EventRow[]
}

/** Where one does not see the vault: without place, and where the window is over as it was at its end. */
function asBorrowerSees(row: TreeRow, history: EventRow[], actor: Actor): Seen | null {
  const window = borrowersWindow(
    history.map((event) => ({
      ...event,
      mine: event.loan_id !== null && event.borrower_user_id === actor.id,
    })),
  )
  if (!window) return null
  const { last, isOver, amounts } = window
  const { state, holder_kind, holder_name } = isOver ? last : row
  const { borrower_name } = row
  const holder = holderText({ state, holder_kind, holder_name, place: '', borrower_name })
  const { address, name, db_type, form, unit } = row
  const shown: TreePiece = {
    ...{ address, name, db_type, form, unit, state, holder_kind, holder },
    ...{ loan_number: last.loan_number, parent: null, ...amounts },
  }
  return { row, shown, events: window.events, history }
}

function asCustodianSees(row: TreeRow, history: EventRow[]): Seen {
  const { address, name, db_type, form, unit, state, holder_kind, loan_number } = row
  const { initial, present, consumed, lost, difference, split_out } = row
  const shown: TreePiece = {
    ...{ address, name, db_type, form, unit, state, holder_kind, loan_number, holder: holderText(row) },
    ...{ parent: null, initial, present, consumed, lost, difference, split_out },
  }
  return { row, shown, events: history, history }
}

const byName = (one: TreeRow, other: TreeRow) => (one.name < other.name ? -1 : 1)

/** The tree that the viewer sees around a piece, its root first, each piece before its parts. Throws 'missing'. */
async function seeTree(db: Db, actor: Actor, address: PieceAddress) {
  const rows = await findTree(db, address)
  const asked = rows.find((row) => row.address === address)
  if (!asked) throw notFound()
  const history = groupBy(await findTreeEvents(db, asked.root_id), ({ piece_id }) => piece_id)
  const all = isCustodian(actor)
  const seen = new Map<number, Seen>()
  for (const row of rows) {
    const events = history.get(row.id) ?? []
    const one = all ? asCustodianSees(row, events) : asBorrowerSees(row, events, actor)
    // A part whose split was taken back is left to its own page.
    if (one && (row.state !== 'void' || row === asked)) seen.set(row.id, one)
  }
  let root = seen.get(asked.id)
  if (!root) throw notFound()
  for (let above = root; above; above = seen.get(above.row.parent_id ?? 0)!) root = above
  const tree: Seen[] = []
  const take = (one: Seen, parent: string | null) => {
    tree.push({ ...one, shown: { ...one.shown, parent } })
    const parts = rows.filter(({ parent_id }) => parent_id === one.row.id).sort(byName)
    for (const part of parts) {
      const below = seen.get(part.id)
      if (below) take(below, one.row.address)
    }
  }
  take(root, null)
  return { tree, asked: tree.find(({ row }) => row.id === asked.id)! }
}

/** An event as the viewer sees it; `onLoan`: of one that moved with a loan, what its loan says about taking it back. */
function eventOf(
  event: EventRow,
  seen: Seen,
  tree: readonly Seen[],
  actor: Actor,
  onLoan: { why: string | null; text: string } | null,
): PieceEvent {
  const { row, history } = seen
  const upTo = history.filter(({ number }) => number <= event.number)
  const countered = history.map((one) => ({ ...one, countered: one.countered_by !== null }))
  const itself = countered.find(({ id }) => id === event.id)!
  const touched = tree
    .filter(({ row: part, history }) => part.parent_id === row.id && openEvents(history) > 1)
    .map(({ row: part }) => part.name)
  const viewer = { isCustodian: isCustodian(actor), isOwn: event.by_user_id === actor.id }
  const { kind, at, by_name, second_name, loan_number, number, counters, countered_by } = event
  const { d_initial, d_present, d_consumed, d_lost, d_difference, d_split } = event
  return {
    ...{ piece: row.address, piece_name: row.name, number, kind, at, by_name, second_name, loan_number },
    present: upTo.reduce((sum, one) => sum + one.d_present, 0),
    ...{ d_initial, d_present, d_consumed, d_lost, d_difference, d_split },
    ...{ state: event.state, holder_kind: event.holder_kind, holder_name: event.holder_name },
    reason: event.reason,
    details: event.details as PieceEvent['details'],
    ...{ counters, countered_by },
    amount_only: isCorrectable(event) && !event.moved && row.state === 'split',
    loan_change: onLoan?.text ?? '',
    why_not_counter: onLoan
      ? onLoan.why
      : (whyNotCounter(row, itself, countered, { touched, correcting: isCorrectable(event) }) ??
        whyNotCounterHere(event, viewer) ??
        whyLoanClosed(event, history) ??
        whyLookedInto(event, row) ??
        whyWriteOffStays(event, seen) ??
        (kind === 'enter' && row.open_loan !== null
          ? `${row.name} is part of loan ${row.open_loan}.`
          : null) ??
        (viewer.isCustodian || isWithBorrower(row) ? null : 'It is no longer with you.')),
  }
}

/** What ended a loan that is closed stays: the loan would have a piece that is out again. */
function whyLoanClosed({ number, moved, loan_closed_at, loan_number }: EventRow, history: EventRow[]) {
  const before = history.find((one) => one.number === number - 1)
  return moved && loan_closed_at !== null && before && pieceState.of(before.state).on_loan
    ? `Loan ${loan_number} is closed.`
    : null
}

/** What was measured on receipt stays while its difference is open: the loan would go on saying what was found. */
const whyLookedInto = ({ kind, loan_number }: EventRow, { state }: TreeRow) =>
  state === 'received' && kind === 'weigh' && loan_number !== null
    ? `The difference is looked into: weigh it again on loan ${loan_number}, or take the receipt back.`
    : null

/** A piece stays in the vault while its write-off is open, whatever is corrected. */
function whyWriteOffStays({ kind, number, moved }: EventRow, { row, history }: Seen) {
  const before = history.find((one) => one.number === number - 1)
  const stays =
    !moved || (kind !== 'take_off_offer' && before !== undefined && IN_VAULT.includes(before.state))
  return stays ? null : whyWriteOffOpen(row.name, row.write_off)
}

/** How many events of a piece are neither taken back nor corrections. */
const openEvents = (history: readonly EventRow[]) =>
  history.filter(({ kind, countered_by }) => kind !== 'counter' && countered_by === null).length

/** How much was used or lost can be corrected on a split piece too. */
const isCorrectable = ({ kind }: EventRow) => kind === 'consume' || kind === 'loss'

const isWithBorrower = ({ state }: TreeRow) => state === 'received' || state === 'in_use' || state === 'split'

/** The events that the viewer sees of a tree, newest first. */
async function eventsOf(db: Db, tree: readonly Seen[], actor: Actor): Promise<PieceEvent[]> {
  const onLoans = loanTakingBacks(db, actor)
  const events: PieceEvent[] = []
  for (const { event, seen } of tree
    .flatMap((seen) => seen.events.map((event) => ({ event, seen })))
    .sort((one, other) => other.event.id - one.event.id))
    events.push(eventOf(event, seen, tree, actor, await onLoans.of(event)))
  return events
}

/** 'Particle of chamber A · 1.670 mm'. */
function describe({ form, sample_type, chamber, dish, size, db_type }: TreeRow): string {
  if (sample_type === null) return form
  const place =
    db_type === BENNU ? dish && `dish ${dish}` : chamber && `chamber ${labelOf('ChamberList', chamber)}`
  const kind = place ? `${form} of ${place}` : form
  return size === null ? kind : `${kind} · ${micrometresToMm(size).toFixed(3)} mm`
}

/** Kinds after which a sample is no longer as it came. */
const OPENS = ['consume', 'split', 'receive', 'loss']
const pristineUntil = (history: readonly EventRow[]) =>
  history.find(({ kind, countered_by }) => OPENS.includes(kind) && countered_by === null)?.at ?? null

/** Why curation cannot act on a piece here, or null. */
const whyNotHere = ({ holder_kind, name, state }: Pick<Piece, 'holder_kind' | 'name' | 'state'>) => {
  if (holder_kind === 'curation') return state === 'packed' ? `${name} is packed for a loan.` : null
  return `${name} is not in curation: act on its loan.`
}

/** A piece with its tree and events, as the viewer may see them. Throws 'missing'. */
export async function showPiece(ctx: Ctx, address: PieceAddress): Promise<PieceDetail> {
  const { actor, db } = ctx
  const { tree, asked } = await seeTree(ctx.db, ctx.actor, address)
  const { row, shown } = asked
  const all = isCustodian(actor)
  const here = all ? whyNotHere(row) : 'Only curation and the office do this here.'
  const numbers = tree.flatMap(({ row: part }) =>
    part.parent_id === row.id ? [Number(part.name.slice(row.name.length + 1))] : [],
  )
  const { parent: _, consumed, lost, difference, split_out, ...summary } = shown
  const gas = row.unit === 'mpa' ? 'Gas is drawn down, never split.' : null
  const written = all ? await writeOffOf(db, actor, row) : null
  const open = whyWriteOffOpen(row.name, written !== null && written.write_off !== null)
  const gone = stateAfter('weigh', row, row.present) ? null : 'Nothing is left of it.'
  return {
    ...summary,
    description: describe(row),
    sample_id: all ? row.sample_id : null,
    volume_ul: row.volume_ul,
    place: all ? row.place : '',
    root: tree[0]!.row.address,
    pristine_until: pristineUntil(tree[0]!.events),
    totals: totalsOf(tree.map((one) => one.shown)),
    tree: tree.map((one) => one.shown),
    events: await eventsOf(db, tree, actor),
    tolerance: await toleranceOf(db, row),
    next_part: `${row.name}-${String(Math.max(0, ...numbers) + 1).padStart(2, '0')}`,
    why_not: {
      split:
        here ?? open ?? gas ?? (stateAfter('split', row, 0) ? null : `Take ${row.name} off offer first.`),
      weigh: here ?? gone,
      loss: here ?? gone,
      write_off: written ? written.why_not : here,
      offer: open,
      place: here,
      label: all ? null : 'Only curation and the office print labels.',
    },
    write_off: written?.write_off ?? null,
    write_off_does: written?.does ?? '',
    version: row.last_event,
  }
}

/** The events of a tree that the viewer sees, oldest first, with whose parts their pieces are. */
export async function exportedEvents(ctx: Ctx, address: PieceAddress) {
  const { tree } = await seeTree(ctx.db, ctx.actor, address)
  const names = new Map(tree.map(({ row }) => [row.address, row.name]))
  const parents = new Map(tree.map(({ shown }) => [shown.address, names.get(shown.parent ?? '') ?? '']))
  const { unit } = tree[0]!.row
  return (await eventsOf(ctx.db, tree, ctx.actor))
    .reverse()
    .map((event) => ({ ...event, unit, parent: parents.get(event.piece)! }))
}

// Commands of curation --------------------------------------------------------------------------------------------------------

const detailsOf = (note: string) => (note === '' ? {} : { note })

export const splitHere = (ctx: Ctx, address: PieceAddress, { version, note, method, ...split }: SplitInput) =>
  ctx.write(async (tx) => {
    const piece = await lockAt(tx, address, version)
    tx.refuse(
      whyNotHere(piece) ?? whyWriteOffOpen(piece.name, (await findOpenWriteOff(tx, piece.id)) !== undefined),
    )
    const tolerance = await toleranceOf(tx, piece)
    const { parts } = await splitPiece(
      tx,
      piece,
      { ...split, method, details: detailsOf(note) },
      { tolerance },
    )
    return done(`${piece.name} has been split: ${parts.map(({ name }) => name).join(', ')}.`)
  })

export const weighHere = (ctx: Ctx, address: PieceAddress, { version, note, found }: WeighInput) =>
  ctx.write(async (tx) => {
    const piece = await lockAt(tx, address, version)
    tx.refuse(whyNotHere(piece))
    const { unit, name, present } = await weigh(tx, piece, found, { details: detailsOf(note) })
    const difference = formatDifference(unit, present - piece.present)
    return done(`${name} holds ${formatAmount(unit, present)}, ${difference} to what was recorded.`)
  })

export const loseHere = (ctx: Ctx, address: PieceAddress, { version, amount, reason }: LossInput) =>
  ctx.write(async (tx) => {
    const piece = await lockAt(tx, address, version)
    tx.refuse(whyNotHere(piece))
    const { unit, name, present } = await record(tx, piece, {
      kind: 'loss',
      amount: amountIn(piece.unit, amount),
      reason,
    })
    return done(
      `A loss of ${formatSmall(unit, amount)} is recorded: ${name} holds ${formatAmount(unit, present)}.`,
    )
  })

/** Takes back an event with a reason, or corrects its amount: the office and curation any, a borrower their own while they have the piece. */
export const takeBack = (
  ctx: Ctx,
  address: PieceAddress,
  { version, number, amount, reason }: CounterInput,
) =>
  ctx.write(async (tx) => {
    const isWhole = amount === null || amount === undefined
    const loan = isWhole ? await loanMovedBy(tx, address, number) : null
    if (loan !== null) return takeBackOnLoan(tx, loan, address, { number, reason, version })
    const piece = await lockAt(tx, address, version)
    const { tree, asked } = await seeTree(tx, tx.actor, address)
    const event = asked.events.find((one) => one.number === number)
    if (!event) throw notFound()
    tx.refuse(eventOf(event, asked, tree, tx.actor, null).why_not_counter)
    if (!isWhole) {
      await correctAmount(tx, piece, { number, amount, reason })
      const label = EVENT_KINDS[event.kind].label.toLowerCase()
      return done(`${piece.name}: ${formatSmall(piece.unit, amount)} ${label}, as corrected.`)
    }
    const after = await counterEvent(tx, piece, { number, reason })
    await followTakenBack(tx, event.kind, after)
    return done(`${piece.name}: "${EVENT_KINDS[event.kind].label}" has been taken back.`)
  })

export const movePlace = (
  ctx: Ctx,
  address: PieceAddress,
  { place, version }: { place: string; version?: number | null | undefined },
) =>
  ctx.write(async (tx) => {
    const piece = await lockAt(tx, address, version)
    tx.refuse(whyNotHere(piece))
    await setPlace(tx, piece.id, place)
    await tx.audit('piece.place', piece, { place }, { place: piece.place })
    if (place !== piece.place)
      await announce(tx, {
        type: 'piece.moved',
        data: { piece: piece.address, sample_id: piece.sample_id, event: null, kind: 'place' },
      })
    return done(place === '' ? `${piece.name} has no place now.` : `${piece.name} is at ${place}.`)
  })
