import { sql } from 'kysely'
import { NOT_CREATED, REPORT_DECLINED, REPORT_SUBMITTED, SUBMITTED } from '#domain/masters/values.ts'
import type { Actor } from '#domain/session/actor.ts'
import {
  PROGRESS_ASSIGNED,
  PROGRESS_NOT_SUBMITTED,
  PROGRESS_REVIEWED,
  PROGRESS_SCORED,
  PROGRESS_SUBMITTED,
} from '#domain/staff/rules.ts'
import { conflictOf, unlessConflict } from '../proposals/conflict_sql.ts'

/** SQL: what staff see of the proposal `p` beside what is in it; with a conflict, nothing. */
export const scoreFor = (actor: Actor) => unlessConflict(actor, sql<number | null>`p.global_score`)
export const rankFor = (actor: Actor) => unlessConflict(actor, sql<number | null>`p.rank`)

const reportsBut = (...statuses: number[]) =>
  sql`exists (select 1 from reports pr where pr.proposal_id = p.id and pr.status not in (${sql.join(statuses)}))`

/** SQL: how far the proposal `p` has come (progressOf in the rules); with a conflict, only whether it is submitted. */
export const progressFor = (actor: Actor) => sql<number | null>`case
  when p.status = ${NOT_CREATED} then null
  when p.status <> ${SUBMITTED} then ${PROGRESS_NOT_SUBMITTED}::int
  when ${conflictOf(actor)} then ${PROGRESS_SUBMITTED}::int
  when p.global_score is not null then ${PROGRESS_SCORED}::int
  when not ${reportsBut(REPORT_DECLINED)} then ${PROGRESS_SUBMITTED}::int
  when ${reportsBut(REPORT_DECLINED, REPORT_SUBMITTED)} then ${PROGRESS_ASSIGNED}::int
  else ${PROGRESS_REVIEWED}::int end`

/** SQL: the band of the global score (bandOf in the rules), as the actor sees it. */
export const bandFor = (actor: Actor) => sql<number | null>`case
  when ${scoreFor(actor)} > 1 then ceil(${scoreFor(actor)})::int
  when ${scoreFor(actor)} is not null then 1 end`
