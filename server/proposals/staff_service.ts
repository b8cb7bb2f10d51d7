import { forbidden, missing } from '#domain/errors.ts'
import { NOT_SUBMITTED } from '#domain/masters/values.ts'
import type { AssignedSampleFilter, ProposalFilter } from '#domain/proposals/list.ts'
import {
  whyNotCancelSubmission,
  whyNotCancelUnlock,
  whyNotScore,
  whyNotUnlock,
} from '#domain/proposals/staff_rules.ts'
import { beforeDeadline, type Term, whyReadOnly } from '#domain/terms/rules.ts'
import { done, type Outcome, refused } from '#domain/wire.ts'
import { withdrawAssignments } from '../allocation/of_proposal.ts'
import type { Ctx, Tx } from '../platform/context.ts'
import { exportAddress } from '../platform/csv.ts'
import { averagesOn, reportsOn } from '../reports/on_proposal.ts'
import { currentTerm, holdTerm } from '../terms/service.ts'
import { changeProposal } from './queries.ts'
import { type ReadProposal, readProposal } from './read.ts'
import { assignedSampleExport, proposalExport } from './staff_exports.ts'
import { cancelledMail, correctionMails, unlockedMail } from './staff_mails.ts'
import { findProposals, findSubmitted, findWithSamples } from './staff_queries.ts'
import { readForStaff } from './staff_read.ts'

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

/** The averages over a proposal's submitted reports. Throws 'missing'. */
export async function showScores(ctx: Ctx, id: number) {
  if (!(await readForStaff(ctx.db, ctx.actor, id))) throw missing()
  return averagesOn(ctx.db, ctx.actor, id)
}

interface Held {
  proposal: ReadProposal
  beside: { global_score: number | null; rank: number | null; additional_notes: string }
  term: Term
}

/** One action of the office on one proposal, held. Throws 'missing', and 'forbidden' to who takes part in it. */
const act = (ctx: Ctx, id: number, write: (tx: Tx, held: Held) => Promise<Outcome>) =>
  ctx.write(async (tx) => {
    const proposal = await readProposal(tx, id, { lock: true })
    const beside = await readForStaff(tx, ctx.actor, id)
    if (!proposal || !beside) throw missing()
    if (beside.conflict) throw forbidden()
    return write(tx, { proposal, beside, term: await holdTerm(tx, proposal.term_id) })
  })

const object = (id: number) => ({ type: 'proposal', id })
const lockOf = ({ proposal, term }: Held) => ({ is_unlocked: proposal.is_unlocked === 1, term })

/** Saves the additional note. */
export const saveNote = (ctx: Ctx, id: number, note: string) =>
  act(ctx, id, async (tx, { beside, term }) => {
    const why = whyReadOnly(term)
    if (why) return refused(why)
    await changeProposal(tx, id, { additional_notes: note })
    await tx.audit('proposal.note', object(id), { additional_notes: note }, beside)
    return done('The additional note has been saved.')
  })

/** Saves the global score and the rank; an empty one is cleared. */
export const saveGlobalScore = (
  ctx: Ctx,
  id: number,
  score: { global_score: number | null; rank: number | null },
) =>
  act(ctx, id, async (tx, { proposal, beside, term }) => {
    const why = whyNotScore({ status: proposal.status, term })
    if (why) return refused(why)
    await changeProposal(tx, id, score)
    await tx.audit('proposal.global_score', object(id), score, beside)
    return done('The global score has been saved.')
  })

/** Takes a submission back: its reports stay, its unconfirmed assignments go and are named. */
export const cancelSubmission = (ctx: Ctx, id: number) =>
  act(ctx, id, async (tx, held) => {
    const { proposal, term } = held
    const facts = { ...lockOf(held), status: proposal.status, window_open: beforeDeadline(term, ctx.now()) }
    const early = whyNotCancelSubmission(facts, [])
    if (early) return refused(early)
    const { confirmed, removed } = await withdrawAssignments(tx, proposal)
    const why = whyNotCancelSubmission(facts, confirmed)
    if (why) return refused(why)
    await changeProposal(tx, id, { status: NOT_SUBMITTED })
    await tx.audit('proposal.cancel', object(id), { status: NOT_SUBMITTED }, proposal)
    await tx.mail(cancelledMail(ctx.config, proposal))
    const lost = removed.length > 0 ? ` It is no longer assigned: ${removed.join(', ')}.` : ''
    return done(`The submission has been cancelled.${lost}`)
  })

/** Lets the proposer change and submit once outside the window. */
export const unlock = (ctx: Ctx, id: number) =>
  act(ctx, id, async (tx, held) => {
    const why = whyNotUnlock(lockOf(held))
    if (why) return refused(why)
    await changeProposal(tx, id, { is_unlocked: true })
    await tx.audit('proposal.unlock', object(id), { is_unlocked: 1 }, held.proposal)
    await tx.mail(unlockedMail(ctx.config, held.proposal))
    return done('The proposal has been unlocked.')
  })

export const cancelUnlock = (ctx: Ctx, id: number) =>
  act(ctx, id, async (tx, held) => {
    const why = whyNotCancelUnlock(lockOf(held))
    if (why) return refused(why)
    await changeProposal(tx, id, { is_unlocked: false })
    await tx.audit('proposal.cancel_unlock', object(id), { is_unlocked: 0 }, held.proposal)
    return done('The unlocking has been cancelled.')
  })

/** Asks everybody who takes part in a submitted proposal of the current term to look it over. */
export const sendCorrectionMail = (ctx: Ctx) =>
  ctx.write(async (tx) => {
    const term = await holdTerm(tx, (await currentTerm(tx)).id)
    const proposals = await findSubmitted(tx, term.id)
    const why = whyReadOnly(term) ?? (proposals.length > 0 ? null : 'No proposal of this term is submitted.')
    if (why) return refused(why)
    for (const proposal of proposals) {
      for (const mail of correctionMails(ctx.config, proposal, term)) await tx.mail(mail)
      await tx.audit('proposal.correction_mail', object(proposal.id))
    }
    return done(`The mail is on its way for ${proposals.length} proposals.`)
  })
