import { sql } from 'kysely'
import { amountIn, parseAmount, type Unit } from '#domain/custody/amounts.ts'
import type { NewEvent, RecordedKind } from '#domain/custody/events.ts'
import { type CustodyEvent, type Holder, type Present, presentOf } from '#domain/custody/present.ts'
import {
  EVENT_KINDS,
  type EventKind,
  type HolderKind,
  holdersOf,
  type PieceState,
  pieceState,
  stateAfter,
} from '#domain/custody/status.ts'
import { Fault } from '#domain/errors.ts'
import { groupBy } from '#domain/group_by.ts'
import { aUser } from '../builders/people.ts'
import { carrier } from '../builders/pieces.ts'
import { correctAmount, counterEvent, lockPieces, type Piece, record, splitPiece } from '../custody/events.ts'
import type { Ctx, Db, Tx } from '../platform/context.ts'
import { aLoanRow } from './loan_row.ts'

/** Who does what in random histories of pieces: three on loans of their own, and who signs with them. */
export interface CustodyCast {
  office: Ctx
  second: { id: number; name: string }
  borrowers: { id: number; name: string }[]
  loans: number[]
}

export async function custodyCast(office: Ctx, db: Db): Promise<CustodyCast> {
  const borrowers = []
  for (let i = 0; i < 3; i++) borrowers.push(await aUser(office, ['proposer']))
  const loans = []
  for (const borrower of borrowers) loans.push((await aLoanRow(db, borrower)).id)
  return { office, second: await aUser(office, ['curation']), borrowers, loans }
}

const RECORDED = (Object.keys(EVENT_KINDS) as EventKind[]).filter(
  (kind): kind is RecordedKind => !['enter', 'split', 'split_from', 'counter'].includes(kind),
)

const pick = <T>(list: readonly T[], random: () => number): T => list[Math.floor(random() * list.length)]!
const upTo = (n: number, random: () => number) => Math.floor(random() * (n + 1))

function holderFor(cast: CustodyCast, kind: EventKind, random: () => number): Holder | undefined {
  const kinds = holdersOf(kind)
  if (!kinds) return undefined
  const holder_kind = pick(kinds, random)
  if (holder_kind === 'carrier') return carrier
  const { id, name } = pick(cast.borrowers, random)
  return { holder_kind, holder_user_id: random() < 0.9 ? id : null, holder_name: name }
}

/** An event that is likely to fit the piece; one of a hundred amounts is too large. */
function likelyEvent(cast: CustodyCast, piece: Piece, random: () => number): NewEvent {
  const fitting = RECORDED.filter((kind) => stateAfter(kind, piece, piece.present) !== null)
  // Writing off ends a history: it is rare.
  const kinds = random() < 0.95 ? fitting.filter((kind) => kind !== 'write_off') : fitting
  const kind = random() < 0.05 || kinds.length === 0 ? pick(RECORDED, random) : pick(kinds, random)
  const most = random() < 0.01 ? piece.present * 2 + 1 : piece.present
  const amount = {
    weigh: upTo(100, random) - 50,
    loss: upTo(Math.min(most, 50), random),
    consume: random() < 0.15 ? most : upTo(Math.floor(most / 3), random),
  } as Partial<Record<EventKind, number>>
  const holder = holderFor(cast, kind, random)
  return {
    kind,
    amount: amountIn(piece.unit, amount[kind] ?? 0),
    ...(holder && { holder }),
    ...(kind === 'pack' && { loan_id: pick(cast.loans, random) }),
    ...(kind === 'write_off' && { second: cast.second, reason: 'Lost in the mail' }),
  }
}

/** A split whose parts, use and loss make what there is, often with a small difference of the balance. */
function randomSplit(piece: Piece, random: () => number) {
  const consumed = random() < 0.5 ? upTo(Math.floor(piece.present / 4), random) : 0
  const lost = random() < 0.5 ? upTo(Math.min(30, piece.present - consumed), random) : 0
  let left = piece.present - consumed - lost + (random() < 0.5 ? upTo(12, random) - 6 : 0)
  const parts = []
  for (let n = 1 + upTo(3, random); n > 1; n--) {
    const amount = upTo(Math.floor(left / 2), random)
    parts.push({ amount, form: 'Fragment' })
    left -= amount
  }
  return { parts: [...parts, { amount: left, form: 'Powder' }], consumed, lost }
}

async function actOn(tx: Tx, cast: CustodyCast, piece: Piece, random: () => number) {
  const chance = random()
  if (chance < 0.05)
    return correctAmount(tx, piece, {
      number: 1 + upTo(piece.last_event - 1, random),
      amount: 1 + upTo(100, random),
      reason: 'Read off wrongly',
    })
  if (chance < 0.2)
    return counterEvent(tx, piece, {
      // Mostly the latest, which more often fits.
      number: random() < 0.6 ? piece.last_event : 1 + upTo(piece.last_event - 1, random),
      reason: 'Typing error',
    })
  if (chance < 0.35) return splitPiece(tx, piece, randomSplit(piece, random), { tolerance: 5 })
  return record(tx, piece, likelyEvent(cast, piece, random))
}

/**
 * One command on a random piece of a tree; 'refused' with nothing changed where a rule says no. Inside one transaction, as
 * tests are, what commit checks is checked at once; whatever the database refuses is thrown.
 */
export async function randomCommand(
  cast: CustodyCast,
  db: Db,
  root_id: number,
  random: () => number,
): Promise<'done' | 'refused'> {
  const pieces = await db
    .selectFrom('pieces')
    .select(['id', 'state'])
    .where('root_id', '=', root_id)
    .orderBy('id')
    .execute()
  const alive = pieces.filter(({ state }) => !pieceState.of(state).gone)
  const { id } = pick(alive.length > 0 && random() < 0.85 ? alive : pieces, random)
  try {
    await cast.office.write(async (tx) => {
      const [piece] = await lockPieces(tx, [id])
      await actOn(tx, cast, piece!, random)
      await sql`set constraints all immediate`.execute(tx)
      await sql`set constraints all deferred`.execute(tx)
    })
    return 'done'
  } catch (error) {
    if (error instanceof Fault && error.kind === 'refused') return 'refused'
    throw error
  }
}

/** A piece as it is kept, or as it was worked out. */
type Kept = Present & { name: string; unit: Unit; parent: string }

export async function keptPieces(db: Db, root_id: number): Promise<Kept[]> {
  return db
    .selectFrom('pieces as p')
    .leftJoin('pieces as up', 'up.id', 'p.parent_id')
    .select([
      'p.name',
      'p.unit',
      'p.initial',
      'p.present',
      'p.consumed',
      'p.lost',
      'p.difference',
      'p.split_out',
    ])
    .select(['p.state', 'p.holder_kind', 'p.holder_user_id', 'p.holder_name', 'p.last_event'])
    .select(sql<string>`coalesce(up.name, '')`.as('parent'))
    .where('p.root_id', '=', root_id)
    .orderBy('p.name')
    .execute()
}

/** What does not hold of a tree as it is kept: its sum, its parts, its holders. */
export function findImbalance(pieces: readonly Kept[]): string[] {
  const sum = (of: (piece: Kept) => number, list = pieces) => list.reduce((all, one) => all + of(one), 0)
  const root = pieces.find(({ parent }) => parent === '')!
  const into = root.initial + sum(({ difference }) => difference)
  const out = sum(({ present, consumed, lost }) => present + consumed + lost)
  const faults = into === out ? [] : [`${root.name}: ${into} went in, ${out} is there`]
  for (const piece of pieces) {
    const parts = pieces.filter(({ parent }) => parent === piece.name)
    if (sum(({ initial }) => initial, parts) !== piece.split_out)
      faults.push(`the parts of ${piece.name} do not hold what was split`)
    if (!(pieceState.of(piece.state).holders as readonly HolderKind[]).includes(piece.holder_kind))
      faults.push(`${piece.name} is ${piece.state} with ${piece.holder_kind}`)
    if (piece.present < 0) faults.push(`${piece.name} holds ${piece.present}`)
  }
  return faults
}

/** The pieces as they follow from their events in the database. */
export async function foldedPieces(db: Db, root_id: number): Promise<Map<string, Present>> {
  const rows = await db
    .selectFrom('custody_events as e')
    .innerJoin('pieces as p', 'p.id', 'e.piece_id')
    .leftJoin('custody_events as t', 't.id', 'e.counters_event_id')
    .selectAll('e')
    .select(['p.name', 'p.unit', 't.number as counters'])
    .where('p.root_id', '=', root_id)
    .orderBy('e.number')
    .execute()
  return fold(rows)
}

/** The pieces as they follow from the rows of the exported CSV alone; it has no ids of users. */
export function rebuiltPieces(rows: readonly Record<string, string>[]): Map<string, Present> {
  const amount = (unit: Unit, text: string | undefined) =>
    Number(parseAmount(unit, (text ?? '').replace('-', '−')))
  return fold(
    rows.map((row): CustodyEvent & { name: string; unit: Unit } => {
      const unit = row.Unit === 'mg' ? 'ug' : 'mpa'
      return {
        ...{ name: row.Piece!, unit, number: Number(row.Number), kind: row.Kind as EventKind, loan_id: null },
        d_initial: amount(unit, row.Initial),
        d_present: amount(unit, row.Change),
        d_consumed: amount(unit, row.Used),
        d_lost: amount(unit, row.Lost),
        d_difference: amount(unit, row['Measured difference']),
        d_split: amount(unit, row.Split),
        state: row.State as PieceState,
        holder_kind: row['Kind of holder'] as HolderKind,
        ...{ holder_user_id: null, holder_name: row.Holder! },
        counters: row['Takes back'] === '' ? null : Number(row['Takes back']),
      }
    }),
  )
}

const fold = (rows: readonly (CustodyEvent & { name: string; unit: Unit })[]) =>
  new Map(
    [...groupBy(rows, ({ name }) => name)].map(([name, events]) => [
      name,
      presentOf(
        events[0]!.unit,
        [...events].sort((one, other) => one.number - other.number),
      ),
    ]),
  )

/** Where what was worked out is not what is kept; of a CSV without the ids of users. */
export function findDifferences(
  kept: readonly Kept[],
  found: ReadonlyMap<string, Present>,
  { ids = true } = {},
): string[] {
  const faults = kept.length === found.size ? [] : [`${kept.length} are kept, ${found.size} were found`]
  for (const { name, unit: _, parent: __, ...piece } of kept) {
    const other = found.get(name)
    for (const key of Object.keys(piece) as (keyof Present)[])
      if ((ids || key !== 'holder_user_id') && other?.[key] !== piece[key])
        faults.push(`${name}: ${key} is ${piece[key]}, and ${other?.[key]} by its events`)
  }
  return faults
}
