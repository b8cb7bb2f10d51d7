import type { Ref } from 'react'
import type { GridReport } from '#domain/assign_reviewers/contract.ts'
import { isUnderReview } from '#domain/reports/status.ts'
import { RequestReports } from '#web/ui/report/request_reports.tsx'
import type { AssignModel } from './-model.ts'

interface RequestButtonProps {
  ref: Ref<HTMLButtonElement>
  model: AssignModel
  /** Reports that are not requested yet. */
  reports: readonly GridReport[]
}

/** Requests the reports of the grid that are not requested yet. */
export function RequestButton({ ref, model, reports }: RequestButtonProps) {
  const reviewers = new Map(model.rows.map((one) => [one.id, one]))
  const underReview = model.grid.reports.filter(({ status }) => isUnderReview(status))
  return (
    <RequestReports
      ref={ref}
      reports={reports.map(({ id, proposal_id, user_id }) => ({
        id,
        proposal_id,
        reviewer: reviewers.get(user_id)!,
      }))}
      underReview={new Set(underReview.map(({ proposal_id }) => proposal_id))}
    />
  )
}
