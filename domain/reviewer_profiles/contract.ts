import { z } from 'zod'
import { office, staff } from '../access.ts'
import { byId, day, get, id, instant, Outcome, post, put, Saved, version } from '../endpoint.ts'
import { mustBeSent, singleLine, wholeNumber } from '../input_schemas.ts'
import { overlaps } from './rules.ts'

export const EXPERTISE_LENGTH = 200
export const MOST_REPORTS = 100
const MOST_ENTRIES = 200
const MOST_ABSENCES = 50

const INVALID_DATE = 'This field must be a date.'
const date = z.iso.date(INVALID_DATE)

const Absence = z
  .object({ from_day: date, until_day: date })
  .refine(({ from_day, until_day }) => until_day >= from_day, {
    path: ['until_day'],
    error: 'The last day is before the first one.',
  })
/** Days away, both included. */
export type Absence = z.infer<typeof Absence>

const absences = z
  .array(Absence)
  .max(MOST_ABSENCES)
  .superRefine((all, ctx) => {
    all.forEach((one, position) => {
      const other = all.slice(0, position).find((earlier) => overlaps(earlier, one))
      if (other)
        ctx.addIssue({
          code: 'custom',
          path: [position, 'from_day'],
          message: `These days overlap with ${other.from_day} to ${other.until_day}.`,
        })
    })
  })

const reports = `This field is a whole number from 0 to ${MOST_REPORTS}, or empty.`

/** What a reviewer can review, how much, and when not. */
export const ReviewerProfileInput = z.object({
  keywords: z.array(id).max(MOST_ENTRIES),
  methods: z.array(id).max(MOST_ENTRIES),
  /** In one call; empty: no limit of their own. */
  max_reports: mustBeSent(
    z.preprocess((value) => (value === '' ? null : value), wholeNumber(MOST_REPORTS, reports).nullable()),
  ),
  expertise: mustBeSent(singleLine({ max: EXPERTISE_LENGTH })),
  absences,
  version,
})
export type ReviewerProfileInput = z.output<typeof ReviewerProfileInput>

const entry = z.object({ id: z.number(), name: z.string() })

export const ReviewerProfile = z.object({
  user_id: z.number(),
  name: z.string(),
  keywords: z.array(entry),
  methods: z.array(entry),
  max_reports: z.number().nullable(),
  expertise: z.string(),
  /** Those that are not over, the next one first. */
  absences: z.array(z.object({ from_day: day, until_day: day })),
  /** When the reviewer last said that it is right. */
  confirmed_at: instant.nullable(),
  /** When the reviewer was last asked by mail to confirm it. */
  asked_at: instant.nullable(),
  /** Null before anyone has saved it. A member of the office is not named to the reviewer. */
  saved_at: instant.nullable(),
  saved_by: z.string().nullable(),
  version: z.number(),
})
export type ReviewerProfile = z.infer<typeof ReviewerProfile>

/** How many active reviewers there are, and how they stand with their profiles. */
export const ReviewerProfileState = z.object({
  reviewers: z.number(),
  /** Confirmed recently. */
  confirmed: z.number(),
  /** Asked recently, and not confirmed yet. */
  asked: z.number(),
  /** Whom `ask` mails. */
  to_ask: z.array(z.object({ id: z.number(), name: z.string(), email: z.string() })),
  last_asked_at: instant.nullable(),
})
export type ReviewerProfileState = z.infer<typeof ReviewerProfileState>

export const reviewerProfiles = {
  mine: get('/api/my_reviewer_profile', ['reviewer'], {
    summary: "Shows one's own reviewer profile.",
    reply: ReviewerProfile,
  }),
  /** Saves and confirms. */
  saveMine: put('/api/my_reviewer_profile', ['reviewer'], {
    summary: "Saves and confirms one's own reviewer profile.",
    body: ReviewerProfileInput,
    reply: Saved,
  }),
  state: get('/api/reviewer_profiles', office, {
    summary: 'Says which reviewers have confirmed their profile and who is still to be asked.',
    reply: ReviewerProfileState,
  }),
  /** Asks by mail all reviewers who have not confirmed recently to confirm their profile. */
  ask: post('/api/reviewer_profiles/ask', office, {
    summary: 'Asks all reviewers by mail who have not confirmed recently to confirm their profile.',
    reply: Outcome,
    mails: ['reviewer_profile'],
  }),
  get: get('/api/reviewer_profiles/:id', staff, {
    summary: "Shows a reviewer's profile.",
    params: byId,
    reply: ReviewerProfile,
  }),
  save: put('/api/reviewer_profiles/:id', office, {
    summary: "Saves a reviewer's profile in their stead.",
    params: byId,
    body: ReviewerProfileInput,
    reply: Saved,
  }),
}
