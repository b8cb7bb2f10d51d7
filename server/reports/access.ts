import { forbidden, notFound } from '#domain/errors.ts'
import { isClosedToReviewer, isHidden } from '#domain/reports/status.ts'
import { type Actor, isStaff } from '#domain/session/actor.ts'
import type { Report } from './queries.ts'

/** Staff see every report but those of proposals they take part in; those are not there for them. */
export const seesAsStaff = (actor: Actor, report: Report) => isStaff(actor) && !report.conflict

/** The report, if the actor may look at it: staff, or its reviewer. Throws 'missing' or 'forbidden'. */
export function admitted(actor: Actor, report: Report | undefined): Report {
  if (!report) throw notFound()
  if (seesAsStaff(actor, report)) return report
  if (report.user_id !== actor.id || !actor.roles.includes('reviewer'))
    throw isStaff(actor) ? notFound() : forbidden()
  if (isHidden(report.status)) throw notFound()
  if (isClosedToReviewer(report.status)) throw forbidden()
  return report
}

/** The report, if the office may act on it. Throws 'missing'. */
export function admittedOffice(report: Report | undefined): Report {
  if (!report || report.conflict) throw notFound()
  return report
}
