import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { NOT_CREATED, SUBMITTED } from '#domain/proposals/status.ts'
import { type ReportStatus, reportStatus } from '#domain/reports/status.ts'
import type { Actor } from '#domain/session/actor.ts'
import {
  BANDS_BEST_FIRST,
  PROGRESS_ASSIGNED,
  PROGRESS_NOT_SUBMITTED,
  PROGRESS_REVIEWED,
  PROGRESS_SCORED,
  PROGRESS_SUBMITTED,
  type Progress,
  type ScoreBand,
} from '#domain/staff/status.ts'
import type { Db } from '../platform/context.ts'
import { owesReport, unlessWithheld } from '../reports/withheld_shared_queries.ts'
import {
  rankFor,
  reportRankFor,
  unlessConflict,
  type Viewer,
  viewerHasConflict,
} from '../users/conflict_shared_queries.ts'

/** SQL: the global score of the proposal `p`; null with a conflict. */
export const scoreFor = (viewer: Viewer) => unlessConflict(viewer, sql<number | null>`p.global_score`)
/** SQL: the version of score and rank, or of the note, of the proposal `p`; 0 with a conflict. */
export const versionFor = (viewer: Viewer, of: 'score' | 'note') =>
  sql<number>`coalesce(${unlessConflict(viewer, sql.ref(`p.${of}_version`))}, 0)`

/** Literal values, so that a generic query plan can use their statistics. */
const codes = (statuses: readonly ReportStatus[]) =>
  sql`any(${sql.lit(`{${statuses.join(',')}}`)}::smallint[])`
export const counted = codes(reportStatus.where((state) => state.counted))
export const outstanding = codes(reportStatus.where((state) => state.counted && !state.handedIn))

export const handedIn = codes(reportStatus.where((state) => state.handedIn))

/**
 * SQL: of the reports on the proposal `p` what is not kept in `review_figures`: how many were asked for, whether one of them is
 * outstanding, and the average rank of the submitted ones, which depends on the viewer.
 */
export const standingFor = (viewer: Viewer) =>
  sql<{ asked: number; outstanding: boolean | null; rank: number | null }>`(
    select count(*)::int as asked, bool_or(r.status = ${outstanding}) as outstanding,
      ${averageRankFor(viewer)} as rank
    from reports r where r.proposal_id = p.id and r.status = ${counted})`

/** SQL: the average rank of those of the reports `r` that are submitted. */
export const averageRankFor = (viewer: Viewer) =>
  sql<number | null>`avg(case when r.status = ${handedIn} then ${reportRankFor(viewer)} end)::float8`

/**
 * SQL: the average rank of the submitted reports by proposal: for all terms in one pass, for one term by a lookup per proposal
 * `p`, so that the plan is the same for every term. It is not kept in `review_figures`, because ranks depend on the viewer.
 */
export const rankAverages = (viewer: Viewer, of: 'all terms' | 'one term') => {
  const average = sql`${averageRankFor(viewer)} as rank`
  return of === 'one term'
    ? sql<{ proposal_id: number }>`(
        select p.id as proposal_id, ${average} from reports r where r.proposal_id = p.id and r.status = ${handedIn})`
    : sql<{ proposal_id: number }>`(
        select r.proposal_id, ${average} from reports r join proposals p on p.id = r.proposal_id where r.status = ${handedIn} group by r.proposal_id)`
}

/** SQL: the average rank of the submitted reports on the proposal `p` of `rankAverages`; null where reports are withheld. */
export const rankAverageFor = (viewer: Viewer, ranks = 'ranks') =>
  unlessWithheld(viewer, sql.ref<number | null>(`${ranks}.rank`))
/**
 * SQL: an average over the submitted reports on the proposal `p` (averagesOf in the domain), or their spread (spreadOf), of
 * `review_figures` as `reviews`; null where reports are withheld.
 */
export const averageFor = (
  viewer: Viewer,
  figure: 'science_score' | 'technical_score' | 'total' | 'spread',
) => unlessWithheld(viewer, sql.ref<number | null>(`reviews.${figure}`))
/** SQL: the number of submitted reports on the proposal `p`; 0 where they are withheld. */
export const submittedFor = (viewer: Viewer) =>
  sql<number>`coalesce(${unlessWithheld(viewer, sql.ref('reviews.submitted'))}, 0)`
/** SQL: the totals of the submitted reports on the proposal `p`, in ascending order; none where they are withheld. */
export const totalsFor = (viewer: Viewer) =>
  sql<number[]>`coalesce(${unlessWithheld(viewer, sql.ref('reviews.totals'))}, '{}')`
/** SQL: the number of reports of `standingFor`; where they are withheld, the one that the viewer owes. */
export const askedFor = (viewer: Viewer) =>
  sql<number>`case when ${viewerHasConflict(viewer)} then 0 when ${owesReport(viewer)} then 1 else standing.asked end`

/**
 * SQL: the progress of the proposal `p` (progressOf in the rules); with a conflict, only whether it is submitted. The
 * progress of its reviews is looked up unless the query passes it.
 */
export const progressFor = (viewer: Viewer, reviewed = reviewProgressLookup) => sql<Progress | null>`case
  when p.status = ${NOT_CREATED} then null
  when p.status <> ${SUBMITTED} then ${PROGRESS_NOT_SUBMITTED}::int
  when ${viewerHasConflict(viewer)} then ${PROGRESS_SUBMITTED}::int
  when p.global_score is not null then ${PROGRESS_SCORED}::int
  else ${reviewed} end`

/** SQL: the progress of reviews, given whether one of them is outstanding, or null without reviews. */
export const reviewProgress = (
  isOutstanding: RawBuilder<boolean | null>,
) => sql<Progress>`case ${isOutstanding}
  when true then ${PROGRESS_ASSIGNED}::int when false then ${PROGRESS_REVIEWED}::int else ${PROGRESS_SUBMITTED}::int end`

/** SQL: the progress of the reviews of the proposal `p`, which is submitted and has no score. */
const reviewProgressLookup = sql<Progress>`(
  select ${reviewProgress(sql`bool_or(pr.status = ${outstanding})`)}
  from reports pr where pr.proposal_id = p.id and pr.status = ${counted})`

const UNDER_REVIEW = [PROGRESS_SUBMITTED, PROGRESS_ASSIGNED, PROGRESS_REVIEWED]

/** SQL: the progress of the created proposal `p` is one of `codes`; reads reports only when the answer depends on them. */
export function progressIn(viewer: Viewer, codes: readonly Progress[]) {
  const scored = sql`p.status = ${SUBMITTED} and p.global_score is not null and not ${viewerHasConflict(viewer)}`
  const unscored = sql`p.status = ${SUBMITTED} and (p.global_score is null or ${viewerHasConflict(viewer)})`
  const some = UNDER_REVIEW.filter((code) => codes.includes(code))
  const parts = [
    ...(codes.includes(PROGRESS_NOT_SUBMITTED) ? [sql`p.status <> ${SUBMITTED}`] : []),
    ...(codes.includes(PROGRESS_SCORED) ? [scored] : []),
    ...(some.length === UNDER_REVIEW.length ? [unscored] : []),
    ...(some.length > 0 && some.length < UNDER_REVIEW.length
      ? [sql`${unscored} and ${progressFor(viewer)} = any(${some}::int[])`]
      : []),
  ]
  const each = parts.map((part) => sql`(${part})`)
  return parts.length === 0 ? sql<SqlBool>`false` : sql<SqlBool>`${sql.join(each, sql` or `)}`
}

/** SQL: the proposal `p` is submitted and has no reviewer; false with a conflict, which hides that. */
export const withoutReviewer = (viewer: Viewer) =>
  sql<SqlBool>`(${progressIn(viewer, [PROGRESS_SUBMITTED])}) and not ${viewerHasConflict(viewer)}`

/** SQL: the band of the global score (bandOf in the rules), as the viewer sees it; null unless submitted. */
export const bandFor = (viewer: Viewer) =>
  unlessConflict(
    viewer,
    sql<ScoreBand | null>`case when p.status <> ${SUBMITTED} then null::int ${BAND_CASES} end`,
  )
const BAND_CASES = sql.join(
  BANDS_BEST_FIRST.map(({ code, above }) => sql`when p.global_score > ${above}::numeric then ${code}::int`),
  sql` `,
)

/** The number of ids that are listed with a count. */
const MAX_IDS = 8

/** A term's created proposals by progress; those with a conflict apart, because their progress is hidden. */
export const countByProgress = (db: Db, actor: Actor, term_id: number) =>
  db
    .selectFrom((eb) =>
      eb
        .selectFrom('proposals as p')
        .select(['p.id', progressFor(actor).as('progress'), viewerHasConflict(actor).as('conflict')])
        .where('p.term_id', '=', term_id)
        .as('q'),
    )
    .select(['q.conflict', sql<Progress>`q.progress`.as('progress')])
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .select(sql<number[]>`(array_agg(q.id order by q.id))[1:${sql.lit(MAX_IDS)}]`.as('ids'))
    .where('q.progress', 'is not', null)
    .groupBy(['q.progress', 'q.conflict'])
    .execute()

/** The best proposals of a term by global score, rank and id, without those with a conflict. */
export const findTop = (db: Db, actor: Actor, term_id: number, count: number) =>
  db
    .selectFrom('proposals as p')
    .innerJoin('users as u', 'u.id', 'p.user_id')
    .select(['p.id', 'p.title', 'u.name', rankFor(actor).as('rank')])
    .select(scoreFor(actor).$castTo<number>().as('global_score'))
    .where('p.term_id', '=', term_id)
    .where(progressFor(actor), '=', PROGRESS_SCORED)
    .orderBy('p.global_score', 'desc')
    .orderBy('p.rank', (rank) => rank.asc().nullsLast())
    .orderBy('p.id')
    .limit(count)
    .execute()
