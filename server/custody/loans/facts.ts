import { dayOfMoment } from '#domain/custody/loans/due.ts'
import type { LoanActor, RuledLoan, RuledLoanPiece, Tolerance } from '#domain/custody/loans/rules.ts'
import type { PieceState } from '#domain/custody/status.ts'
import { forbidden, notFound } from '#domain/errors.ts'
import { groupBy } from '#domain/group_by.ts'
import { type Actor, isOffice } from '#domain/session/actor.ts'
import { getSetting } from '../../masters/settings.ts'
import type { Db, Tx } from '../../platform/context.ts'
import { requireVersion } from '../../platform/version_conflict.ts'
import { findConflictingIds } from '../../proposals/shared_queries.ts'
import { lockPieces, type Piece } from '../events.ts'
import {
  addNumbered,
  type Belongings,
  changeLoan,
  findBelongings,
  findLastEvent,
  findLoanPieces,
  findOpenMatters,
  type LoanPieceRecord,
  type LoanRecord,
  lockLoanRow,
} from './queries.ts'

export const isCustodian = (actor: Actor) => isOffice(actor) || actor.roles.includes('curation')

/** The tolerances that are set. */
export const findTolerance = async (db: Db): Promise<Tolerance> => ({
  ug: await getSetting(db, 'balance_tolerance_ug'),
  mpa: await getSetting(db, 'gas_tolerance_mpa'),
})

/** A loan with its pieces, as rules and lists are made from it. */
export interface LoanFacts extends RuledLoan {
  record: LoanRecord
  pieces: readonly PieceFacts[]
}
/** A loan with all that belongs to it: its files, and what was asked, proposed and noted. */
export interface WholeLoan extends LoanFacts {
  belongings: Belongings
}
export interface PieceFacts extends RuledLoanPiece {
  record: LoanPieceRecord
}

/** The state of a piece in its loan. Split after its return it counts as returned: its parts are not of this loan. */
function stateInLoan({ loan_state, has_parts }: LoanPieceRecord): PieceState {
  if (loan_state === null) return 'in_curation'
  return loan_state === 'split' && !has_parts ? 'returned' : loan_state
}

function pieceFacts(record: LoanPieceRecord): PieceFacts {
  const { found, sent } = record
  const state = stateInLoan(record)
  const isOpen = state === 'dispatched' || state === 'received' || state === 'in_use' || state === 'sent_back'
  return {
    record,
    name: record.name,
    unit: record.unit,
    state,
    present_state: record.piece_state,
    on_loan: record.piece_loan,
    present: record.present,
    weighed: record.weighed,
    container: record.container,
    picked: record.picked,
    parts_to_choose: state === 'in_curation' && record.piece_state === 'split',
    difference: record.difference_open && state === 'received' ? found! - sent! : null,
    weigh_again: record.weigh_again && state === 'received',
    missing: record.missing_at !== null && state === 'dispatched',
    lost: record.said_lost_at !== null && isOpen,
    write_off: record.write_off && isOpen,
    moving: record.moving && state === 'in_use',
    promised: record.promised,
    vault_write_off: record.vault_write_off,
  }
}

/** The facts of loans, in their order: what lists and rules need. */
export async function findFacts(db: Db, records: readonly LoanRecord[]): Promise<LoanFacts[]> {
  const ids = records.map(({ id }) => id)
  const pieces = groupBy(await findLoanPieces(db, ids), ({ loan_id }) => loan_id)
  const matters = await findOpenMatters(db, ids)
  return records.map((record) => {
    const { email, extension, unlent } = matters.get(record.id)!
    // Mails go to the address that the account has now.
    const present = { ...record, borrower_email: email ?? record.borrower_email }
    const facts = (pieces.get(record.id) ?? []).map(pieceFacts).filter(({ state }) => state !== 'void')
    const moves = facts.filter(({ moving }) => moving).map(({ name }) => name)
    return { ...present, record: present, pieces: facts, extension, moves, unlent }
  })
}

/** The same with all that belongs to each loan. */
export async function findWhole(db: Db, records: readonly LoanRecord[]): Promise<WholeLoan[]> {
  const all = await findBelongings(
    db,
    records.map(({ id }) => id),
  )
  return (await findFacts(db, records)).map((loan) => {
    const own = <R extends { loan_id: number }>(rows: readonly R[]) =>
      rows.filter(({ loan_id }) => loan_id === loan.record.id)
    return {
      ...loan,
      belongings: {
        files: own(all.files),
        extensions: own(all.extensions),
        moves: own(all.moves),
        write_offs: own(all.write_offs),
        unlent: own(all.unlent),
      },
    }
  })
}

export async function loanActor(db: Db, actor: Actor, { proposal_id }: { proposal_id: number }) {
  const conflicts = await findConflictingIds(db, actor, [proposal_id])
  return {
    id: actor.id,
    office: isOffice(actor),
    custodian: isCustodian(actor),
    conflict: conflicts.length > 0,
  } satisfies LoanActor
}

/** A locked loan, for whoever may see it. */
export interface LockedLoan extends WholeLoan {
  actor: LoanActor
  today: string
}

/** Office and curation see every loan, everyone else their own. Throws 'missing'. */
export function requireVisible(actor: Actor, loan: LoanRecord | undefined): LoanRecord {
  if (!loan || !(isCustodian(actor) || loan.borrower_user_id === actor.id)) throw notFound()
  return loan
}

/** Locks a loan. Throws 'missing', and 'stale' for another version than `version`. */
export async function lockLoan(tx: Tx, number: string, version?: number | null): Promise<LockedLoan> {
  const record = requireVisible(tx.actor, await lockLoanRow(tx, number))
  requireVersion(`Loan ${number}`, version, record)
  const [facts] = await findWhole(tx, [record])
  return { ...facts!, actor: await loanActor(tx, tx.actor, record), today: dayOfMoment(tx.now()) }
}

/** The same for a command of the borrower, which the office can carry out too. Throws 'forbidden' for curation. */
export async function lockForHolder(tx: Tx, number: string): Promise<LockedLoan> {
  const loan = await lockLoan(tx, number)
  if (loan.borrower_user_id !== tx.actor.id && !loan.actor.office) throw forbidden()
  return loan
}

/** Whether the actor acts for the borrower. */
export const isOnBehalf = (loan: LockedLoan) => loan.borrower_user_id !== loan.actor.id

/** What custody events keep of a command that the office carries out for the borrower. */
export const behalfDetails = (loan: LockedLoan): Record<string, string> =>
  isOnBehalf(loan) ? { on_behalf: loan.record.borrower_name } : {}

/** Locks a piece of a loan, by its address. Throws 'missing' for one that is not of it, 'stale' for an older version. */
export async function lockPieceOf(
  tx: Tx,
  loan: LockedLoan,
  address: string,
  version?: number | null,
): Promise<{ facts: PieceFacts; piece: Piece }> {
  const [one] = await lockPiecesOf(tx, loan, [{ piece: address, version: version ?? null }])
  return one!
}

/** The same for several, in the order of their ids. */
export async function lockPiecesOf(
  tx: Tx,
  loan: LockedLoan,
  wanted: readonly { piece: string; version?: number | null | undefined }[],
): Promise<{ facts: PieceFacts; piece: Piece }[]> {
  const ids = wanted.map(({ piece }) => {
    const facts = loan.pieces.find(({ record }) => record.address === piece)
    if (!facts) throw notFound()
    return facts.record.piece_id
  })
  const pieces = await lockPieces(tx, ids)
  // What was read before the lock may have changed: only the loan itself was locked.
  const [fresh] = await findFacts(tx, [loan.record])
  const both = pieces.map((piece) => ({
    piece,
    facts: fresh!.pieces.find(({ record }) => record.piece_id === piece.id) ?? missing(),
  }))
  for (const { piece } of both) {
    const sent = wanted.find((one) => one.piece === piece.address)!.version
    if (sent !== undefined && sent !== null && sent !== piece.last_event)
      requireVersion(piece.name, sent, await findLastEvent(tx, piece.id, piece.last_event))
  }
  return both
}

function missing(): never {
  throw notFound()
}

/** Adds a sentence to the history of a loan. */
export const tell = (
  tx: Tx,
  loan: LockedLoan,
  kind: string,
  text: string,
  { piece_id, on_behalf }: { piece_id?: number; on_behalf?: boolean } = {},
) =>
  addNumbered(tx, 'loan_events', {
    loan_id: loan.record.id,
    at: tx.now().toISOString(),
    ...{ kind, text, piece_id: piece_id ?? null },
    ...{ by_user_id: tx.actor.id, by_name: tx.actor.name, on_behalf: on_behalf ?? false },
  })

/** Saves fields of a loan, which gets the next version, and returns it. */
export const saveLoan = async (tx: Tx, { record }: LockedLoan, fields: Parameters<typeof changeLoan>[4]) =>
  (await changeLoan(tx, record.id, tx.actor.name, tx.now(), fields)).version
