import { z } from 'zod'
import { id, instant, version } from '../endpoint.ts'
import { multiLine, mustBeSent } from '../input_schemas.ts'
import { scoreFigure } from '../staff/score_figure.ts'
import { tooLong } from '../text.ts'

const NOTES_LENGTH = 5000
const MAX_SHARED_AT_ONCE = 500

/** A panel member's own grade of a proposal, 0 to 5, and notes; `version` counts their saves. */
export const MyGrade = z.object({
  proposal_id: z.number(),
  grade: z.number().nullable(),
  notes: z.string(),
  /** Since when others see the grade; null while it is private. */
  shared_at: instant.nullable(),
  saved_at: instant,
  version: z.number(),
})
export type MyGrade = z.infer<typeof MyGrade>

/** Both are saved; an empty one is cleared. `version` is 0 where nothing has been saved. */
export const GradeInput = z.object({
  grade: scoreFigure(5),
  notes: mustBeSent(multiLine({ max: NOTES_LENGTH, long: tooLong(NOTES_LENGTH, '.') })),
  version,
})
export type GradeInput = z.output<typeof GradeInput>

/** Shows the sender's grades of these proposals to the panel and the office, or hides them again. */
export const ShareInput = z.object({
  proposal_ids: z.array(id).min(1).max(MAX_SHARED_AT_ONCE),
  shared: mustBeSent(z.boolean()),
})
export type ShareInput = z.output<typeof ShareInput>

/** A grade that another member shares. */
export const SharedGrade = z.object({
  user: z.object({ id: z.number(), name: z.string() }),
  grade: z.number(),
})
