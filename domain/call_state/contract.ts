import { z } from 'zod'
import { everyone, office } from '../access.ts'
import { AddressSchema, byId, get, instant, Outcome, put } from '../endpoint.ts'
import { checkbox, mustBeSent } from '../input_schemas.ts'
import { ProposerProgress } from '../proposals/contract.ts'
import { ReviewerState } from '../reports/report.ts'
import { stepState } from '../terms/status.ts'
import { STEP_KEYS } from '../terms/steps.ts'
import { CHECK_KEYS, CHECKS_BY_HAND } from './check_list.ts'
import { TODO_KEYS, TODO_KINDS } from './rules.ts'

/** A step of the call with its current state. */
export const CallStep = z.object({
  key: z.enum(STEP_KEYS),
  label: z.string(),
  from: instant,
  to: instant.nullable(),
  /** What ends it if there is no date: 'until the call is closed'. */
  ends: z.string(),
  state: z.literal(stepState.codes),
  /** The last open step; none before the first opens and in a closed term. */
  present: z.boolean(),
  /** Its date has passed and its work is not done, as far as the viewer may know. */
  late: z.boolean(),
})
export type CallStep = z.infer<typeof CallStep>

/** An item of the office's to-do list, with the link to the list of exactly those. */
export const Todo = z.object({
  key: z.enum(TODO_KEYS),
  kind: z.enum(TODO_KINDS),
  label: z.string(),
  count: z.number(),
  /** Details; may be empty. */
  note: z.string(),
  due_at: instant.nullable(),
  href: AddressSchema,
  verb: z.string(),
})
export type Todo = z.infer<typeof Todo>

/** Counts by progress; a proposal that the viewer has a conflict with counts as submitted only. */
const Funnel = z.object({
  notices: z.number(),
  proposers: z.number(),
  submitted: z.number(),
  reviewed: z.number(),
  scored: z.number(),
  allocated: z.number(),
})
export type Funnel = z.infer<typeof Funnel>

/**
 * `given` and `asked` in mg, of the requests that state a weight; `bySize` requests state a size instead, `unstated` ones
 * neither. `proposals` is the number of submitted proposals that request samples.
 */
const Material = z.object({
  given: z.number(),
  asked: z.number(),
  bySize: z.number(),
  unstated: z.number(),
  proposals: z.number(),
})

const Staff = z.object({
  funnel: Funnel,
  /** The previous term at the same number of days after its opening. */
  before: z.object({ label: z.string(), notices: z.number(), submitted: z.number() }).nullable(),
  material: z.object({ ryugu: Material, bennu: Material }),
  /** Highest scores, without proposals that the viewer has a conflict with. */
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

/** Reviews submitted since the previous sign-in, or in the whole term at the first sign-in. */
const Panel = z.object({
  since: instant.nullable(),
  count: z.number(),
  /** The latest, one row per proposal. */
  proposals: z.array(
    z.object({ id: z.number(), title: z.string(), name: z.string(), reports: z.number(), at: instant }),
  ),
})

/** State of the current term. Each block is for one role; it is null for others and before the first term. */
export const CallState = z.object({
  term: z.object({ id: z.number(), label: z.string(), disabled: z.boolean() }).nullable(),
  steps: z.array(CallStep),
  /** For the office. */
  todo: z.array(Todo),
  /** For office and panel. */
  staff: Staff.nullable(),
  panel: Panel.nullable(),
  reviewer: ReviewerState.nullable(),
  proposer: ProposerProgress.nullable(),
})
export type CallState = z.infer<typeof CallState>

/** The frame asks for the steps only: the blocks are then empty. */
const CallStateFilter = z.object({ only: z.literal('steps').optional() })

/** An item of a call's check list. */
export const CheckItem = z.object({
  key: z.enum(CHECK_KEYS),
  label: z.string(),
  /** What is known of it; may be empty. */
  note: z.string(),
  done: z.boolean(),
  /** Who marked it as done, and when; null where its own state says so. */
  marked: z.object({ by: z.string(), at: instant }).nullable(),
  by_hand: z.boolean(),
  href: AddressSchema,
  verb: z.string(),
})
export type CheckItem = z.infer<typeof CheckItem>

const CheckInput = z.object({
  item: z.enum(CHECKS_BY_HAND, 'This item cannot be marked by hand.'),
  done: mustBeSent(checkbox),
})
export type CheckInput = z.output<typeof CheckInput>

export const callState = {
  /** Empty for a closed call. */
  checkList: get('/api/call_state/check_list/:id', office, {
    summary: 'Lists what is to be done before a call begins; nothing for a closed call.',
    params: byId,
    reply: z.array(CheckItem),
  }),
  check: put('/api/call_state/check_list/:id', office, {
    summary: 'Checks or unchecks an item of the list.',
    params: byId,
    body: CheckInput,
    reply: Outcome,
  }),
  get: get('/api/call_state', everyone, {
    summary: 'Says where the current call is and what the caller has to do.',
    query: CallStateFilter,
    reply: CallState,
  }),
}
