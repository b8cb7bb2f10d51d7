import { z } from 'zod'
import { everyone } from '../access.ts'
import { AddressSchema, get, instant } from '../endpoint.ts'
import { ProposerProgress } from '../proposals/contract.ts'
import { ReviewerState } from '../reports/report.ts'
import { stepState } from '../terms/status.ts'
import { STEP_KEYS } from '../terms/steps.ts'
import { TODO_KEYS, TODO_KINDS } from './rules.ts'

/** A step of the call as it stands now. */
export const CallStep = z.object({
  key: z.enum(STEP_KEYS),
  label: z.string(),
  from: instant,
  to: instant.nullable(),
  /** What ends it where no day does: 'until the call is closed'. */
  ends: z.string(),
  state: z.literal(stepState.codes),
  /** The last of the open ones; none before the first opens, nor in a closed call. */
  present: z.boolean(),
  /** Its day has passed and what it is for is not done, as far as the viewer may know. */
  late: z.boolean(),
})
export type CallStep = z.infer<typeof CallStep>

/** Something that waits for the office: how many, and the list that finds exactly those. */
export const Todo = z.object({
  key: z.enum(TODO_KEYS),
  kind: z.enum(TODO_KINDS),
  label: z.string(),
  count: z.number(),
  /** What is worth knowing before one goes there; empty where there is nothing. */
  note: z.string(),
  /** The day by which it is to be done, where there is one. */
  due_at: instant.nullable(),
  href: AddressSchema,
  verb: z.string(),
})
export type Todo = z.infer<typeof Todo>

/** How many have come how far; what the viewer has a conflict with counts as submitted and no further. */
const Funnel = z.object({
  notices: z.number(),
  proposers: z.number(),
  submitted: z.number(),
  reviewed: z.number(),
  scored: z.number(),
  allocated: z.number(),
})
export type Funnel = z.infer<typeof Funnel>

/** mg of an asteroid's samples that are assigned and asked for, and how many submitted proposals ask. */
const Material = z.object({ given: z.number(), asked: z.number(), proposals: z.number() })

const Staff = z.object({
  funnel: Funnel,
  /** The call before this one, on the same day after it opened; null without one. */
  before: z.object({ label: z.string(), notices: z.number(), submitted: z.number() }).nullable(),
  material: z.object({ ryugu: Material, bennu: Material }),
  /** The best scored, none with a conflict. */
  top: z.array(
    z.object({
      id: z.number(),
      title: z.string(),
      name: z.string(),
      global_score: z.number(),
      rank: z.number().nullable(),
    }),
  ),
})

/** What was reviewed since the sign-in before this one; in all of the term when that was the first. */
const Panel = z.object({
  since: instant.nullable(),
  count: z.number(),
  /** The latest of them, a row a proposal with how many of its reports came in since. */
  proposals: z.array(
    z.object({ id: z.number(), title: z.string(), name: z.string(), reports: z.number(), at: instant }),
  ),
})

/** Where the current call stands, and what it asks of the viewer; each block is for one role, null for others and before the first call. */
export const CallState = z.object({
  term: z.object({ id: z.number(), label: z.string(), disabled: z.boolean() }).nullable(),
  steps: z.array(CallStep),
  /** The office's. */
  todo: z.array(Todo),
  /** The office's and the panel's. */
  staff: Staff.nullable(),
  panel: Panel.nullable(),
  reviewer: ReviewerState.nullable(),
  proposer: ProposerProgress.nullable(),
})
export type CallState = z.infer<typeof CallState>

/** The line of the call asks for its steps alone: the blocks are empty then. */
const CallStateFilter = z.object({ only: z.literal('steps').optional() })

export const callState = {
  get: get('/api/call_state', everyone, { query: CallStateFilter, reply: CallState }),
}
