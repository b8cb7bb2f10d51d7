import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { SUBMITTED } from '#domain/proposals/status.ts'
import { GRADES_DISAGREE, REPORTS_DISAGREE, type Tolerance } from '#domain/staff/disagreement.ts'
import { whenChecked } from '../platform/filter_conditions.ts'
import { anyOf } from '../platform/sql.ts'
import { reportsWithheld } from '../reports/withheld_shared_queries.ts'
import {
  hasConflict,
  unlessConflict,
  type Viewer,
  viewerHasConflict,
} from '../users/conflict_shared_queries.ts'
import { handedIn } from './shared_queries.ts'

/** What the views of the ranking are made from beside the proposals. */
export interface ViewFacts {
  /** The viewer's own grades may be shown: a member of the panel, who is not being impersonated. */
  ownGrades: boolean
  /** The proposals in the tie zone; needed only by the view of that name. */
  tieZone: readonly number[]
}

/** SQL: the values, a query of a column `value`, disagree (disagree in the domain). */
const disagreeing = (values: RawBuilder<unknown>, { range, outlier }: Tolerance) => sql<boolean>`coalesce((
  select max(value) - min(value) >= ${sql.lit(range)} or (count(*) >= 3 and (
    (array_agg(value order by value))[2] - min(value) >= ${sql.lit(outlier)}
    or max(value) - (array_agg(value order by value desc))[2] >= ${sql.lit(outlier)}))
  from (${values}) given(value)), false)`

const TOTALS = sql`select r.science_score + r.technical_score from reports r
  where r.proposal_id = p.id and r.status = ${handedIn}`

/** SQL: the last ballot on the proposal `p` that was revealed. */
const LAST_BALLOT = sql<number | null>`(select b.id from meeting_ballots b
  where b.proposal_id = p.id and b.revealed_at is not null order by b.revealed_at desc, b.id desc limit 1)`

/** Members who have a conflict with the proposal by now do not count. */
const REVEALED_GRADES = sql`
  select g.grade from meeting_grades g join users member on member.id = g.user_id
  where g.ballot_id = ${LAST_BALLOT} and g.voided_at is null and not ${hasConflict('member')}
  union all
  select g.grade from panel_grades g join users member on member.id = g.user_id
  where g.proposal_id = p.id and g.shared_at is not null and member.is_panel and not member.disabled
    and ${LAST_BALLOT} is null and not ${hasConflict('member')}`

/** SQL: the viewer's own grade of the proposal `p`; null with a conflict, and while it may not be shown. */
export const ownGradeFor = (viewer: Viewer, { ownGrades }: Pick<ViewFacts, 'ownGrades'>) =>
  ownGrades
    ? unlessConflict(
        viewer,
        sql<
          number | null
        >`(select g.grade from panel_grades g where g.proposal_id = p.id and g.user_id = ${viewer.id})`,
      )
    : sql<number | null>`null::numeric`

/** SQL: a proposal `p` that the viewer, as a member of the panel, may grade. */
const toGrade = (viewer: Viewer, { ownGrades }: Pick<ViewFacts, 'ownGrades'>) =>
  ownGrades
    ? sql<SqlBool>`(p.status = ${SUBMITTED} and not ${viewerHasConflict(viewer)})`
    : sql<SqlBool>`false`

/** A filter without any view. */
export const NO_VIEW = {
  not_graded: undefined,
  i_speak: undefined,
  reviewers_disagree: undefined,
  panel_disagrees: undefined,
  tie_zone: undefined,
}
type View = keyof typeof NO_VIEW

/** SQL: the views of the ranking, as conditions on the proposal `p`; each is false with a conflict. */
const viewConditions = (viewer: Viewer, facts: ViewFacts): Record<View, RawBuilder<SqlBool>> => ({
  not_graded: sql<SqlBool>`(${toGrade(viewer, facts)} and not exists (select from panel_grades g
    where g.proposal_id = p.id and g.user_id = ${viewer.id} and g.grade is not null))`,
  i_speak: sql<SqlBool>`(exists (select from proposal_leads l
    where l.proposal_id = p.id and ${viewer.id} in (l.first_user_id, l.second_user_id)) and not ${viewerHasConflict(viewer)})`,
  reviewers_disagree: sql<SqlBool>`(${disagreeing(TOTALS, REPORTS_DISAGREE)} and not ${reportsWithheld(viewer)})`,
  panel_disagrees: sql<SqlBool>`(${disagreeing(REVEALED_GRADES, GRADES_DISAGREE)} and not ${viewerHasConflict(viewer)})`,
  tie_zone: sql<SqlBool>`(p.id = ${anyOf(facts.tieZone)} and not ${viewerHasConflict(viewer)})`,
})

/** The conditions of the filters of the views. */
export const viewFilters = (viewer: Viewer, facts: ViewFacts) => {
  const each = viewConditions(viewer, facts)
  return Object.fromEntries(
    Object.entries(each).map(([view, holds]) => [view, whenChecked(() => holds)]),
  ) as Record<View, ReturnType<typeof whenChecked>>
}

/** SQL: how many of the proposals `p` each view holds; `to_grade` are all that the viewer may grade. */
export const viewCounts = (viewer: Viewer, facts: ViewFacts) =>
  Object.entries({ ...viewConditions(viewer, facts), to_grade: toGrade(viewer, facts) }).map(
    ([view, holds]) => sql<number>`count(*) filter (where ${holds})`.as(view as View | 'to_grade'),
  )
