import type { PieceAddress } from '#domain/custody/address.ts'
import type { LoanActor } from '#domain/custody/loans/rules.ts'
import * as rules from '#domain/custody/loans/rules.ts'
import {
  droppedExtensionText,
  type Extended,
  type LoanMove,
  movesWithALoan,
  planTakingBack,
  type TakingBack,
  takingBackText,
} from '#domain/custody/loans/taking_back.ts'
import type { CounterInput } from '#domain/custody/pieces/contract.ts'
import { EVENT_KINDS } from '#domain/custody/status.ts'
import { done } from '#domain/endpoint.ts'
import { notFound } from '#domain/errors.ts'
import { groupBy } from '#domain/group_by.ts'
import type { Actor } from '#domain/session/actor.ts'
import { listNames } from '#domain/text.ts'
import type { Db, Tx } from '../../platform/context.ts'
import { requireVersion } from '../../platform/version_conflict.ts'
import { counterEvent, lockPieces, type Piece, weigh } from '../events.ts'
import { findEventsOfPieces } from '../queries.ts'
import { piecesText } from './agreement.ts'
import {
  findTolerance,
  findWhole,
  isCustodian,
  type LockedLoan,
  loanActor,
  lockLoan,
  saveLoan,
  tell,
  type WholeLoan,
} from './facts.ts'
import { handedOverMails, moveMail, takenBackMail } from './mails.ts'
import {
  changeLoanPiece,
  changeMove,
  findAccount,
  findLastEvent,
  findLoan,
  findLoanOfEvent,
  type LoanRecord,
} from './queries.ts'

const MAX_NAMES = 8

/** A loan with the events of its pieces, from which it follows what can be taken back. */
type Asked = Parameters<typeof planTakingBack>[0] & { loan: WholeLoan }

async function ask(db: Db, loan: WholeLoan, actor: LoanActor): Promise<Asked> {
  const ids = loan.pieces.map(({ record }) => record.piece_id)
  const events = groupBy(await findEventsOfPieces(db, ids), ({ piece_id }) => piece_id)
  return {
    loan: { ...loan, id: loan.record.id },
    actor,
    tolerance: await findTolerance(db),
    pieces: loan.pieces.map((facts) => ({
      piece: { ...facts.record, state: facts.record.piece_state },
      facts,
      piece_id: facts.record.piece_id,
      found: facts.record.found !== null,
      events: events.get(facts.record.piece_id) ?? [],
    })),
  }
}

type Account = NonNullable<Awaited<ReturnType<typeof findAccount>>>
type Planned =
  | { why: string; plan: null }
  /** `predecessor`, of 'hand_over': the account of who had the loan before. */
  | { why: null; plan: TakingBack; predecessor: Account | undefined }

async function planIt(db: Db, asked: Asked, at: { piece_id: number; number: number }): Promise<Planned> {
  const { why, plan } = planTakingBack(asked, at)
  if (why !== null) return { why, plan: null }
  if (plan.kind !== 'hand_over') return { why, plan, predecessor: undefined }
  const { holder_user_id, holder_name } = plan.before.holder
  const predecessor = holder_user_id === null ? undefined : await findAccount(db, holder_user_id)
  return predecessor
    ? { why, plan, predecessor }
    : { why: `${holder_name} has no account that can be used: hand the loan over again instead.`, plan: null }
}

/** What the borrower did, or was told of by a mail: they are told that it is taken back. */
const MAILED: Partial<Record<LoanMove, string>> = {
  dispatch: 'The dispatch',
  receive: 'The receipt',
  send_back: 'The return shipment',
  return: 'The return',
}

/** Who is told that an event was taken back. */
function toldOf({ record }: WholeLoan, { kind }: TakingBack, predecessor: Account | undefined): string[] {
  const borrower = record.borrower_email === '' ? [] : [record.borrower_name]
  if (kind === 'hand_over') return [...borrower, ...(predecessor ? [predecessor.name] : [])]
  return kind === 'move' || MAILED[kind] ? borrower : []
}

/** What the page of a piece says of its events that moved with a loan. */
export interface LoanTakingBacks {
  /** Null for an event that moved with no loan. */
  of(event: {
    piece_id: number
    number: number
    kind: keyof typeof EVENT_KINDS
    loan_number: string | null
  }): Promise<{ why: string | null; text: string } | null>
}

/** For office and curation; reads each loan once. */
export function loanTakingBacks(db: Db, actor: Actor): LoanTakingBacks {
  const asked = new Map<string, Promise<Asked | null>>()
  const read = async (number: string) => {
    const record: LoanRecord | undefined = await findLoan(db, number)
    if (!record) return null
    const [loan] = await findWhole(db, [record])
    return ask(db, loan!, await loanActor(db, actor, record))
  }
  return {
    async of({ piece_id, number, kind, loan_number }) {
      if (!isCustodian(actor) || !movesWithALoan(kind) || loan_number === null) return null
      if (!asked.has(loan_number)) asked.set(loan_number, read(loan_number))
      const found = await asked.get(loan_number)!
      if (!found) return null
      const planned = await planIt(db, found, { piece_id, number })
      if (planned.why !== null) return { why: planned.why, text: '' }
      const { plan, predecessor } = planned
      const told = toldOf(found.loan, plan, predecessor)
      const extended = lastExtension(found.loan, plan)
      const text = takingBackText(found.loan, plan, { told, day: (at) => at.slice(0, 10), extended })
      return { why: null, text }
    },
  }
}

/** The number of the loan with which an event moved its piece; null where it did not, or the actor decides about no loans. */
export async function loanMovedBy(tx: Tx, address: PieceAddress, number: number): Promise<string | null> {
  if (!isCustodian(tx.actor)) return null
  const event = await findLoanOfEvent(tx, address, number)
  return event && movesWithALoan(event.kind) ? event.number : null
}

/**
 * Takes back an event that moved a piece with its loan, with all pieces that went together, and puts back what the loan says
 * of it. Throws 'missing', 'stale' and 'refused'.
 */
export async function takeBackOnLoan(
  tx: Tx,
  loan_number: string,
  address: PieceAddress,
  { number, reason, version }: CounterInput,
) {
  const before = await lockLoan(tx, loan_number)
  await lockPieces(
    tx,
    before.pieces.map(({ record }) => record.piece_id),
  )
  // Only the loan was locked when its pieces were read.
  const [fresh] = await findWhole(tx, [before.record])
  const loan: LockedLoan = { ...before, ...fresh! }
  const one = loan.pieces.find(({ record }) => record.address === address)
  if (!one) throw notFound()
  const { piece_id, last_event, name } = one.record
  requireVersion(name, version, await findLastEvent(tx, piece_id, last_event))
  const planned = await planIt(tx, await ask(tx, loan, loan.actor), { piece_id, number })
  if (planned.why !== null) return tx.refuse(planned.why)
  const { plan, predecessor } = planned
  const { kind, pieces } = plan
  const after: Piece[] = []
  for (const { piece_id, numbers } of pieces) {
    let [piece] = await lockPieces(tx, [piece_id])
    for (const one of numbers) piece = await counterEvent(tx, piece!, { number: one, reason })
    after.push(await putBackPiece(tx, loan, piece!, plan, reason))
  }
  const fields = loanFields(plan, predecessor)
  const next = await saveLoan(tx, loan, fields)
  const names = listNames(
    pieces.map(({ name }) => name),
    MAX_NAMES,
  )
  const label = EVENT_KINDS[kind].label
  // Like packing itself, holders are not told of it.
  const entry = kind === 'pack' || kind === 'unpack' ? 'unpack' : 'take_back'
  await tell(tx, loan, entry, `Taken back: ${label}, ${names} (${reason})`)
  await tx.audit(
    'loan.take_back',
    loan.record,
    { ...fields, event: kind, pieces: pieces.map(({ name }) => name), reason, version: next },
    loan.record,
  )
  const told = await tellTakenBack(tx, loan, plan, { predecessor, after, reason })
  const mailed =
    told.length === 0 ? '' : ` ${listNames(told, MAX_NAMES)} ${told.length === 1 ? 'has' : 'have'} been told.`
  const dropped = droppedExtensionText(plan, lastExtension(loan, plan), 'after')
  return done(`${names}: "${label}" has been taken back, on loan ${loan_number} too.${dropped}${mailed}`)
}

/** The extension that was granted since the event, the last one; null without any. */
function lastExtension({ belongings }: WholeLoan, { event }: TakingBack): Extended | null {
  const granted = belongings.extensions.findLast(
    ({ granted_until, decided_at }) => granted_until !== null && decided_at! >= event.at,
  )
  return granted ? { until: granted.granted_until!, granted_at: granted.decided_at! } : null
}

/** What the loan says of a piece before the event. */
async function putBackPiece(tx: Tx, loan: LockedLoan, piece: Piece, plan: TakingBack, reason: string) {
  const key = { loan_id: loan.record.id, piece_id: piece.id }
  const change = (fields: Parameters<typeof changeLoanPiece>[2]) => changeLoanPiece(tx, key, fields)
  switch (plan.kind) {
    case 'dispatch':
      await change({ sent: null, missing_at: null, missing_note: '' })
      break
    case 'receive':
      await change({
        ...{ found: null, condition: '', received_at: null },
        ...{ difference_open: false, weigh_again: false },
      })
      break
    case 'use':
      await change({ difference_open: true, weigh_again: plan.resolved_by === 'weighing' })
      if (plan.resolved_by === 'weighing') await change({ found: piece.present })
      if (plan.resolved_by === 'loss') {
        const { found } = loan.pieces.find(({ record }) => record.piece_id === piece.id)!.record
        return weigh(tx, piece, found!, { reason })
      }
      break
    case 'send_back':
      await change({ sent_back_at: null, sent_back: null, back_carrier: '', back_tracking_number: '' })
      break
    case 'return':
      await change({ returned_at: null, difference_open: plan.before.state === 'received' })
      break
    case 'move': {
      const move = moveOf(loan, plan)
      const decided = { decided_at: tx.now().toISOString(), decided_by: tx.actor.name }
      const refused = { granted: false, note: reason, ...decided }
      if (move) await changeMove(tx, { loan_id: key.loan_id, number: move.number }, refused)
      break
    }
    default:
  }
  return piece
}

/** The decision with which a piece was moved. */
const moveOf = (loan: LockedLoan, { pieces, event }: TakingBack) =>
  loan.belongings.moves.find(
    ({ piece_id, granted, decided_at }) =>
      piece_id === pieces[0]!.piece_id && granted === true && decided_at === event.at,
  )

/** What the loan itself says before the event. */
function loanFields(plan: TakingBack, predecessor: Account | undefined): Parameters<typeof saveLoan>[2] {
  switch (plan.kind) {
    case 'pack':
      return { packed_at: null, packed_by: '', packed_by_id: null }
    case 'unpack': {
      const { at, by_user_id, by_name } = plan.packed!
      return { packed_at: at, packed_by: by_name, packed_by_id: by_user_id }
    }
    case 'dispatch':
      return { dispatched_at: null, dispatched_by: '', dispatched_by_id: null }
    case 'receive':
      return plan.is_only_receipt ? { received_at: null, due_on: null } : {}
    case 'hand_over': {
      const { id, name, email, affiliation } = predecessor!
      return {
        ...{ borrower_user_id: id, borrower_name: name, borrower_email: email },
        affiliation,
      }
    }
    default:
      return {}
  }
}

/** Mails that what they were told is on record no more; returns who is told. */
async function tellTakenBack(
  tx: Tx,
  loan: LockedLoan,
  plan: TakingBack,
  { predecessor, after, reason }: { predecessor: Account | undefined; after: Piece[]; reason: string },
): Promise<string[]> {
  const told = toldOf(loan, plan, predecessor)
  if (told.length === 0) return told
  const { record } = loan
  const what = MAILED[plan.kind]
  if (what) {
    const pieces = after.map((piece) => rules.pieceLine(piece, piece.present)).join('\n')
    await tx.mail(takenBackMail(tx.config, record, { what, pieces, reason }))
  } else if (plan.kind === 'move') {
    const to = moveOf(loan, plan)?.name ?? plan.event.holder_name
    await tx.mail(moveMail(tx.config, record, { piece: after[0]!.name, to, granted: false, note: reason }))
  } else {
    const { id, name, email, affiliation } = predecessor!
    const now = { borrower_user_id: id, borrower_name: name, borrower_email: email, affiliation }
    const before = { name: record.borrower_name, email: record.borrower_email }
    await tx.mail(handedOverMails(tx.config, { ...record, ...now }, { before, pieces: piecesText(loan) }))
  }
  return told
}
