import type {
  LimitsInput,
  Marked,
  MarksInput,
  TakeOutcome,
  UntakeOutcome,
} from '#domain/assign_reviewers/contract.ts'
import { DEFAULT_LIMITS } from '#domain/assign_reviewers/limits.ts'
import { whyNotMark } from '#domain/assign_reviewers/rules.ts'
import { saved } from '#domain/endpoint.ts'
import { Fault, invalid, MAX_ERRORS, refusal } from '#domain/errors.ts'
import { groupBy } from '#domain/group_by.ts'
import { whyReadOnly } from '#domain/terms/rules.ts'
import { findJudgements } from '../conflicts/findings.ts'
import type { Ctx, Tx } from '../platform/context.ts'
import { requireVersion } from '../platform/version_conflict.ts'
import { addReport, removeReports } from '../reports/assignment.ts'
import { lockTerm, requireCurrentTerm } from '../terms/service.ts'
import { cellKey, cellKeys, etagOf, readGrid } from './grid.ts'
import { deleteMarks, findMarks, insertMarks, lockLimits, lockProposals, updateLimits } from './queries.ts'

/** Locks a term and what is set for its reviewer assignment. Throws 'missing', and a refusal for a closed term. */
async function lockAssignment(tx: Tx, requested: number | undefined) {
  const term = await lockTerm(tx, requested ?? (await requireCurrentTerm(tx)).id)
  tx.refuse(whyReadOnly(term))
  return { term, limits: await lockLimits(tx, term.id, DEFAULT_LIMITS, tx.now()) }
}

/** Saves the limits of a term. Throws 'stale' when `version` is not the saved one. */
export const saveLimits = (ctx: Ctx, term_id: number | undefined, { version, ...input }: LimitsInput) =>
  ctx.write(async (tx) => {
    const { term, limits } = await lockAssignment(tx, term_id)
    requireVersion('The limits', version, limits)
    const next = limits.version + 1
    await updateLimits(tx, term.id, {
      ...input,
      version: next,
      saved_by: tx.actor.id,
      saved_at: tx.now().toISOString(),
    })
    await tx.audit('term.reviewer_limits', term, input, limits)
    return saved('The limits have been saved.', next)
  })

const STALE =
  'The reviewers fixed or forbidden by hand were changed by someone else since you loaded them. Nothing was saved.'

/**
 * Replaces the cells that are fixed or forbidden by hand, as far as the actor may see them. Throws 'invalid' for wrong
 * cells and 'stale', with the present cells, for an outdated `ifMatch`.
 */
export const saveMarks = (
  ctx: Ctx,
  term_id: number | undefined,
  { marks }: MarksInput,
  ifMatch: string | undefined,
) =>
  ctx.write(async (tx) => {
    const { term } = await lockAssignment(tx, term_id)
    const grid = await readGrid({ db: tx, actor: tx.actor, now: tx.now }, term)
    if (ifMatch !== undefined && !matches(ifMatch, grid.etag))
      throw new Fault('stale', STALE, { details: { marks: grid.marks, etag: grid.etag } })
    requireMarkable(marks, grid)
    const before = await findMarks(tx, tx.actor, term.id)
    const sent = new Map(marks.map((mark) => [cellKey(mark), mark]))
    const old = new Map(before.map((mark) => [cellKey(mark), mark]))
    const removed = before.filter((mark) => !isSame(mark, sent.get(cellKey(mark))))
    const added = [...sent.values()].filter((mark) => !isSame(mark, old.get(cellKey(mark))))
    await deleteMarks(tx, removed)
    await insertMarks(tx, added)
    await auditMarks(tx, before, [...sent.values()])
    const etag = etagOf(term.id, await findMarks(tx, tx.actor, term.id))
    return { result: 1 as const, message: 'The fixed and forbidden reviewers have been saved.', etag }
  })

const isSame = (mark: Marked, other: Marked | undefined) =>
  mark.mark === other?.mark && mark.acknowledged === other.acknowledged

const matches = (header: string, etag: string) =>
  header.split(',').some((tag) => ['*', etag].includes(tag.trim().replace(/^W\//u, '')))

/** Throws 'invalid' with the cells that cannot be set, by position. */
function requireMarkable(marks: readonly Marked[], grid: Awaited<ReturnType<typeof readGrid>>) {
  const context = {
    proposals: new Set(grid.proposals.map(({ id }) => id)),
    reviewers: new Set(grid.reviewers.map(({ id }) => id)),
    blocked: cellKeys(grid.blocked),
    unjudged: cellKeys(grid.unjudged),
    saved: new Map(grid.marks.map((mark) => [cellKey(mark), mark])),
  }
  const errors: Record<string, string> = {}
  const seen = new Set<string>()
  for (const [i, mark] of marks.entries()) {
    const key = cellKey(mark)
    const error = whyNotMark(mark, {
      inTerm: context.proposals.has(mark.proposal_id),
      isReviewer: context.reviewers.has(mark.user_id),
      blocked: context.blocked.has(key),
      unjudged: context.unjudged.has(key),
      twice: seen.has(key),
      saved: isSame(mark, context.saved.get(key)),
    })
    seen.add(key)
    if (error) errors[`marks.${i}.${error[0]}`] = error[1]
    if (Object.keys(errors).length === MAX_ERRORS) break
  }
  if (Object.keys(errors).length > 0) throw invalid(errors)
}

/** One entry for each proposal whose cells changed, so that it is hidden from whoever has a conflict with it. */
async function auditMarks(tx: Tx, before: readonly Marked[], after: readonly Marked[]) {
  const usersBy = (marks: readonly Marked[] | undefined, wanted: Marked['mark']) =>
    (marks ?? [])
      .filter(({ mark }) => mark === wanted)
      .map(({ user_id }) => user_id)
      .sort((a, b) => a - b)
  const old = groupBy(before, ({ proposal_id }) => proposal_id)
  const now = groupBy(after, ({ proposal_id }) => proposal_id)
  const fieldsOf = (marks: readonly Marked[] | undefined) => ({
    fixed: usersBy(marks, 'fixed'),
    forbidden: usersBy(marks, 'forbidden'),
    acknowledged: (marks ?? []).filter(({ acknowledged }) => acknowledged).map(({ user_id }) => user_id),
  })
  const ids = [...new Set([...old.keys(), ...now.keys()])].sort((a, b) => a - b)
  const changed = ids.filter(
    (id) => JSON.stringify(fieldsOf(old.get(id))) !== JSON.stringify(fieldsOf(now.get(id))),
  )
  if (changed.length === 0) return tx.skipAudit('nothing changed')
  for (const id of changed)
    await tx.audit('proposal.mark_reviewers', { id }, fieldsOf(now.get(id)), fieldsOf(old.get(id)))
}

interface Wanted {
  proposal_id: number
  user_id: number
  acknowledged: boolean
}

const IN_CONFLICT = 'You have a conflict of interest with this proposal.'

/**
 * Adds reports that are not requested yet, as Add Reviewer does: those that cannot be added are left out and named with
 * the reason. Refused when none can be added.
 */
export const takeReviewers = (ctx: Ctx, wanted: readonly Wanted[]): Promise<TakeOutcome> =>
  ctx.write(async (tx) => {
    // One order for everyone, so that two who take at once wait for each other and do not block each other.
    const items = [...new Map(wanted.map((item) => [cellKey(item), item])).values()].sort(
      (a, b) => a.proposal_id - b.proposal_id || a.user_id - b.user_id,
    )
    const locked = await lockProposals(
      tx,
      tx.actor,
      items.map(({ proposal_id }) => proposal_id),
    )
    const proposals = new Map(locked.map((proposal) => [proposal.id, proposal]))
    const terms = new Map<number, Awaited<ReturnType<typeof lockTerm>>>()
    const unjudged = new Set<string>()
    for (const term_id of [...new Set(locked.map((proposal) => proposal.term_id))].sort((a, b) => a - b)) {
      terms.set(term_id, await lockTerm(tx, term_id))
      for (const judged of await findJudgements(tx, tx.actor, { term_id }))
        if (judged.state === 'unjudged') unjudged.add(cellKey(judged))
    }
    const taken: NonNullable<TakeOutcome['taken']> = []
    const refused: NonNullable<TakeOutcome['refused']> = []
    for (const { acknowledged, ...cell } of items) {
      const proposal = proposals.get(cell.proposal_id)
      const added =
        !proposal || proposal.conflict
          ? { why: proposal ? IN_CONFLICT : 'There is no such proposal.' }
          : await addReport(tx, {
              proposal,
              term: terms.get(proposal.term_id)!,
              reviewer_id: cell.user_id,
              unjudged: unjudged.has(cellKey(cell)),
              acknowledged,
            })
      if ('why' in added) refused.push({ ...cell, text: added.why })
      else taken.push({ ...cell, report_id: added.report_id })
    }
    const left = refused.length === 1 ? refused[0]!.text : `${refused.length} could not be added.`
    if (taken.length === 0) throw refusal(left, { taken, refused })
    const count = `${taken.length} ${taken.length === 1 ? 'report has' : 'reports have'} been added.`
    const message =
      refused.length > 0 ? `${count} ${left}` : `${count} Nothing is mailed before a request is sent.`
    return { result: 1, message, taken, refused }
  })

/** Deletes reports that are not requested yet, as removing a reviewer does. Refused when none can be deleted. */
export const untakeReviewers = (ctx: Ctx, report_ids: readonly number[]): Promise<UntakeOutcome> =>
  ctx.write(async (tx) => {
    const { removed, refused } = await removeReports(tx, report_ids)
    const left = refused.length === 1 ? refused[0]!.text : `${refused.length} reports stay.`
    if (removed.length === 0) throw refusal(left, { removed, refused })
    const count = `${removed.length} ${removed.length === 1 ? 'report has' : 'reports have'} been removed.`
    return { result: 1, message: refused.length > 0 ? `${count} ${left}` : count, removed, refused }
  })
