import { done, saved } from '#domain/endpoint.ts'
import { forbidden, notFound } from '#domain/errors.ts'
import type { AssignedSampleFilter, ProposalFilter } from '#domain/proposals/contract.ts'
import { NOT_SUBMITTED } from '#domain/proposals/status.ts'
import type { Actor } from '#domain/session/actor.ts'
import { adjustScores } from '#domain/staff/adjusted_scores.ts'
import type { GlobalScoreInput, NoteInput } from '#domain/staff/contract.ts'
import { whyNotCancelSubmission, whyNotCancelUnlock, whyNotScore, whyNotUnlock } from '#domain/staff/rules.ts'
import { beforeDeadline, whyReadOnly } from '#domain/terms/rules.ts'
import { withdrawAssignments } from '../allocation/service.ts'
import { type Ctx, commandOn, type Db, type Tx } from '../platform/context.ts'
import { exportAddress } from '../platform/csv.ts'
import { requireVersion } from '../platform/version_conflict.ts'
import { participantsOf } from '../proposals/mails.ts'
import { changeProposal, lockProposal, toProposal } from '../proposals/shared_queries.ts'
import { findAverages, toReportsOnProposal } from '../reports/shared_queries.ts'
import { currentTermId, lockCurrentTerm } from '../terms/service.ts'
import { assignedSampleExport, proposalExport } from './exports.ts'
import { cancelledMail, correctionMails, unlockedMail } from './mails.ts'
import {
  findProposals,
  findSave,
  findSubmitted,
  findTotals,
  findWithSamples,
  readForStaff,
} from './queries.ts'

export const listProposals = (ctx: Ctx, filter: ProposalFilter) => findProposals(ctx.db, ctx.actor, filter)
export const listWithSamples = (ctx: Ctx, filter: AssignedSampleFilter) =>
  findWithSamples(ctx.db, ctx.actor, filter)
export const downloadProposals = (ctx: Ctx, filter: ProposalFilter) =>
  exportAddress(ctx, proposalExport, filter)
export const downloadWithSamples = (ctx: Ctx, filter: AssignedSampleFilter) =>
  exportAddress(ctx, assignedSampleExport, filter)

async function readProposal(db: Db, { id: viewer }: Actor, id: number) {
  const [row] = await readForStaff(db, { viewer, id })
  if (!row) throw notFound()
  return toProposal(row)
}

/** One proposal with its reports, score, rank and notes; without them with a conflict. */
export async function showProposal(ctx: Ctx, id: number) {
  const proposal = await readProposal(ctx.db, ctx.actor, id)
  const { term, status: proposal_status, global_score } = proposal
  return {
    ...proposal,
    reports: toReportsOnProposal(proposal.reports, { term, proposal_status, closed: global_score !== null }),
    window_open: beforeDeadline(term, ctx.now()),
  }
}

/**
 * The adjusted scores of a term, by default the current one. Proposals that the actor has a conflict with are left out
 * before anything is estimated, so that no figure reveals anything about them.
 */
export async function adjustedScores(ctx: Ctx, term_id?: number) {
  const term = term_id ?? (await currentTermId(ctx))
  return adjustScores(term === null ? [] : await findTotals(ctx.db, ctx.actor, term))
}

/** The averages over a proposal's submitted reports. Throws 'missing'. */
export async function showScores(ctx: Ctx, id: number) {
  await readProposal(ctx.db, ctx.actor, id)
  return findAverages(ctx.db, ctx.actor, id)
}

/** Locks a proposal for the office. Throws 'missing', and 'forbidden' with a conflict. */
async function lockForOffice(tx: Tx, id: number) {
  await lockProposal(tx, id)
  const proposal = await readProposal(tx, tx.actor, id)
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

type ScoreFields = Partial<Omit<GlobalScoreInput, 'others'>>

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

/**
 * Saves global score and rank; an empty value clears. The changed ranks of `others` are saved with it, all or none. Throws
 * 'stale' when someone else saved any of them since the sender read it.
 */
export const saveGlobalScore = (ctx: Ctx, id: number, { others = [], ...own }: GlobalScoreInput) =>
  ctx.write(async (tx) => {
    const inOrder = [{ id }, ...others].sort((a, b) => a.id - b.id)
    const locked = new Map<number, LockedProposal>()
    for (const one of inOrder) locked.set(one.id, await lockForOffice(tx, one.id))
    const { term_id } = locked.get(id)!.proposal
    const newVersion = await saveScore(tx, locked.get(id)!, own)
    for (const { id: other, ...moved } of others) {
      if (locked.get(other)!.proposal.term_id !== term_id) throw notFound()
      await saveScore(tx, locked.get(other)!, moved)
    }
    return saved(
      others.length > 0 ? 'The ranks have been saved.' : 'The global score has been saved.',
      newVersion,
    )
  })

const cancelFacts = (locked: LockedProposal, tx: Tx) => ({
  ...unlockFacts(locked),
  status: locked.proposal.status,
  window_open: beforeDeadline(locked.term, tx.now()),
})

/** Cancels a submission: its reports stay, its unconfirmed assignments are removed and named. */
export const cancelSubmission = command(
  (locked, tx) => whyNotCancelSubmission(cancelFacts(locked, tx), []),
  async (tx, locked) => {
    const { proposal } = locked
    const { confirmed, removed } = await withdrawAssignments(tx, proposal)
    tx.refuse(whyNotCancelSubmission(cancelFacts(locked, tx), confirmed))
    await changeProposal(tx, proposal.id, { status: NOT_SUBMITTED })
    await tx.audit('proposal.cancel', proposal, { status: NOT_SUBMITTED }, proposal)
    await tx.mail(cancelledMail(tx.config, proposal))
    const lost = removed.length > 0 ? ` It is no longer assigned: ${removed.join(', ')}.` : ''
    return done(`The submission has been cancelled.${lost}`)
  },
)

/** Lets the proposer change and submit the proposal once outside the submission window. */
export const unlock = command(
  (locked) => whyNotUnlock(unlockFacts(locked)),
  async (tx, { proposal }) => {
    await changeProposal(tx, proposal.id, { is_unlocked: true })
    await tx.audit('proposal.unlock', proposal, { is_unlocked: 1 }, proposal)
    await tx.mail(unlockedMail(tx.config, proposal))
    return done('The proposal has been unlocked.')
  },
)

export const cancelUnlock = command(
  (locked) => whyNotCancelUnlock(unlockFacts(locked)),
  async (tx, { proposal }) => {
    await changeProposal(tx, proposal.id, { is_unlocked: false })
    await tx.audit('proposal.cancel_unlock', proposal, { is_unlocked: 0 }, proposal)
    return done('The unlocking has been cancelled.')
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
    tx.refuse(whyReadOnly(term) ?? (proposals.length > 0 ? null : 'No proposal of this term is submitted.'))
    for (const proposal of proposals) {
      for (const mail of correctionMails(tx.config, proposal, term)) await tx.mail(mail)
      await tx.audit('proposal.correction_mail', proposal)
    }
    return done(`The mail is on its way for ${proposals.length} proposals.`)
  })
