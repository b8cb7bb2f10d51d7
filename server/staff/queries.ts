import { type CompiledQuery, type RawBuilder, type SqlBool, sql } from 'kysely'
import { asBit, type Paging } from '#domain/endpoint.ts'
import type { AssignedSampleFilter, ProposalConditions, ProposalFilter } from '#domain/proposals/contract.ts'
import { shortAbstract } from '#domain/proposals/rules.ts'
import { NOT_CREATED, NOT_SUBMITTED, SUBMITTED } from '#domain/proposals/status.ts'
import { isUnlocked } from '#domain/proposals/unlock.ts'
import { roundAverage } from '#domain/reports/averages.ts'
import { isClosed } from '#domain/reports/rules.ts'
import { type ReportStatus, reportStatus } from '#domain/reports/status.ts'
import type { Actor } from '#domain/session/actor.ts'
import { PROGRESS_REVIEWED, PROGRESS_SCORED, progress, scoreBand } from '#domain/staff/status.ts'
import type { Db } from '../platform/context.ts'
import { type Param, prepareQuery } from '../platform/database/prepared_query.ts'
import * as condition from '../platform/filter_conditions.ts'
import {
  type FilterConditions,
  filtersBeyondTerm,
  nullsLast,
  order,
  pageByIds,
  rowMatches,
} from '../platform/lists.ts'
import { anyOf, collaboratorsOf } from '../platform/sql.ts'
import {
  assignedSamples,
  confirmedSamples,
  lastWithdrawal,
  proposalConditions,
  proposalSorts,
  selectProposals,
  unlockedAt,
} from '../proposals/shared_queries.ts'
import { reportsUnlessConflict } from '../reports/shared_queries.ts'
import {
  JOINED_VIEWER,
  owesReport,
  reportsWithheld,
  seesReport,
  viewerRow,
} from '../reports/withheld_shared_queries.ts'
import {
  hasConflictInTerm,
  rankFor,
  reportRankFor,
  unlessConflict,
  type Viewer,
  viewerHasConflict,
} from '../users/conflict_shared_queries.ts'
import {
  askedFor,
  averageFor,
  bandFor,
  progressFor,
  progressIn,
  rankAverageFor,
  rankAverages,
  reviewProgress,
  scoreFor,
  standingFor,
  submittedFor,
  totalsFor,
  versionFor,
  withoutReviewer,
} from './shared_queries.ts'
import { NO_VIEW, ownGradeFor, type ViewFacts, viewCounts, viewFilters } from './view_queries.ts'

/** The score bands with their filter flags; no score is band 0. */
const BAND_FILTERS = [
  ...scoreBand.states.map(({ code, filterFlag }) => ({ code, filterFlags: [filterFlag] })),
  { code: 0, filterFlags: ['not_scored' as const] },
]

const keywords = sql<string[]>`coalesce((
  select json_agg(coalesce(m.name, k.keyword_other) order by k.position)
  from proposal_keywords k left join keywords m on m.id = k.keyword_id where k.proposal_id = p.id), '[]'::json)`

interface ListedReport {
  id: number
  title: string
  status: ReportStatus
  rank: number | null
  science_score: number | null
  technical_score: number | null
  user: { id: number; name: string }
}

/** SQL: the reports of the proposal `p` that the viewer may see; none with a conflict. */
const listedReportsFor = (viewer: Viewer) => sql<ListedReport[]>`coalesce((
  select json_agg(json_build_object('id', r.id, 'title', p.title, 'status', r.status, 'rank', ${reportRankFor(viewer)},
    'science_score', r.science_score, 'technical_score', r.technical_score,
    'user', json_build_object('id', reviewer.id, 'name', reviewer.name)) order by r.id)
  from reports r join users reviewer on reviewer.id = r.user_id
  where r.proposal_id = p.id and ${seesReport(viewer)}), '[]'::json)`

/** The proposals that staff see. */
export const selectCreated = (db: Db) =>
  db.selectFrom('proposals as p').where('p.status', '!=', sql.lit(NOT_CREATED))
type CreatedQuery = ReturnType<typeof selectCreated>

const withProposer = (query: CreatedQuery) => query.innerJoin('users as u', 'u.id', 'p.user_id')

/** The columns of a row of the ranking, without what a conflict hides from the viewer or an owed report withholds. */
const withRankingColumns = (query: CreatedQuery, viewer: Viewer) =>
  withProposer(query)
    .leftJoin('review_figures as reviews', 'reviews.proposal_id', 'p.id')
    .leftJoinLateral(standingFor(viewer).as('standing'), (join) => join.onTrue())
    .select(['p.id', 'p.user_id', 'u.name', 'u.email', 'u.affiliation', 'p.term_id', 'p.title'])
    .select(scoreFor(viewer).as('global_score'))
    .select(['p.status', 'p.unlocked_until'])
    .select([
      viewerHasConflict(viewer).as('conflict'),
      sql<boolean>`(not ${viewerHasConflict(viewer)} and ${owesReport(viewer)})`.as('reports_withheld'),
      progressFor(viewer, reviewProgress(sql.ref('standing.outstanding'))).as('progress'),
      rankFor(viewer).as('rank'),
      hasConflictInTerm(viewer).as('ranks_locked'),
      versionFor(viewer, 'score').as('score_version'),
    ])
    .select([
      averageFor(viewer, 'science_score').as('science_score_average'),
      averageFor(viewer, 'technical_score').as('technical_score_average'),
      averageFor(viewer, 'total').as('total_score_average'),
      rankAverageFor(viewer, 'standing').as('rank_average'),
      totalsFor(viewer).as('totals'),
      averageFor(viewer, 'spread').as('spread'),
      submittedFor(viewer).as('reports_submitted'),
      askedFor(viewer).as('reports_asked'),
    ])
const withListColumns = (query: CreatedQuery, viewer: Viewer) =>
  withRankingColumns(query, viewer).select(['p.abstract', keywords.as('selected_keywords')])
const withAllColumns = (query: CreatedQuery, viewer: Viewer) =>
  withListColumns(query, viewer).select([
    listedReportsFor(viewer).as('reports'),
    assignedSamples.as('assigned_samples'),
  ])

interface RowsOf {
  viewer: number
  ids: number[]
}

/** Reads the rows with these ids for a viewer, whose conflicts are determined once. */
const readRows = <Row>(
  columns: (query: CreatedQuery, viewer: Viewer) => { compile: () => CompiledQuery<Row> },
) =>
  prepareQuery((db, param: Param<RowsOf>) => {
    const viewer: Viewer = { id: param('viewer'), ...JOINED_VIEWER }
    const rows = selectCreated(db)
      .innerJoin(viewerRow(viewer), (join) => join.onTrue())
      .where(sql<SqlBool>`p.id = any(${param('ids')}::int[])`)
    return columns(rows as CreatedQuery, viewer)
  })
const readRankingRows = readRows(withRankingColumns)
const readListRows = readRows(withListColumns)
const readAllRows = readRows(withAllColumns)

interface FiguresRead {
  unlocked_until: string | null
  science_score_average: number | null
  technical_score_average: number | null
  total_score_average: number | null
  rank_average: number | null
}

/** A row as it is answered. What it reads comes last: V8 copies an object far faster to the end of a literal than it extends a copy. */
const toRow = <R extends FiguresRead>(
  {
    unlocked_until,
    science_score_average,
    technical_score_average,
    total_score_average,
    rank_average,
    ...row
  }: R,
  now: Date,
) => ({
  is_unlocked: asBit(isUnlocked(unlocked_until, now)),
  science_score_average: roundAverage(science_score_average),
  technical_score_average: roundAverage(technical_score_average),
  total_score_average: roundAverage(total_score_average),
  rank_average: roundAverage(rank_average),
  ...row,
})

const withShortAbstract = <R extends { abstract: string }>({ abstract, ...row }: R) => ({
  shortAbstract: shortAbstract(abstract),
  ...row,
})

const findRankingRows = async (db: Db, input: RowsOf, now: Date) =>
  (await readRankingRows(db, input)).map((row) => toRow(row, now))
const findListRows = async (db: Db, input: RowsOf, now: Date) =>
  (await readListRows(db, input)).map((row) => toRow(withShortAbstract(row), now))
const findAllRows = async (db: Db, input: RowsOf, now: Date) =>
  (await readAllRows(db, input)).map(({ reports, ...row }) => ({
    reports: reports.map((report) => ({
      closed: isClosed({ status: report.status, closed: row.global_score !== null }),
      ...report,
    })),
    ...toRow(withShortAbstract(row), now),
  }))

/** A page of the proposals that match a filter, each with its reports in figures. */
const pageOfProposals = <F extends Paging & { sort?: string | undefined }, Row extends { id: number }>(
  db: Db,
  f: F,
  where: FilterConditions<F>,
  sorted: (query: CreatedQuery) => CreatedQuery,
  rows: (ids: number[]) => Promise<Row[]>,
) => {
  const matching = selectCreated(db).where(rowMatches(f, where))
  return pageByIds(
    db,
    {
      matching: matching,
      sorted: sorted(matching).$if(condition.sortsByPerson(f), (query) =>
        query.innerJoin('users as u', 'u.id', 'p.user_id'),
      ),
      id: 'p.id',
      rows,
      idOf: ({ id }) => id,
      filtersBeyondTerm: filtersBeyondTerm(f, where),
    },
    f,
  )
}

/** The conditions of the list's filters; values that a conflict hides from the viewer match nothing. */
export const conditionsOf = (
  viewer: Viewer,
  now: Date,
  facts: ViewFacts,
): FilterConditions<ProposalFilter> => ({
  ...proposalConditions,
  ...viewFilters(viewer, facts),
  search: condition.containsWithUser('p.user_id', 'p.title'),
  ...condition.checkGroup((codes) => progressIn(viewer, codes), progress.states),
  ...condition.checkGroup(condition.oneOf(sql`coalesce(${bandFor(viewer)}, 0)`), BAND_FILTERS),
  is_unlocked: condition.whenChecked(() => unlockedAt(now)),
  unlock_ended: condition.whenChecked(
    () => sql`(p.status = ${NOT_SUBMITTED} and p.unlocked_until <= ${now.toISOString()})`,
  ),
  withdrawal_asked: condition.whenChecked(
    () => sql`(p.status = ${SUBMITTED} and not ${viewerHasConflict(viewer)}
      and exists (select from withdrawals w where w.proposal_id = p.id and w.decided_at is null))`,
  ),
  question_waiting: condition.whenChecked(
    () => sql`(not ${viewerHasConflict(viewer)}
      and exists (select from reviewer_questions q where q.proposal_id = p.id and q.state = 'waiting'))`,
  ),
  is_reviewed: condition.whenChecked(() => progressIn(viewer, [PROGRESS_REVIEWED, PROGRESS_SCORED])),
  without_reviewer: condition.whenChecked(() => withoutReviewer(viewer)),
  to_score: condition.whenChecked(() => progressIn(viewer, [PROGRESS_REVIEWED])),
  ids: condition.inList('p.id'),
})

const SORTED_BY_REVIEWS: readonly ProposalFilter['sort'][] = [
  'reports_submitted',
  'science_score_average',
  'technical_score_average',
  'total_score_average',
  'spread',
  // Where nothing is expected.
  'expected',
]

/** The adjusted total or expected rank of each proposal that has one, by id. */
export type AdjustedTotals = Record<number, number>

/** SQL: the adjusted total of the proposal `p`; null without. */
const adjustedIn = (totals: AdjustedTotals) =>
  sql<number | null>`(${JSON.stringify(totals)}::jsonb -> p.id::text)::float8`

/**
 * SQL: the order of a filter, by default by id; values that a conflict hides do not affect it. The proposer is `u`; the
 * `adjusted` totals are those that the viewer may see.
 */
export const orderOf = (viewer: Viewer, f: ProposalFilter, adjusted: AdjustedTotals, facts: ViewFacts) =>
  order(f, f.sort === 'expected' ? sql`${averageFor(viewer, 'total')} desc nulls last, p.id` : sql`p.id`, {
    ...proposalSorts,
    progress: nullsLast(progressFor(viewer)),
    global_score: nullsLast(scoreFor(viewer)),
    rank: nullsLast(rankFor(viewer)),
    reports_submitted: submittedFor(viewer),
    science_score_average: nullsLast(averageFor(viewer, 'science_score')),
    technical_score_average: nullsLast(averageFor(viewer, 'technical_score')),
    total_score_average: nullsLast(averageFor(viewer, 'total')),
    spread: nullsLast(averageFor(viewer, 'spread')),
    adjusted: nullsLast(adjustedIn(adjusted)),
    my_grade: nullsLast(ownGradeFor(viewer, facts)),
    expected: nullsLast(adjustedIn(adjusted)),
    rank_average: nullsLast(rankAverageFor(viewer)),
  })

/** Sorts a query as a filter says. */
const sorted =
  (actor: Actor, f: ProposalFilter, adjusted: AdjustedTotals, facts: ViewFacts) => (query: CreatedQuery) =>
    query
      .$if(SORTED_BY_REVIEWS.includes(f.sort), (by) =>
        by.leftJoin('review_figures as reviews', 'reviews.proposal_id', 'p.id'),
      )
      .$if(f.sort === 'rank_average', (by) =>
        by.leftJoinLateral(
          rankAverages(actor, f.term_id === undefined ? 'all terms' : 'one term').as('ranks'),
          (join) => join.onRef('ranks.proposal_id', '=', 'p.id'),
        ),
      )
      .orderBy(orderOf(actor, f, adjusted, facts)) as CreatedQuery

/** A page of proposals with these fields, or all. */
const findRows =
  <Row extends { id: number }>(read: (db: Db, input: RowsOf, now: Date) => Promise<Row[]>) =>
  (db: Db, actor: Actor, f: ProposalFilter, now: Date, adjusted: AdjustedTotals, facts: ViewFacts) =>
    pageOfProposals(db, f, conditionsOf(actor, now, facts), sorted(actor, f, adjusted, facts), (ids) =>
      read(db, { viewer: actor.id, ids }, now),
    )
export const findProposals = findRows(findAllRows)
export const findProposalsWith = { ranking: findRows(findRankingRows), list: findRows(findListRows) }

/** The size of each view among the proposals that the other filters find. */
export const countViews = (db: Db, actor: Actor, f: ProposalConditions, now: Date, facts: ViewFacts) =>
  selectCreated(db)
    .where(rowMatches<ProposalConditions>({ ...f, ...NO_VIEW }, conditionsOf(actor, now, facts)))
    .select(sql<number>`count(*)`.as('all'))
    .select(viewCounts(actor, facts))
    .executeTakeFirstOrThrow()

/** Conditions for proposals with assigned samples; with `sample_id`, with this sample anyOf them. */
const assignedSampleConditions: FilterConditions<AssignedSampleFilter> = {
  ...condition.user('p.user_id'),
  term_id: condition.equals('p.term_id'),
  title: condition.contains('p.title'),
  sample_id: (id) => sql`exists (select from assignments as a
    where a.proposal_id = p.id and ${id === undefined ? sql`true` : sql`a.sample_id = ${id}`})`,
}

const sortedWithSamples = (actor: Actor, f: AssignedSampleFilter) => (query: CreatedQuery) =>
  query.orderBy(order(f, sql`p.id`, { ...proposalSorts, global_score: nullsLast(scoreFor(actor)) }))

export const findWithSamples = (db: Db, actor: Actor, f: AssignedSampleFilter, now: Date) =>
  pageOfProposals(db, f, assignedSampleConditions, sortedWithSamples(actor, f), (ids) =>
    findAllRows(db, { viewer: actor.id, ids }, now),
  )
export const streamWithSamples = (db: Db, actor: Actor, f: AssignedSampleFilter) =>
  withAllColumns(
    sortedWithSamples(actor, f)(selectCreated(db).where(rowMatches(f, assignedSampleConditions))),
    actor,
  ).stream(200)

/** A term's submitted proposals with proposers and collaborators. */
export const findSubmitted = (db: Db, term_id: number) =>
  db
    .selectFrom('proposals as p')
    .innerJoin('users as u', 'u.id', 'p.user_id')
    .select(['p.id', 'p.title', 'u.name', 'u.email', 'u.affiliation'])
    .select(collaboratorsOf('proposal_collaborators', 'p.id').as('proposal_collaborator'))
    .where('p.term_id', '=', term_id)
    .where('p.status', '=', SUBMITTED)
    .orderBy('p.id')
    .execute()

const HANDED_IN = reportStatus.where(({ handedIn }) => handedIn)

/** SQL: the previous or next proposal of `p` in its term. */
const neighbour = (side: '<' | '>', order: 'asc' | 'desc'): RawBuilder<number | null> => sql`(
  select n.id from proposals n
  where n.term_id = p.term_id and n.status <> ${NOT_CREATED} and n.id ${sql.raw(side)} p.id
  order by n.id ${sql.raw(order)} limit 1)`

/** The total of each submitted report of a term, or of all, except on proposals whose reports are withheld from the actor. */
export const findTotals = (db: Db, actor: Actor, term_id?: number) =>
  db
    .selectFrom('reports as r')
    .innerJoin('proposals as p', 'p.id', 'r.proposal_id')
    .select(['p.term_id', 'r.proposal_id', 'r.user_id as reviewer_id'])
    .select(sql<number>`r.science_score + r.technical_score`.as('total'))
    .$if(term_id !== undefined, (query) => query.where('p.term_id', '=', term_id!))
    .where('r.status', '=', anyOf(HANDED_IN))
    .where(sql<boolean>`r.science_score + r.technical_score is not null and not ${reportsWithheld(actor)}`)
    .execute()

/** The last save of a proposal's score and rank, or of its note. */
export const findSave = (db: Db, id: number, of: 'score' | 'note') =>
  db
    .selectFrom('proposals as p')
    .leftJoin('users as u', 'u.id', `p.${of}_saved_by`)
    .select([`p.${of}_version as version`, `p.${of}_saved_at as saved_at`, 'u.name as saved_by'])
    .where('p.id', '=', id)
    .executeTakeFirstOrThrow()

/** What the viewer may not see, and the conflict with the proposal `p`: determined once and used for each value. */
const SEEN = {
  conflict: sql.ref<boolean>('seen.conflict'),
  proposals: sql.ref<number[]>('seen.proposals'),
  owed: sql.ref<number[]>('seen.owed'),
}

/** A proposal with scores, notes, reports and samples, as far as the viewer may see them. */
export const readForStaff = prepareQuery((db: Db, param: Param<{ viewer: number; id: number }>) => {
  const viewer = { id: param('viewer'), ...SEEN }
  return selectProposals(db)
    .innerJoinLateral(
      // The limit keeps PostgreSQL from evaluating it again at each use.
      sql<{ conflict: boolean; proposals: number[]; owed: number[] }>`(
        select proposals, owed, p.id = any(proposals) as conflict from ${viewerRow(viewer)} limit 1)`.as(
        'seen',
      ),
      (join) => join.onTrue(),
    )
    .select([
      't.reviews_due_at as due_at',
      'seen.conflict',
      sql<boolean>`(not seen.conflict and ${owesReport(viewer)})`.as('reports_withheld'),
      progressFor(viewer).as('progress'),
      scoreFor(viewer).as('global_score'),
      rankFor(viewer).as('rank'),
      hasConflictInTerm(viewer).as('ranks_locked'),
      versionFor(viewer, 'score').as('score_version'),
      versionFor(viewer, 'note').as('note_version'),
      sql<string>`coalesce(${unlessConflict(viewer, sql`p.additional_notes`)}, '')`.as('additional_notes'),
      reportsUnlessConflict(viewer).as('reports'),
      assignedSamples.as('assigned_samples'),
      confirmedSamples.as('assigned_samples_status_true'),
      unlessConflict(viewer, lastWithdrawal).as('withdrawal'),
      neighbour('<', 'desc').as('prevID'),
      neighbour('>', 'asc').as('nextID'),
    ])
    .where('p.id', '=', param('id'))
})
