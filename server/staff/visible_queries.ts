import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { NOT_CREATED, SUBMITTED } from '#domain/proposals/status.ts'
import { type ReportStatus, reportStatus } from '#domain/reports/status.ts'
import type { Actor } from '#domain/session/actor.ts'
import {
  PROGRESS_ASSIGNED,
  PROGRESS_NOT_SUBMITTED,
  PROGRESS_REVIEWED,
  PROGRESS_SCORED,
  PROGRESS_SUBMITTED,
  type Progress,
} from '#domain/staff/progress.ts'
import { BANDS, type ScoreBand } from '#domain/staff/score_band.ts'
import { conflictOf, unlessConflict, type Viewer } from '../users/conflict_sql.ts'

/** SQL: what staff see of the proposal `p` beside what is in it; with a conflict, nothing. */
export const scoreFor = (viewer: Viewer) => unlessConflict(viewer, sql<number | null>`p.global_score`)
export const rankFor = (viewer: Viewer) => unlessConflict(viewer, sql<number | null>`p.rank`)
/** SQL: how often score and rank, or the note, of the proposal `p` were saved; with a conflict, 0. */
export const versionFor = (viewer: Viewer, of: 'score' | 'note') =>
  sql<number>`coalesce(${unlessConflict(viewer, sql.ref(`p.${of}_version`))}, 0)`

const codes = (statuses: readonly ReportStatus[]) => sql`any(${statuses}::smallint[])`
const hasReport = (which: RawBuilder<unknown>) =>
  sql`exists (select 1 from reports pr where pr.proposal_id = p.id and pr.status = ${which})`
const counted = codes(reportStatus.where((state) => state.counted))
const outstanding = codes(reportStatus.where((state) => state.counted && !state.handedIn))

const handedIn = codes(reportStatus.where((state) => state.handedIn))
const FIGURES = {
  science_score: sql`pr.science_score`,
  technical_score: sql`pr.technical_score`,
  total: sql`pr.science_score + pr.technical_score`,
  rank: sql`pr.rank`,
}
const ofSubmitted = <T>(figure: RawBuilder<unknown>) =>
  sql<T>`(select ${figure} from reports pr where pr.proposal_id = p.id and pr.status = ${handedIn})`

/** SQL: a figure of the submitted reports on the proposal `p`, averaged (averagesOf in the rules); with a conflict, none. */
export const averageFor = (actor: Actor, figure: keyof typeof FIGURES) =>
  unlessConflict(actor, ofSubmitted<number | null>(sql`avg(${FIGURES[figure]})`))
/** SQL: how many reports on the proposal `p` are submitted; with a conflict, 0. */
export const submittedFor = (actor: Actor) =>
  sql<number>`coalesce(${unlessConflict(actor, ofSubmitted(sql`count(*)`))}, 0)`

/** SQL: how far the proposal `p` has come (progressOf in the rules); with a conflict, only whether it is submitted. */
export const progressFor = (viewer: Viewer) => sql<Progress | null>`case
  when p.status = ${NOT_CREATED} then null
  when p.status <> ${SUBMITTED} then ${PROGRESS_NOT_SUBMITTED}::int
  when ${conflictOf(viewer)} then ${PROGRESS_SUBMITTED}::int
  when p.global_score is not null then ${PROGRESS_SCORED}::int
  when not ${hasReport(counted)} then ${PROGRESS_SUBMITTED}::int
  when ${hasReport(outstanding)} then ${PROGRESS_ASSIGNED}::int
  else ${PROGRESS_REVIEWED}::int end`

/** SQL: the proposal `p` is submitted and has no reviewer; never one with a conflict, of which that is not seen. */
export const withoutReviewer = (actor: Actor) =>
  sql<SqlBool>`(${progressFor(actor)} = ${PROGRESS_SUBMITTED}::int and not ${conflictOf(actor)})`

/** SQL: every report on the proposal `p` is in, and it has no global score. */
export const toScore = (actor: Actor) => sql<SqlBool>`(${progressFor(actor)} = ${PROGRESS_REVIEWED}::int)`

/** SQL: the band of the global score (bandOf in the rules), as the actor sees it; none while it is not submitted. */
export const bandFor = (actor: Actor) =>
  unlessConflict(actor, sql<ScoreBand | null>`case when p.status <> ${SUBMITTED} then null::int ${BAND} end`)
const BAND = sql.join(
  BANDS.map(({ code, above }) => sql`when p.global_score > ${above}::numeric then ${code}::int`),
  sql` `,
)
