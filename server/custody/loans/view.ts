import { eventText } from '#domain/custody/event_text.ts'
import type { Loan, LoanPiece } from '#domain/custody/loans/contract.ts'
import { daysBetween } from '#domain/custody/loans/due.ts'
import type { LoanRow } from '#domain/custody/loans/list_contract.ts'
import { actsSeenBy, dueActs, nextAct, type WaitsFor } from '#domain/custody/loans/next_act.ts'
import * as rules from '#domain/custody/loans/rules.ts'
import { isAccountedFor } from '#domain/custody/loans/status.ts'
import { movesWithALoan } from '#domain/custody/loans/taking_back.ts'
import type { EventKind } from '#domain/custody/status.ts'
import { type Actor, isOffice } from '#domain/session/actor.ts'
import type { Db } from '../../platform/context.ts'
import { requiresTwo } from '../../users/shared_queries.ts'
import {
  findTolerance,
  findWhole,
  isCustodian,
  type LoanFacts,
  loanActor,
  type PieceFacts,
  type WholeLoan,
} from './facts.ts'
import {
  countPublications,
  findAccount,
  findCustodyEvents,
  findLoanEvents,
  findLoansOfProposals,
  findNumbers,
  findPartsInCuration,
  isOfTheOffice,
  type LoanRecord,
} from './queries.ts'

/** As whom a viewer looks at a loan. */
export const viewAs = (actor: Actor, loan: { borrower_user_id: number | null }): WaitsFor =>
  isOffice(actor)
    ? 'office'
    : isCustodian(actor) && loan.borrower_user_id !== actor.id
      ? 'curation'
      : 'holder'

const NOT_COUNTED = ['split', 'void'] as const
const isCounted = ({ state }: PieceFacts) => !(NOT_COUNTED as readonly string[]).includes(state)
const OUT = ['dispatched', 'received', 'in_use', 'sent_back'] as const
const isOut = ({ state }: PieceFacts) => (OUT as readonly string[]).includes(state)

/** What is out of a loan, in µg and mPa. */
export const outOf = (loan: LoanFacts, db_type?: number) => {
  const sum = (unit: string) =>
    loan.pieces
      .filter((piece) => isOut(piece) && piece.unit === unit)
      .filter(({ record }) => db_type === undefined || record.db_type === db_type)
      .reduce((total, { present }) => total + present, 0)
  return { ug: sum('ug'), mpa: sum('mpa') }
}

export function loanRow(loan: LoanFacts, viewer: WaitsFor, today: string): LoanRow {
  const { record } = loan
  const out = outOf(loan)
  return {
    number: loan.number,
    term_id: record.term_id,
    proposal_id: record.proposal_id,
    title: record.proposal_title,
    borrower_name: record.borrower_name,
    affiliation: record.affiliation,
    state: rules.stateOf(loan),
    pieces: loan.pieces.filter(isCounted).length,
    asteroids: [...new Set(loan.pieces.map((piece) => piece.record.db_type))].sort(),
    out_ug: out.ug,
    out_mpa: out.mpa,
    due_on: loan.due_on,
    days_late: rules.loanDaysLate(loan, today),
    next: nextAct(loan, viewer, today),
  }
}

/** Where a piece of a loan is, in words. */
function holderText({ record: loan, pieces }: LoanFacts, { state, record }: PieceFacts, seesPlaces: boolean) {
  switch (state) {
    case 'dispatched':
      return `on the way to ${loan.borrower_name}`
    case 'sent_back':
      return `on the way back from ${loan.borrower_name}`
    case 'received':
    case 'in_use':
      return record.holder_name
    case 'split': {
      const parts = pieces.filter((piece) => piece.record.parent_id === record.piece_id).length
      return `split in ${parts}`
    }
    case 'consumed':
      return 'used up'
    case 'lost':
      return 'lost'
    default:
      return seesPlaces && record.place !== '' ? `Curation, ${record.place}` : 'Curation'
  }
}

interface Viewing {
  actor: rules.LoanActor
  as: WaitsFor
  today: string
  two: boolean
  tolerance: rules.Tolerance
  parts: Awaited<ReturnType<typeof findPartsInCuration>>
  /** Whether whoever proposed the write-off is of the office, by piece. */
  officeProposed: ReadonlySet<number>
}

function pieceReply(loan: WholeLoan, piece: PieceFacts, viewing: Viewing): LoanPiece {
  const { record, state } = piece
  const { actor } = viewing
  const mayAct = loan.borrower_user_id === actor.id || actor.office
  const asHolder = (why: string | null) => (mayAct ? why : 'Only its borrower or the office can do this.')
  const asCustodian = (why: string | null) => (actor.custodian ? why : 'Only curation can do this.')
  const move = loan.belongings.moves.find(
    ({ piece_id, decided_at }) => piece_id === record.piece_id && decided_at === null,
  )
  const writeOff = loan.belongings.write_offs.find(
    ({ piece_id, confirmed_at, withdrawn_at }) =>
      piece_id === record.piece_id && confirmed_at === null && withdrawn_at === null,
  )
  return {
    piece: record.address,
    parent: record.parent,
    name: record.name,
    ...{ db_type: record.db_type, form: record.form, unit: record.unit, volume_ul: record.volume_ul },
    state,
    holder: holderText(loan, piece, actor.custodian),
    place: actor.custodian ? record.place : '',
    initial: record.initial,
    present: record.loan_present ?? record.present,
    ...{ consumed: record.consumed, lost: record.lost, difference: record.difference },
    split_out: record.split_out,
    ...{ weighed: record.weighed, picked: record.picked, container: record.container },
    ...{ sent: record.sent, found: record.found, condition: record.condition },
    received_at: record.received_at,
    open_difference: piece.difference,
    weigh_again: piece.weigh_again,
    missing: piece.missing ? { at: record.missing_at!, note: record.missing_note } : null,
    said_lost: piece.lost ? { at: record.said_lost_at!, reason: record.said_lost_reason } : null,
    write_off:
      actor.custodian && piece.write_off && writeOff
        ? {
            at: writeOff.proposed_at,
            by: writeOff.proposed_by,
            reason: writeOff.reason,
            why_not_confirm: asCustodian(
              rules.whyNotConfirmWriteOff(loan, piece, actor, {
                by: writeOff.proposed_by_id,
                office: viewing.officeProposed.has(record.piece_id),
              }),
            ),
          }
        : null,
    move: piece.moving && move ? { to: move.name, reason: move.reason, asked_at: move.asked_at } : null,
    sent_back:
      state === 'sent_back' && record.sent_back_at !== null
        ? {
            at: record.sent_back_at,
            amount: record.sent_back!,
            carrier: record.back_carrier,
            tracking_number: record.back_tracking_number,
          }
        : null,
    next_part: `${record.name}-${String(record.next_part).padStart(2, '0')}`,
    parts: actor.custodian && piece.parts_to_choose ? partsOf(piece, viewing.parts) : [],
    version: record.last_event,
    why_not: {
      pack: asCustodian(rules.whyNotPackPiece(loan, piece)),
      receive: asHolder(rules.whyNotReceive(loan, piece)),
      weigh_again: asHolder(rules.whyNotWeighAgain(loan, piece)),
      split: asHolder(rules.whyNotSplitPiece(loan, piece)),
      consume: asHolder(rules.whyNotConsume(loan, piece)),
      move: asHolder(rules.whyNotAskMove(loan, piece)),
      send_back: asHolder(rules.whyNotSendBack(loan, piece)),
      confirm_return: asCustodian(rules.whyNotConfirmReturn(loan, piece, actor)),
      say_lost: asHolder(rules.whyNotSayLost(loan, piece)),
      write_off: asCustodian(rules.whyNotProposeWriteOff(loan, piece, actor)),
    },
  }
}

/** The parts in curation of a piece that was split there, and parts of parts. */
const partsOf = ({ record }: PieceFacts, parts: Viewing['parts']) =>
  parts
    .filter(({ root_id, name }) => root_id === record.root_id && name.startsWith(`${record.name}-`))
    .map(({ address, name, present, unit }) => ({ piece: address, name, present, unit }))

/** Whether a loan's pieces are listed each after the one that it was split from. */
function inTree(pieces: readonly PieceFacts[]): PieceFacts[] {
  const known = new Set(pieces.map(({ record }) => record.piece_id))
  const under = (parent: number | null): PieceFacts[] =>
    pieces
      .filter(({ record }) =>
        parent === null
          ? record.parent_id === null || !known.has(record.parent_id)
          : record.parent_id === parent,
      )
      .flatMap((piece) => [piece, ...under(piece.record.piece_id)])
  return under(null)
}

/** In the order of the vault until they are packed, then by name. */
const inOrder = (loan: LoanFacts) =>
  inTree(
    loan.packed_at === null
      ? loan.pieces.toSorted((a, b) => a.record.place.localeCompare(b.record.place, 'en'))
      : loan.pieces,
  )

/** Kinds of events of pieces that the history of their loan says in a sentence of its own. */
const TOLD_BY_LOAN: readonly EventKind[] = [
  'pack',
  'unpack',
  'dispatch',
  'receive',
  'use',
  'split_from',
  'hand_over',
]

/** What only office and curation read of the history: what was before the receipt, and what is theirs to settle. */
const NOT_FOR_HOLDERS: readonly string[] = [
  'choose_pieces',
  'resolve_packing',
  'unpack',
  'note_unlent',
  'settle_unlent',
  'propose_write_off',
]

type Told = Awaited<ReturnType<typeof findLoanEvents>>[number]
type Custody = Awaited<ReturnType<typeof findCustodyEvents>>[number]

const eventsOf = (
  loan: LoanFacts,
  told: readonly Told[],
  custody: readonly Custody[],
  { custodian }: rules.LoanActor,
): Loan['events'] =>
  [
    ...told
      .filter(({ loan_id }) => loan_id === loan.record.id)
      .filter(({ kind }) => custodian || !NOT_FOR_HOLDERS.includes(kind))
      .map(({ at, by_name, on_behalf, text, piece }) => ({
        ...{ at, by: by_name, on_behalf, text, piece },
        ...{ number: null, countered: false },
      })),
    ...custody
      .filter(({ loan_id }) => loan_id === loan.record.id)
      .filter(({ kind, of }) => !TOLD_BY_LOAN.includes(kind) && !(of && movesWithALoan(of.kind)))
      .map((event) => ({
        at: event.at,
        by: event.second_name === null ? event.by_name : `${event.second_name} and ${event.by_name}`,
        on_behalf: 'on_behalf' in (event.details as object),
        text:
          eventText(event.name, event.unit, toldEvent(event), event.of ?? undefined) +
          (event.reason === '' ? '' : ` (${event.reason})`),
        piece: event.piece,
        number: event.number,
        countered: event.countered,
      })),
  ].sort((a, b) => (a.at === b.at ? 0 : a.at < b.at ? 1 : -1))

const toldEvent = (event: Custody) => ({ ...event, details: event.details as Record<string, unknown> })

/** Why an act of a loan's borrower cannot be done for any of its pieces, or null. */
const anyPiece = (loan: LoanFacts, why: (piece: PieceFacts) => string | null, none: string) => {
  const reasons = loan.pieces.map(why)
  return reasons.includes(null) ? null : (rules.whyClosed(loan) ?? none)
}

/** Loans as a viewer may see them. */
export async function loanReplies(
  db: Db,
  viewer: Actor,
  records: readonly LoanRecord[],
  today: string,
): Promise<Loan[]> {
  if (records.length === 0) return []
  const loans = await findWhole(db, records)
  const ids = loans.map(({ record }) => record.id)
  const two = await requiresTwo(db)
  const tolerance = await findTolerance(db)
  const told = await findLoanEvents(db, ids)
  const custody = await findCustodyEvents(db, ids)
  const publications = await countPublications(db, ids)
  const roots = loans.flatMap(({ pieces }) => pieces.filter((piece) => piece.parts_to_choose))
  const parts = await findPartsInCuration(
    db,
    roots.map(({ record }) => record.root_id),
  )
  const proposals = loans.map(({ record }) => record.proposal_id)
  const ofProposals = await findLoansOfProposals(db, proposals)
  const first = await findNumbers(
    db,
    loans.flatMap(({ record }) => record.supplementary_to ?? []),
  )
  const replies: Loan[] = []
  for (const loan of loans) {
    const { record } = loan
    const actor = await loanActor(db, viewer, record)
    const account =
      record.borrower_user_id === null ? undefined : await findAccount(db, record.borrower_user_id)
    const officeProposed = await piecesProposedByOffice(db, loan)
    const as = viewAs(viewer, record)
    const viewing: Viewing = { actor, as, today, two, tolerance, parts, officeProposed }
    replies.push({
      ...loanRow(loan, as, today),
      ...loanReply(loan, viewing),
      no_account: account === undefined,
      supplementary_to: first.find(({ id }) => id === record.supplementary_to)?.number ?? null,
      others: ofProposals
        .filter(
          (one) =>
            one.proposal_id === record.proposal_id &&
            one.id !== record.id &&
            (actor.custodian || one.borrower_user_id === actor.id),
        )
        .map(({ number }) => number),
      publications: publications.get(record.id) ?? 0,
      events: eventsOf(loan, told, custody, actor),
    })
  }
  return replies
}

async function piecesProposedByOffice(db: Db, { belongings }: WholeLoan): Promise<Set<number>> {
  const found = new Set<number>()
  for (const { piece_id, proposed_by_id, confirmed_at, withdrawn_at } of belongings.write_offs)
    if (confirmed_at === null && withdrawn_at === null && proposed_by_id !== null)
      if (await isOfTheOffice(db, proposed_by_id)) found.add(piece_id)
  return found
}

type Own = Omit<
  Loan,
  keyof LoanRow | 'no_account' | 'supplementary_to' | 'others' | 'publications' | 'events'
>

function loanReply(loan: WholeLoan, viewing: Viewing): Own {
  const { record, belongings } = loan
  const { actor, today, two, tolerance } = viewing
  const extension = belongings.extensions.find(({ decided_at }) => decided_at === null)
  const returned = loan.pieces.map((piece) => piece.record.returned_at ?? '').sort()
  const finished = loan.dispatched_at !== null && loan.pieces.every(({ state }) => isAccountedFor(state))
  return {
    is_mine: record.borrower_user_id === actor.id,
    borrower_email: record.borrower_email,
    result_version: record.result_version,
    steps: {
      agreement: record.agreed_at,
      packed: record.packed_at,
      dispatched: record.dispatched_at,
      received: record.received_at,
      returned: finished ? returned.at(-1) || null : null,
      closed: record.closed_at,
    },
    agreement: {
      sent_at: record.agreement_sent_at,
      signed_at: record.signed_at,
      complete_at: record.agreed_at,
      complete_by: record.agreed_by,
      on_paper: record.paper_agreement,
    },
    parcel: {
      carrier: record.carrier,
      tracking_number: record.tracking_number,
      customs_note: record.customs_note,
    },
    packed: record.packed_at === null ? null : { by: record.packed_by, at: record.packed_at },
    dispatched: record.dispatched_at === null ? null : { by: record.dispatched_by, at: record.dispatched_at },
    two_persons: two,
    extension: extension
      ? {
          until: extension.until,
          reason: extension.reason,
          asked_at: extension.asked_at,
          nth: extension.number,
          days_before_due: daysBetween(extension.asked_at.slice(0, 10), record.due_on!),
        }
      : null,
    extensions: belongings.extensions.flatMap((one) =>
      one.decided_at === null
        ? []
        : [
            {
              until: one.granted_until ?? one.until,
              reason: one.reason,
              granted: one.granted!,
              note: one.note,
              decided_at: one.decided_at,
              by: one.decided_by,
            },
          ],
    ),
    reminders: { count: record.reminders, last_at: record.reminded_at },
    report_of_use: record.report_at === null ? null : { at: record.report_at, note: record.report_note },
    unlent: actor.custodian
      ? belongings.unlent.map((one) => ({
          entry: one.number,
          description: one.description,
          note: one.note,
          at: one.at,
          by: one.by_name,
          settled: one.settled_at === null ? null : one.resolution,
        }))
      : [],
    tolerance,
    piece_list: inOrder(loan).map((piece) => pieceReply(loan, piece, viewing)),
    files: belongings.files.map((one) => ({
      file: one.number,
      kind: one.kind as Loan['files'][number]['kind'],
      name: one.original_file_name,
      type: one.media_type,
      piece: loan.pieces.find((piece) => piece.record.piece_id === one.piece_id)?.record.address ?? null,
      by: one.by_name,
      at: one.at,
    })),
    due_acts: actsSeenBy(viewing.as, dueActs(loan, today)),
    why_not: whyNots(loan, actor, today, two, tolerance),
    version: record.version,
  }
}

function whyNots(
  loan: LoanFacts,
  actor: rules.LoanActor,
  today: string,
  two: boolean,
  tolerance: rules.Tolerance,
): Loan['why_not'] {
  const mayAct = loan.borrower_user_id === actor.id || actor.office
  const asHolder = (why: string | null) => (mayAct ? why : 'Only its borrower or the office can do this.')
  const asOffice = (why: string | null) => (actor.office ? why : 'Only the office can do this.')
  const asCustodian = (why: string | null) => (actor.custodian ? why : 'Only curation can do this.')
  return {
    send_agreement: asOffice(rules.whyNotSendAgreement(loan)),
    upload_signed: asHolder(rules.whyNotUploadSigned(loan)),
    countersign: asOffice(rules.whyNotCountersign(loan, actor)),
    choose_pieces: asCustodian(rules.whyNotChoosePieces(loan)),
    pack: asCustodian(rules.whyNotPack(loan)),
    sign_packed: asCustodian(rules.whyNotSignPacked(loan, tolerance)),
    unpack: asCustodian(rules.whyNotUnpack(loan)),
    dispatch: asCustodian(rules.whyNotDispatch(loan, actor, two)),
    receive: asHolder(anyPiece(loan, (piece) => rules.whyNotReceive(loan, piece), 'Nothing is on the way.')),
    ask_extension: asHolder(rules.whyNotAskExtension(loan, actor, today)),
    decide_extension: asOffice(rules.whyNotDecideExtension(loan, actor)),
    send_back: asHolder(
      anyPiece(loan, (piece) => rules.whyNotSendBack(loan, piece), 'Nothing can be sent back now.'),
    ),
    upload_report: asHolder(rules.whyNotReport(loan)),
    remind: asOffice(rules.whyNotRemind(loan, today)),
    hand_over: asOffice(rules.whyNotHandOver(loan)),
    // A reason is asked for where the report of use is missing.
    close: asOffice(rules.whyNotClose(loan, actor, '-')),
    reopen: asOffice(rules.whyNotReopen(loan)),
  }
}
