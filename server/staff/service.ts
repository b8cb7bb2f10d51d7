import { done, type Saved, saved } from '#domain/endpoint.ts'
import { forbidden, invalid, notFound } from '#domain/errors.ts'
import type { AssignedSampleFilter, ProposalFilter } from '#domain/proposals/contract.ts'
import { participantsOf } from '#domain/proposals/participants.ts'
import { NOT_SUBMITTED } from '#domain/proposals/status.ts'
import { defaultUnlockEnd, UNLOCK_REMINDER_MS, whyNotUnlockUntil } from '#domain/proposals/unlock.ts'
import { reportStatus } from '#domain/reports/status.ts'
import type { GlobalScoreInput, NoteInput, UnlockInput } from '#domain/staff/contract.ts'
import { scoreReceipt, whyNotRank } from '#domain/staff/ranking.ts'
import { whyNotCancelSubmission, whyNotCancelUnlock, whyNotScore, whyNotUnlock } from '#domain/staff/rules.ts'
import { beforeDeadline, formatUtc, whyReadOnly } from '#domain/terms/rules.ts'
import { withdrawAssignments } from '../allocation/service.ts'
import { type Ctx, commandOn, type Db, type Tx } from '../platform/context.ts'
import { exportAddress } from '../platform/csv.ts'
import { requireVersion } from '../platform/version_conflict.ts'
import { changeProposal, lockProposal, toProposal } from '../proposals/shared_queries.ts'
import { closedMail } from '../reports/mails.ts'
import { findAverages, findReportsToClose, toReportsOnProposal } from '../reports/shared_queries.ts'
import { currentTermId, lockCurrentTerm } from '../terms/service.ts'
import { announce } from '../web_hooks/announce.ts'
import { assignedSampleExport, proposalExport } from './exports.ts'
import { cancelledMail, correctionMails, unlockedMail } from './mails.ts'
import { findSave, findSubmitted, findWithSamples, readForStaff } from './queries.ts'

export const listWithSamples = (ctx: Ctx, filter: AssignedSampleFilter) =>
  findWithSamples(ctx.db, ctx.actor, filter, ctx.now())
export const downloadProposals = (ctx: Ctx, filter: ProposalFilter) =>
  exportAddress(ctx, proposalExport, filter)
export const downloadWithSamples = (ctx: Ctx, filter: AssignedSampleFilter) =>
  exportAddress(ctx, assignedSampleExport, filter)

/** A proposal as the actor sees it. Throws 'missing'. */
export async function readProposal(db: Db, { actor, now }: Pick<Ctx, 'actor' | 'now'>, id: number) {
  const [row] = await readForStaff(db, { viewer: actor.id, id })
  if (!row) throw notFound()
  return toProposal(row, now())
}

/** One proposal with its reports, score, rank and notes; without them with a conflict. */
export async function showProposal(ctx: Ctx, id: number) {
  const proposal = await readProposal(ctx.db, ctx, id)
  const { term, status: proposal_status, global_score } = proposal
  return {
    ...proposal,
    reports: toReportsOnProposal(proposal.reports, { term, proposal_status, closed: global_score !== null }),
    window_open: beforeDeadline(term, ctx.now()),
  }
}

/** The averages over a proposal's submitted reports. Throws 'missing'. */
export async function showScores(ctx: Ctx, id: number) {
  await readProposal(ctx.db, ctx, id)
  return findAverages(ctx.db, ctx.actor, id)
}

/** Locks a proposal for the office. Throws 'missing', and 'forbidden' with a conflict. */
export async function lockForOffice(tx: Tx, id: number) {
  await lockProposal(tx, id)
  const proposal = await readProposal(tx, tx, id)
  if (proposal.conflict) throw forbidden()
  return { proposal, term: proposal.term }
}
type LockedProposal = Awaited<ReturnType<typeof lockForOffice>>

const command = commandOn(lockForOffice)
const unlockFacts = ({ proposal, term }: LockedProposal) => ({
  is_unlocked: proposal.is_unlocked === 1,
  term,
})

/** Saves the additional note. Throws 'stale'. */
export const saveNote = (ctx: Ctx, id: number, { note, version }: NoteInput) =>
  command(
    ({ term }) => whyReadOnly(term),
    async (tx, { proposal }) => {
      const { note_version } = proposal
      if (version !== note_version) requireVersion('This note', version, await findSave(tx, id, 'note'))
      await changeProposal(tx, id, {
        additional_notes: note,
        note_version: note_version + 1,
        note_saved_by: tx.actor.id,
        note_saved_at: tx.now().toISOString(),
      })
      await tx.audit('proposal.note', proposal, { additional_notes: note }, proposal)
      return saved('The additional note has been saved.', note_version + 1)
    },
  )(ctx, id)

type ScoreFields = Partial<Pick<GlobalScoreInput, 'global_score' | 'rank' | 'version'>>

/** Saves score or rank of one proposal, or both, and returns the new version. Throws 'stale'. */
async function saveScore(tx: Tx, { proposal, term }: LockedProposal, { version, ...fields }: ScoreFields) {
  const { id, status, score_version } = proposal
  const now = `Now: global score ${proposal.global_score ?? '-'}, rank ${proposal.rank ?? '-'}.`
  if (version !== score_version)
    requireVersion(`Score or rank of ${id}`, version, await findSave(tx, id, 'score'), now)
  tx.refuse(whyNotScore({ status, term }))
  await changeProposal(tx, id, {
    ...fields,
    score_version: score_version + 1,
    score_saved_by: tx.actor.id,
    score_saved_at: tx.now().toISOString(),
  })
  await tx.audit('proposal.global_score', proposal, fields, proposal)
  return score_version + 1
}

const nameList = new Intl.ListFormat('en-GB')

/** Closes or opens the reports of a proposal as its global score changes; a sentence about it, or ''. */
async function closeReports(
  tx: Tx,
  { id, global_score: before, reports }: LockedProposal['proposal'],
  after: number | null,
  tellReviewers: boolean,
): Promise<string> {
  if ((before === null) === (after === null)) return ''
  const open = reports.filter(({ status }) => reportStatus.of(status).reminder !== null)
  if (open.length === 0) return ''
  const names = nameList.format(open.map(({ user }) => user.name))
  if (after === null) return ` Open again: the reports of ${names}.`
  if (tellReviewers)
    for (const report of await findReportsToClose(tx, tx.actor, id)) await tx.mail(closedMail(report))
  return ` Closed: the reports of ${names}.${tellReviewers ? ' They have been e-mailed.' : ''}`
}

/** Global score and rank of a proposal; without `rank` the rank stays. */
export type ScoreInput = Omit<GlobalScoreInput, 'rank'> & { rank?: number | null | undefined }

/**
 * Saves global score and rank; an empty value clears. The first score closes the reports that are not submitted; with
 * `tell_reviewers` their reviewers are mailed. The changed ranks of `others` are saved with it, all or none. Throws
 * 'forbidden' with a conflict, and 'stale' when someone else saved any of them since the sender read it.
 */
export async function writeGlobalScore(
  tx: Tx,
  id: number,
  { others = [], tell_reviewers = false, ...sent }: ScoreInput,
): Promise<Saved> {
  const inOrder = [{ id }, ...others].sort((a, b) => a.id - b.id)
  const locked = new Map<number, LockedProposal>()
  for (const one of inOrder) locked.set(one.id, await lockForOffice(tx, one.id))
  const { proposal } = locked.get(id)!
  const { term_id } = proposal
  const own = { ...sent, rank: sent.rank === undefined ? proposal.rank : sent.rank }
  // Someone who sees places instead of ranks sends the place back; the rank stays.
  const { rank, ...withoutRank } = own
  const ranks = rank !== proposal.rank || others.length > 0
  if (ranks) tx.refuse(whyNotRank(proposal))
  const newVersion = await saveScore(tx, locked.get(id)!, proposal.ranks_locked ? withoutRank : own)
  for (const { id: other, ...moved } of others) {
    if (locked.get(other)!.proposal.term_id !== term_id) throw notFound()
    await saveScore(tx, locked.get(other)!, moved)
  }
  const moves = others.flatMap((other) =>
    other.rank === null ? [] : [{ id: other.id, from: locked.get(other.id)!.proposal.rank, to: other.rank }],
  )
  const reviews = await closeReports(tx, proposal, own.global_score, tell_reviewers)
  return saved(`${scoreReceipt(id, proposal, own, moves)}.${reviews}`, newVersion)
}

/** Saves global score and rank by the office, see `writeGlobalScore`. */
export const saveGlobalScore = (ctx: Ctx, id: number, input: GlobalScoreInput) =>
  ctx.write((tx) => writeGlobalScore(tx, id, input))

const cancelFacts = (locked: LockedProposal, tx: Tx) => ({
  ...unlockFacts(locked),
  status: locked.proposal.status,
  window_open: beforeDeadline(locked.term, tx.now()),
})

/** The event of a submission that no longer counts. */
export const submissionCancelled = ({ id, term_id }: { id: number; term_id: number }) =>
  ({ type: 'proposal.submission_cancelled', data: { term_id, proposal_id: id } }) as const

/**
 * Sets a submission back: its reports stay, its unconfirmed assignments are removed. Returns a sentence that names them,
 * or ''.
 */
async function withdrawSubmission(tx: Tx, locked: LockedProposal, unlocking: boolean): Promise<string> {
  const facts = cancelFacts(locked, tx)
  const whyNot = (confirmed: readonly string[]) =>
    whyNotCancelSubmission({ ...facts, is_unlocked: facts.is_unlocked || unlocking }, confirmed)
  tx.refuse(whyNot([]))
  const { proposal } = locked
  const { confirmed, removed } = await withdrawAssignments(tx, proposal)
  tx.refuse(whyNot(confirmed))
  await changeProposal(tx, proposal.id, { status: NOT_SUBMITTED })
  await tx.audit('proposal.cancel', proposal, { status: NOT_SUBMITTED }, proposal)
  await announce(tx, submissionCancelled(proposal))
  return removed.length > 0 ? ` No longer assigned to it: ${removed.join(', ')}.` : ''
}

/** Cancels a submission: its reports stay, its unconfirmed assignments are removed and named. */
export const cancelSubmission = command(
  () => null,
  async (tx, locked) => {
    const lost = await withdrawSubmission(tx, locked, false)
    await tx.mail(cancelledMail(tx.config, locked.proposal))
    return done(`The submission has been cancelled.${lost}`)
  },
)

/**
 * Lets the proposer change the proposal, and submit it, until a moment: also after the deadline, and whatever its reports'
 * states. The submission may be cancelled with it.
 */
export const unlock = (ctx: Ctx, id: number, { until, cancel_submission = false }: UnlockInput = {}) =>
  command(
    (locked) => whyNotUnlock(unlockFacts(locked)),
    async (tx, locked) => {
      const now = tx.now()
      const unlocked_until = until ? new Date(until).toISOString() : defaultUnlockEnd(now)
      const wrong = whyNotUnlockUntil(unlocked_until, now)
      if (wrong) throw invalid({ until: wrong })
      const { proposal } = locked
      const lost = cancel_submission ? await withdrawSubmission(tx, locked, true) : ''
      // This mail names the end: an unlock of a day or less needs no other.
      const unlock_reminded = Date.parse(unlocked_until) - +now <= UNLOCK_REMINDER_MS
      await changeProposal(tx, id, { unlocked_until, unlock_reminded })
      await tx.audit('proposal.unlock', proposal, { unlocked_until }, proposal)
      await tx.mail(unlockedMail(tx.config, proposal, unlocked_until, cancel_submission))
      const cancelled = cancel_submission ? ' Its submission has been cancelled.' : ''
      return done(`The proposal is unlocked until ${formatUtc(unlocked_until)}.${cancelled}${lost}`)
    },
  )(ctx, id)

export const cancelUnlock = command(
  (locked) => whyNotCancelUnlock(unlockFacts(locked)),
  async (tx, { proposal }) => {
    await changeProposal(tx, proposal.id, { unlocked_until: null })
    await tx.audit('proposal.cancel_unlock', proposal, { unlocked_until: null }, proposal)
    return done('The proposal is locked again.')
  },
)

/** The recipients of the correction mail now; a person who takes part in several proposals is listed once. */
export async function correctionMail(ctx: Ctx) {
  const term_id = await currentTermId(ctx)
  const proposals = term_id === null ? [] : await findSubmitted(ctx.db, term_id)
  const parties = proposals.flatMap(participantsOf)
  const people = new Map(parties.map(({ name, email }) => [email.toLowerCase(), { name, email }]))
  return { proposals: proposals.length, mails: parties.length, to: [...people.values()] }
}

/** Mails all proposers and collaborators of the current term's submitted proposals to check them. */
export const sendCorrectionMail = (ctx: Ctx) =>
  ctx.write(async (tx) => {
    const term = await lockCurrentTerm(tx)
    const proposals = await findSubmitted(tx, term.id)
    tx.refuse(whyReadOnly(term) ?? (proposals.length > 0 ? null : 'No proposal of this call is submitted.'))
    let mails = 0
    for (const proposal of proposals) {
      const toPeople = correctionMails(tx.config, proposal, term, tx.now())
      await tx.mail(toPeople)
      mails += toPeople.length
      await tx.audit('proposal.correction_mail', proposal)
    }
    const sent = mails === 1 ? '1 e-mail is' : `${mails} e-mails are`
    const about = proposals.length === 1 ? '1 proposal' : `${proposals.length} proposals`
    return done(`${sent} on the way about ${about}.`)
  })
