import { createHash } from 'node:crypto'
import type {
  Cell,
  GridReport,
  GridReviewer,
  Limits,
  Marked,
  ReviewerGrid,
} from '#domain/assign_reviewers/contract.ts'
import {
  type CellTexts,
  fitReasons,
  knowsMethod,
  type ProposalTopics,
  type ReviewerTopics,
  sumOf,
  type Topic,
} from '#domain/assign_reviewers/fit.ts'
import { DEFAULT_LIMITS } from '#domain/assign_reviewers/limits.ts'
import { notFound } from '#domain/errors.ts'
import { groupBy } from '#domain/group_by.ts'
import { isClosed, whyNotReviewer } from '#domain/reports/rules.ts'
import { reportStatus } from '#domain/reports/status.ts'
import type { Actor } from '#domain/session/actor.ts'
import { isOffice } from '#domain/session/actor.ts'
import type { Term } from '#domain/terms/rules.ts'
import { findJudgements } from '../conflicts/findings.ts'
import type { Ctx, Db } from '../platform/context.ts'
import { allTerms, currentTerm, requireCurrentTerm } from '../terms/service.ts'
import {
  findCloseTexts,
  findKeys,
  findKnownBy,
  findLeftOut,
  findLimits,
  findMarks,
  findProposals,
  findReports,
  findReviewers,
  findTopics,
} from './queries.ts'

/** The day of a moment, in UTC. */
export const dayOf = (at: Date | string) => new Date(at).toISOString().slice(0, 10)

/** A cell as the key of a map. */
export const cellKey = (cell: Cell) => `${cell.proposal_id}.${cell.user_id}`
export const cellKeys = (cells: readonly Cell[]) => new Set(cells.map(cellKey))

/** What the viewer may see of a term's reviewer assignment, without the fits. */
export type GridState = Omit<ReviewerGrid, 'fit'>

/** The requested term, or the current one. Throws 'missing'. */
export async function requireTerm(
  ctx: Ctx,
  term_id: number | undefined,
): Promise<Pick<Term, 'id' | 'disabled'>> {
  if (term_id === undefined) return requireCurrentTerm(ctx.db)
  const term = (await allTerms(ctx))[term_id]
  if (!term) throw notFound()
  return term
}

export const limitsOf = async (db: Db, term_id: number): Promise<Limits & { version: number }> =>
  (await findLimits(db, term_id)) ?? { ...DEFAULT_LIMITS, version: 0 }

/** Strong ETag of the marks that a viewer may see. */
export const etagOf = (term_id: number, marks: readonly Marked[]) =>
  `"${createHash('sha256')
    .update(JSON.stringify([term_id, marks.map((m) => [m.proposal_id, m.user_id, m.mark, m.acknowledged])]))
    .digest('base64url')}"`

/** Reads the grid of a term without the fits. Everything in it leaves out proposals with which the actor has a conflict. */
export async function readGrid(
  { db, actor, now }: Pick<Ctx, 'db' | 'actor' | 'now'>,
  term: GridState['term'],
): Promise<GridState> {
  const proposals = await findProposals(db, actor, term.id)
  const reports = await findReports(db, actor, term.id)
  const limits = await limitsOf(db, term.id)
  const marks = await findMarks(db, actor, term.id)
  const judgements = await findJudgements(db, actor, { term_id: term.id })
  const counted = reports.filter(({ status }) => reportStatus.of(status).counted)
  const reviewers = await findReviewers(db, [...new Set(reports.map(({ user_id }) => user_id))], dayOf(now()))
  const loads = groupBy(counted, ({ user_id }) => user_id)
  const served = groupBy(counted, ({ proposal_id }) => proposal_id)
  const rows = new Set(reviewers.map(({ id }) => id))
  const columns = new Set(proposals.map(({ id }) => id))
  const inGrid = ({ proposal_id, user_id }: Cell) => columns.has(proposal_id) && rows.has(user_id)
  const cellsOf = (state: 'blocked' | 'unjudged') =>
    judgements
      .filter((one) => one.state === state && inGrid(one))
      .map(({ proposal_id, user_id }) => ({ proposal_id, user_id }))
  const blocked = cellsOf('blocked')
  const known = cellKeys(blocked)
  const stated = reports
    // The panel knows of conflicts by who is named on a proposal alone.
    .filter((report) => report.conflict_stated && isOffice(actor) && !known.has(cellKey(report)))
    .map(({ proposal_id, user_id }) => ({ proposal_id, user_id }))
  const shown = marks.filter(inGrid)
  return {
    term: { id: term.id, disabled: term.disabled },
    proposals: proposals
      .map((proposal) => ({ ...proposal, reports: served.get(proposal.id)?.length ?? 0 }))
      .sort((a, b) => a.reports - b.reports || a.id - b.id),
    left_out: await findLeftOut(db, actor, term.id),
    reviewers: reviewers.map(
      ({ max_reports, is_reviewer, disabled, ...reviewer }): GridReviewer => ({
        ...reviewer,
        load: loads.get(reviewer.id)?.length ?? 0,
        limit: limits.per_reviewer_on ? (max_reports ?? limits.per_reviewer) : null,
        limit_from_profile: max_reports !== null,
        why_not: whyNotReviewer({ is_reviewer, disabled, takes_part: false }),
      }),
    ),
    reports: reports.map(
      ({ id, proposal_id, user_id, status, scored }): GridReport => ({
        id,
        proposal_id,
        user_id,
        status,
        closed: isClosed({ status, closed: scored }),
      }),
    ),
    blocked: [...blocked, ...stated].sort((a, b) => a.proposal_id - b.proposal_id || a.user_id - b.user_id),
    unjudged: cellsOf('unjudged'),
    marks: shown,
    limits,
    etag: etagOf(term.id, shown),
  }
}

/** The fit of each cell and why. */
export interface Fits {
  reasons(proposal: number, reviewer: number): ReturnType<typeof fitReasons>
  /** By position in the grid: `matrix[proposal][reviewer]`. */
  matrix(): number[][]
  /** Whether the reviewer knows one of the proposal's methods, by position. */
  knows(proposal: number, reviewer: number): boolean
}

interface Reviewed {
  topics: ReviewerTopics
  texts: Map<number, CellTexts>
}

/**
 * Reads what the fits of a grid are made from. What reviewers reviewed counts from earlier terms only, and without the
 * reports that the actor may not see.
 */
export async function readFits(
  db: Db,
  actor: Actor,
  { term, proposals, reviewers }: Pick<GridState, 'term' | 'proposals' | 'reviewers'>,
): Promise<Fits> {
  const user_ids = reviewers.map(({ id }) => id)
  const columns = proposals.map(({ id }) => id)
  const knownBy = await findKnownBy(db, actor, term.id, user_ids)
  const others = [...new Set(knownBy.map(({ proposal_id }) => proposal_id))]
  const topics = groupBy(await findTopics(db, [...new Set([...columns, ...others])]), (t) => t.proposal_id)
  const keys = await findKeys(db, [...new Set(reviewers.flatMap((r) => [...r.keywords, ...r.methods]))])
  const topicsOf = (id: number, kind: 'keyword' | 'method'): Topic[] =>
    (topics.get(id) ?? []).filter((topic) => topic.kind === kind)
  const proposalTopics = columns.map(
    (id): ProposalTopics => ({ keywords: topicsOf(id, 'keyword'), methods: topicsOf(id, 'method') }),
  )
  const sources = groupBy(knownBy, ({ user_id }) => user_id)
  const reviewed = new Map(
    reviewers.map((reviewer): [number, Reviewed] => {
      const own = (sources.get(reviewer.id) ?? []).filter(({ part }) => part !== 'reviewed')
      const past = (sources.get(reviewer.id) ?? []).filter(({ part }) => part === 'reviewed')
      const keysOf = (from: typeof own, kind: 'keyword' | 'method') =>
        from.flatMap(({ proposal_id }) => topicsOf(proposal_id, kind).map(({ key }) => key))
      const profile = (names: readonly string[]) => names.map((name) => keys.get(name)!)
      return [
        reviewer.id,
        {
          topics: {
            keywords: new Set([...profile(reviewer.keywords), ...keysOf(own, 'keyword')]),
            methods: new Set([...profile(reviewer.methods), ...keysOf(own, 'method')]),
            reviewedKeywords: new Set(keysOf(past, 'keyword')),
            expertise: reviewer.expertise,
          },
          texts: new Map(),
        },
      ]
    }),
  )
  const byProposal = groupBy(knownBy, ({ proposal_id }) => proposal_id)
  for (const { proposal_id, other_id, user_id, ...text } of await findCloseTexts(
    db,
    columns,
    others,
    user_ids,
  )) {
    const cellOf = (id: number): CellTexts => {
      const { texts } = reviewed.get(id)!
      const cell = texts.get(proposal_id) ?? {}
      texts.set(proposal_id, cell)
      return cell
    }
    if (other_id === null) cellOf(user_id!).expertise = text.closeness
    else
      for (const { user_id: known, term_id, part } of byProposal.get(other_id) ?? []) {
        const cell = cellOf(known)
        const source = { id: other_id, term_id, ...text }
        if (part === 'reviewed') {
          if (text.closeness > (cell.reviewed?.closeness ?? 0)) cell.reviewed = source
        } else if (text.closeness > (cell.own?.closeness ?? 0))
          cell.own = { ...source, proposer: part === 'proposer' }
      }
  }
  const of = (reviewer: number) => reviewed.get(user_ids[reviewer]!)!
  const reasons = (proposal: number, reviewer: number) =>
    fitReasons(proposalTopics[proposal]!, of(reviewer).topics, of(reviewer).texts.get(columns[proposal]!))
  return {
    reasons,
    matrix: () => columns.map((_, p) => user_ids.map((_, r) => sumOf(reasons(p, r)))),
    knows: (proposal, reviewer) => knowsMethod(proposalTopics[proposal]!, of(reviewer).topics),
  }
}

/** Before the first term there is nothing to assign. */
const NO_TERM = { id: 0, disabled: true }

/** The grid with its fits. */
export async function showGrid(ctx: Ctx, term_id: number | undefined): Promise<ReviewerGrid> {
  const isFirst = term_id === undefined && !(await currentTerm(ctx.db))
  const state = await readGrid(ctx, isFirst ? NO_TERM : await requireTerm(ctx, term_id))
  const fits = await readFits(ctx.db, ctx.actor, state)
  return { ...state, fit: fits.matrix() }
}
