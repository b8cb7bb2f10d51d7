import type { Guidance } from '#domain/masters/setting_schemas.ts'
import type { ReadProposal } from '../proposals/shared_queries.ts'
import type { SubmittedReport } from '../reports/shared_queries.ts'

/** The `term_id` of a book that is asked for before the first call. */
export const NO_CALL = 0

/** What is known of the book before its first proposal is read. */
export interface BookHead {
  term_id: number
  reader: string
  made: Date
  /** Only some proposals of the call were asked for. */
  isSelection: boolean
  contents: readonly BookEntry[]
  guidance: Guidance
}

/** A line of the contents. */
export interface BookEntry {
  id: number
  title: string
  name: string
  rank: number | null
  total: number | null
}

interface Order {
  adjusted: number
  error: number
  expected: number
  low: number
  high: number
  /** Its interval crosses the line. */
  inZone: boolean
}

/** One proposal of the book, as its reader may see it. */
export interface BookProposal {
  proposal: ReadProposal
  rank: number | null
  global_score: number | null
  /** Null while the reader's own report on it is not submitted. */
  reviews: {
    science: number | null
    technical: number | null
    total: number | null
    totals: readonly number[]
    spread: number | null
    asked: number
    order: Order | null
    submitted: readonly SubmittedReport[]
  } | null
  /** What is at hand for each of its requests. */
  atHand: readonly string[]
  /** The attached PDF, and why it is not there. */
  attachment: { name: string; pdf: Uint8Array | null; why: string } | null
}
