import { applicantExport } from './applicants/exports.ts'
import type { AnyExport } from './platform/csv.ts'

/** Every CSV file that can be asked for. */
export const exports: readonly AnyExport[] = [applicantExport]
