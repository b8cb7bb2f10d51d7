import { assignedExport } from './allocation/exports.ts'
import { planExports } from './allocation/plan.ts'
import { applicantExport } from './applicants/exports.ts'
import type { AnyExport } from './platform/csv.ts'
import { assignedSampleExport, proposalExport } from './proposals/staff_exports.ts'
import { peopleExport, proposerExport } from './proposers/exports.ts'
import { reviewerExport } from './reports/exports.ts'
import { currentExport } from './samples/current.ts'
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
