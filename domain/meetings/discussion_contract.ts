import { z } from 'zod'
import { panelMembers, staff } from '../access.ts'
import { REASON_LENGTH } from '../conflicts/rules.ts'
import { id, put, version } from '../endpoint.ts'
import { checkbox, multiLine, mustBeSent, wholeNumber } from '../input_schemas.ts'
import { DecisionNotesInput } from '../staff/contract.ts'
import { MAX_RANK } from '../staff/ranking.ts'
import { scoreFigure } from '../staff/score_figure.ts'
import { tooLong } from '../text.ts'
import { inMeeting, MAX_ITEMS, MAX_MINUTES, whole } from './schemas.ts'

/** The most ballots on a proposal in one meeting. */
const MAX_BALLOTS = 1000

const onItem = { proposal_id: id, version: mustBeSent(wholeNumber()) }
const onBallot = { proposal_id: id, number: whole(1, MAX_BALLOTS) }
const grade = scoreFigure(5).pipe(z.number('Enter a grade from 0.00 to 5.00.'))
const score = scoreFigure(5).pipe(z.number('Enter a score from 0.00 to 5.00.'))
const rank = scoreFigure(MAX_RANK)

/** The proposal to begin with; null: the next of the docket. */
const StartInput = z.object({ proposal_id: mustBeSent(id.nullable()) })

const AgreeInput = z.object({
  ...onItem,
  global_score: score,
  /** Absent: the rank stays. */
  rank: rank.optional(),
  /** Of score and rank. */
  score_version: version,
  notes: DecisionNotesInput.optional(),
  /** Mails the reviewers whose reports a first global score closes. */
  tell_reviewers: z.boolean().default(false),
  /** Begins with the next proposal of the docket. */
  next: z.boolean().default(false),
})
export type AgreeInput = z.output<typeof AgreeInput>

const AgreeTriageInput = z.object({
  scores: z
    .array(z.object({ ...onItem, global_score: score, rank: rank.optional(), score_version: version }))
    .min(1, 'Select at least one proposal.')
    .max(MAX_ITEMS)
    .refine(
      (scores) => new Set(scores.map(({ proposal_id }) => proposal_id)).size === scores.length,
      'A proposal is named twice.',
    ),
  tell_reviewers: z.boolean().default(false),
})
export type AgreeTriageInput = z.output<typeof AgreeTriageInput>

/** What is done in a meeting while it is on: who is here, the proposal that is on, its ballots and its score. */
export const discussionEndpoints = {
  /** The sender is here or away; for others, who has the chair says so. */
  attend: put('/api/meetings/:id/attend', staff, {
    summary: 'Says that someone is here or away.',
    ...inMeeting,
    body: z.object({ user_id: id.optional(), here: mustBeSent(checkbox) }),
  }),
  start: put('/api/meetings/:id/start', staff, {
    summary: 'Starts the discussion of a proposal.',
    ...inMeeting,
    body: StartInput,
  }),
  putOff: put('/api/meetings/:id/put_off', staff, {
    summary: 'Puts off the proposal under discussion.',
    ...inMeeting,
    body: z.object({ ...onItem, next: z.boolean().default(false) }),
  }),
  /** Stops or starts the clock of the proposal that is on. */
  clock: put('/api/meetings/:id/clock', staff, {
    summary: 'Stops or starts the clock of the proposal under discussion.',
    ...inMeeting,
    body: z.object({ proposal_id: id, running: mustBeSent(checkbox) }),
  }),
  /** The meeting pauses, its clock too; or goes on. */
  pause: put('/api/meetings/:id/pause', staff, {
    summary: 'Pauses a meeting, or goes on.',
    ...inMeeting,
    body: z.object({ paused: mustBeSent(checkbox) }),
  }),
  /** How many minutes the proposal has in all. */
  minutes: put('/api/meetings/:id/minutes', staff, {
    summary: 'Sets how many minutes a proposal has in all.',
    ...inMeeting,
    body: z.object({ proposal_id: id, minutes: whole(1, MAX_MINUTES) }),
  }),
  /** The first ballot on the proposal that is on, or another one after a ballot was revealed. */
  openBallot: put('/api/meetings/:id/open_ballot', staff, {
    summary: 'Opens a ballot on the proposal under discussion.',
    ...inMeeting,
    body: z.object(onItem),
  }),
  /** The sender's grade, which they can change until the ballot is revealed. */
  give: put('/api/meetings/:id/grade', panelMembers, {
    summary: "Gives the caller's grade in an open ballot; it can be changed until the ballot is revealed.",
    ...inMeeting,
    body: z.object({ ...onBallot, grade }),
  }),
  closeBallot: put('/api/meetings/:id/close_ballot', staff, {
    summary: 'Closes a ballot and reveals it.',
    ...inMeeting,
    body: z.object(onBallot),
  }),
  /** Writes the global score, the rank and the decision notes of the proposal that is on. */
  agree: put('/api/meetings/:id/agree', staff, {
    summary: 'Writes the agreed global score, rank and decision notes of the proposal under discussion.',
    ...inMeeting,
    body: AgreeInput,
    mails: ['review_closed'],
  }),
  /** The agreed score stays although a conflict was declared since. */
  keepScore: put('/api/meetings/:id/keep_score', staff, {
    summary: 'Keeps an agreed score although a conflict of interest was declared since.',
    ...inMeeting,
    body: z.object(onItem),
  }),
  /** From triage into the docket: one press of anybody without a conflict. */
  bringBack: put('/api/meetings/:id/bring_back', staff, {
    summary: 'Takes a proposal from triage into the docket.',
    ...inMeeting,
    body: z.object({ proposal_id: id }),
  }),
  /** Writes the global scores of proposals in triage, all or none. */
  agreeTriage: put('/api/meetings/:id/agree_triage', staff, {
    summary: 'Writes the global scores of proposals in triage, all or none.',
    ...inMeeting,
    body: AgreeTriageInput,
    mails: ['review_closed'],
  }),
  /** The sender has a conflict of interest with a proposal of the docket, and leaves when it is on. */
  declareConflict: put('/api/meetings/:id/declare_conflict', staff, {
    summary: "Declares the caller's conflict of interest with a proposal of the docket.",
    ...inMeeting,
    body: z.object({
      proposal_id: id,
      reason: multiLine({ max: REASON_LENGTH, long: tooLong(REASON_LENGTH, '.') }),
    }),
    mails: ['conflict_declared'],
  }),
  /** The wall shows median and range of the proposal that is on, until the next one begins. */
  showOnWall: put('/api/meetings/:id/show_on_wall', staff, {
    summary: 'Shows median and range of a ballot on the wall, or no longer.',
    ...inMeeting,
    body: z.object({ shown: mustBeSent(checkbox) }),
  }),
}
