import { assignedExport } from './allocation/exports.ts'
import { planExports } from './allocation/plan.ts'
import { applicantExport } from './applicants/exports.ts'
import type { AnyExport } from './platform/csv.ts'
import { peopleExport, proposerExport } from './proposers/exports.ts'
import { currentExport } from './samples/current.ts'
import { mailListExport } from './users/exports.ts'

/** Every CSV file that can be asked for. */
export const exports: readonly AnyExport[] = [
  applicantExport,
  proposerExport,
  peopleExport,
  mailListExport,
  currentExport,
  assignedExport,
  ...planExports,
]
