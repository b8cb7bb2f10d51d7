import { assignedExport } from './allocation/assigned_list.ts'
import { currentExport } from './allocation/current_samples.ts'
import { planExports } from './allocation/distribution_plan.ts'
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
