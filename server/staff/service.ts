import { Fault, forbidden, missing } from '#domain/errors.ts'
import type { AssignedSampleFilter, ProposalFilter } from '#domain/proposals/list.ts'
import { NOT_SUBMITTED } from '#domain/proposals/status.ts'
import { adjust } from '#domain/staff/adjusted.ts'
import type { GlobalScoreInput } from '#domain/staff/contract.ts'
import { whyNotCancelSubmission, whyNotCancelUnlock, whyNotScore, whyNotUnlock } from '#domain/staff/rules.ts'
import { beforeDeadline, utc, whyReadOnly } from '#domain/terms/rules.ts'
import { done } from '#domain/wire.ts'
import { withdrawAssignments } from '../allocation/of_proposal.ts'
import { type Ctx, type Tx, verbOn } from '../platform/context.ts'
import { exportAddress } from '../platform/csv.ts'
import { changeProposal } from '../proposals/change_sql.ts'
import { readProposal } from '../proposals/read_sql.ts'
import { averagesOn, reportsOn } from '../reports/on_proposal_sql.ts'
import { currentTermId, holdCurrentTerm, holdTerm } from '../terms/service.ts'
import { assignedSampleExport, proposalExport } from './exports.ts'
import { cancelledMail, correctionMails, unlockedMail } from './mails.ts'
import { findProposals, findSubmitted, findWithSamples } from './queries.ts'
import { findScorer, findTotals, readForStaff } from './read_queries.ts'

export const listProposals = (ctx: Ctx, filter: ProposalFilter) => findProposals(ctx.db, ctx.actor, filter)
export const listWithSamples = (ctx: Ctx, filter: AssignedSampleFilter) =>
  findWithSamples(ctx.db, ctx.actor, filter)
export const downloadProposals = (ctx: Ctx, filter: ProposalFilter) =>
  exportAddress(ctx, proposalExport, filter)
export const downloadWithSamples = (ctx: Ctx, filter: AssignedSampleFilter) =>
  exportAddress(ctx, assignedSampleExport, filter)

/** One proposal with all that is kept beside it; with a conflict, without reports, score, rank and notes. */
export async function showProposal(ctx: Ctx, id: number) {
  const [proposal, beside, reports] = await Promise.all([
    readProposal(ctx.db, id),
    readForStaff(ctx.db, ctx.actor, id),
    reportsOn(ctx.db, ctx.actor, id),
  ])
  if (!proposal || !beside) throw missing()
  return { ...proposal, ...beside, reports, window_open: beforeDeadline(proposal.term, ctx.now()) }
}

/**
 * The adjusted scores of a term, the current one when not said, from what the actor sees: proposals that they have a
 * conflict with are left out before anything is estimated, so that no figure tells of them.
 */
export async function adjustedScores(ctx: Ctx, term_id?: number) {
  const term = term_id ?? (await currentTermId(ctx))
  return adjust(term === null ? [] : await findTotals(ctx.db, ctx.actor, term))
}

/** The averages over a proposal's submitted reports. Throws 'missing'. */
export async function showScores(ctx: Ctx, id: number) {
  if (!(await readForStaff(ctx.db, ctx.actor, id))) throw missing()
  return averagesOn(ctx.db, ctx.actor, id)
}

/** A proposal held for the office, with what is kept beside it. Throws 'missing', and 'forbidden' to who takes part in it. */
async function hold(tx: Tx, id: number) {
  const proposal = await readProposal(tx, id, { lock: true })
  const beside = await readForStaff(tx, tx.actor, id)
  if (!proposal || !beside) throw missing()
  if (beside.conflict) throw forbidden()
  return { proposal, beside, term: await holdTerm(tx, proposal.term_id) }
}
type Held = Awaited<ReturnType<typeof hold>>

const verb = verbOn(hold)
const lockOf = ({ proposal, term }: Held) => ({ is_unlocked: proposal.is_unlocked === 1, term })

/** Saves the additional note. */
export const saveNote = (ctx: Ctx, id: number, note: string) =>
  verb(
    ({ term }) => whyReadOnly(term),
    async (tx, { proposal, beside }) => {
      await changeProposal(tx, id, { additional_notes: note })
      await tx.audit('proposal.note', proposal, { additional_notes: note }, beside)
      return done('The additional note has been saved.')
    },
  )(ctx, id)

type Score = GlobalScoreInput

/** Throws 'stale', with who saved what when, if score or rank are not what the sender saw. */
async function requireAsSeen(tx: Tx, { proposal: { id }, beside }: Held, was: NonNullable<Score['was']>) {
  const { global_score, rank } = beside
  if (was.global_score === global_score && was.rank === rank) return
  const last = await findScorer(tx, id)
  const by = last ? ` by ${last.saved_by ?? 'someone'} on ${utc(last.saved_at)}` : ''
  const now = `global score ${global_score ?? '-'}, rank ${rank ?? '-'}`
  throw new Fault('stale', `Score or rank of ${id} was changed${by}, after you saw it. Now: ${now}.`)
}

/**
 * Saves the global score and the rank; an empty one is cleared. The ranks of others that make room are saved with it, all
 * or none; what somebody else has changed since the sender saw it is 'stale'.
 */
export const saveGlobalScore = (ctx: Ctx, id: number, { others = [], was, ...score }: Score) =>
  ctx.write(async (tx) => {
    const inOrder = [{ id }, ...others].sort((a, b) => a.id - b.id)
    const held = new Map<number, Held>()
    for (const one of inOrder) held.set(one.id, await hold(tx, one.id))
    const own = held.get(id)!
    if (was) await requireAsSeen(tx, own, was)
    const save = async ({ proposal, beside, term }: Held, fields: Partial<Score>) => {
      tx.refuse(whyNotScore({ status: proposal.status, term }))
      await changeProposal(tx, proposal.id, fields)
      await tx.audit('proposal.global_score', proposal, fields, beside)
    }
    await save(own, score)
    for (const { id: other, rank, was } of others) {
      const moved = held.get(other)!
      if (moved.proposal.term_id !== own.proposal.term_id) throw missing()
      if (moved.beside.rank !== was) throw new Fault('stale', `The rank of ${other} was changed meanwhile.`)
      await save(moved, { rank })
    }
    return done(others.length > 0 ? 'The ranks have been saved.' : 'The global score has been saved.')
  })

const cancelFacts = (held: Held, tx: Tx) => ({
  ...lockOf(held),
  status: held.proposal.status,
  window_open: beforeDeadline(held.term, tx.now()),
})

/** Takes a submission back: its reports stay, its unconfirmed assignments go and are named. */
export const cancelSubmission = verb(
  (held, tx) => whyNotCancelSubmission(cancelFacts(held, tx), []),
  async (tx, held) => {
    const { proposal } = held
    const { confirmed, removed } = await withdrawAssignments(tx, proposal)
    tx.refuse(whyNotCancelSubmission(cancelFacts(held, tx), confirmed))
    await changeProposal(tx, proposal.id, { status: NOT_SUBMITTED })
    await tx.audit('proposal.cancel', proposal, { status: NOT_SUBMITTED }, proposal)
    await tx.mail(cancelledMail(tx.config, proposal))
    const lost = removed.length > 0 ? ` It is no longer assigned: ${removed.join(', ')}.` : ''
    return done(`The submission has been cancelled.${lost}`)
  },
)

/** Lets the proposer change and submit once outside the window. */
export const unlock = verb(
  (held) => whyNotUnlock(lockOf(held)),
  async (tx, { proposal }) => {
    await changeProposal(tx, proposal.id, { is_unlocked: true })
    await tx.audit('proposal.unlock', proposal, { is_unlocked: 1 }, proposal)
    await tx.mail(unlockedMail(tx.config, proposal))
    return done('The proposal has been unlocked.')
  },
)

export const cancelUnlock = verb(
  (held) => whyNotCancelUnlock(lockOf(held)),
  async (tx, { proposal }) => {
    await changeProposal(tx, proposal.id, { is_unlocked: false })
    await tx.audit('proposal.cancel_unlock', proposal, { is_unlocked: 0 }, proposal)
    return done('The unlocking has been cancelled.')
  },
)

/** Asks everybody who takes part in a submitted proposal of the current term to look it over. */
export const sendCorrectionMail = (ctx: Ctx) =>
  ctx.write(async (tx) => {
    const term = await holdCurrentTerm(tx)
    const proposals = await findSubmitted(tx, term.id)
    tx.refuse(whyReadOnly(term) ?? (proposals.length > 0 ? null : 'No proposal of this term is submitted.'))
    for (const proposal of proposals) {
      for (const mail of correctionMails(tx.config, proposal, term)) await tx.mail(mail)
      await tx.audit('proposal.correction_mail', proposal)
    }
    return done(`The mail is on its way for ${proposals.length} proposals.`)
  })
