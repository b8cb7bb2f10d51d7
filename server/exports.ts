import { currentExport } from './allocation/current.ts'
import { assignedExport } from './allocation/exports.ts'
import { planExports } from './allocation/plan.ts'
import { applicantExport } from './applicants/exports.ts'
import type { AnyExport } from './platform/csv.ts'
import { peopleExport, proposerExport } from './proposers/exports.ts'
import { reviewerExport } from './reports/reviewers.ts'
import { assignedSampleExport, proposalExport } from './staff/exports.ts'
import { mailListExport } from './users/exports.ts'

/** Every CSV file that can be asked for. */
export const exports: readonly AnyExport[] = [
  applicantExport,
  proposerExport,
  peopleExport,
  mailListExport,
  proposalExport,
  assignedSampleExport,
  reviewerExport,
  currentExport,
  assignedExport,
  ...planExports,
]
