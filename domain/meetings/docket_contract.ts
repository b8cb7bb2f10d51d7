import { z } from 'zod'
import { staff } from '../access.ts'
import { byId, get, id, Outcome, post, put } from '../endpoint.ts'
import { mustBeSent, wholeNumber } from '../input_schemas.ts'
import { Hours, MAX_ITEMS, MAX_MINUTES, Person, whole } from './schemas.ts'
import { itemState, TRACKS } from './status.ts'

const minutes = whole(1, MAX_MINUTES)
const LINE = 'Enter a place in the ranking.'
const line = mustBeSent(wholeNumber(MAX_ITEMS, LINE).nullable())

/** Someone who attends, with what an order depends on. */
export const DocketPerson = Person.extend({
  /** The quorum counts them: a member of the panel. */
  votes: z.boolean(),
  /** Empty: the whole meeting. */
  hours: z.array(Hours),
  /** The proposals of the docket that they have a conflict of interest with, as far as the viewer may see them. */
  conflicts: z.array(z.number()),
})

/** A proposal of the docket while it is prepared. */
export const PreparedItem = z.object({
  proposal_id: z.number(),
  title: z.string(),
  minutes: z.number(),
  track: z.enum(TRACKS),
  state: z.literal(itemState.codes),
  /**
   * Its place among those that may go through without discussion, by the average total of their reports. Null for one that is
   * discussed in any case: without a report, or with a conflict of a member of panel or office.
   */
  place: z.number().nullable(),
  average: z.number().nullable(),
  /** Who speaks on it, the first speaker first. */
  leads: z.array(Person),
})
export type PreparedItem = z.infer<typeof PreparedItem>

/** What those who prepare a meeting see of its docket: nothing of proposals that they have a conflict of interest with. */
export const PreparedDocket = z.object({
  /** In the order of discussion. */
  items: z.array(PreparedItem),
  people: z.array(DocketPerson),
  triage_above: z.number().nullable(),
  triage_below: z.number().nullable(),
  /** What the viewer saw, to be sent back with a save. */
  seen: z.string(),
})
export type PreparedDocket = z.infer<typeof PreparedDocket>

const distinct = <T extends { proposal_id: number }>(items: readonly T[]) =>
  new Set(items.map(({ proposal_id }) => proposal_id)).size === items.length
const TWICE = 'A proposal is named twice.'

/** All waiting proposals that the sender sees, in their new order. */
export const DocketInput = z.object({
  items: z
    .array(z.object({ proposal_id: id, minutes, track: z.enum(TRACKS) }))
    .max(MAX_ITEMS)
    .refine(distinct, TWICE),
  /** Places up to the one line, and after the other, go through without discussion. */
  triage_above: line,
  triage_below: line,
  /** Omit it to overwrite. */
  seen: z.string().max(100).optional(),
})
export type DocketInput = z.output<typeof DocketInput>

const SuggestDocketInput = z.object({
  items: z
    .array(z.object({ proposal_id: id, minutes }))
    .max(MAX_ITEMS)
    .refine(distinct, TWICE),
})
export type SuggestDocketInput = z.output<typeof SuggestDocketInput>

/** A suggested order; nothing is saved. */
export const SuggestedDocket = z.object({
  result: z.literal(1),
  proposal_ids: z.array(z.number()),
  /** How often members leave, now and in the suggested order. */
  leavings_now: z.number(),
  leavings: z.number(),
  /** No order with as few violations has fewer leavings. */
  bound: z.number(),
  /** Speakers who are not there and missed quorums, in sentences; and whether no order has fewer. */
  violations: z.array(z.string()),
  fewest_violations: z.boolean(),
})
export type SuggestedDocket = z.infer<typeof SuggestedDocket>
export const SuggestedDocketReply = z.union([
  SuggestedDocket,
  z.object({ result: z.literal(0), message: z.string() }),
])

/** The docket of a meeting, for the office, its chair and its deputy. */
export const docketEndpoints = {
  docket: get('/api/meetings/:id/docket', staff, {
    summary: 'Shows the docket of a meeting for its preparation.',
    params: byId,
    reply: PreparedDocket,
  }),
  saveDocket: put('/api/meetings/:id/docket', staff, {
    summary: 'Saves the docket of a meeting.',
    params: byId,
    body: DocketInput,
    reply: Outcome,
  }),
  suggestDocket: post('/api/meetings/:id/suggest_docket', staff, {
    summary: 'Suggests an order of the docket and writes nothing.',
    params: byId,
    body: SuggestDocketInput,
    reply: SuggestedDocketReply,
    duringMaintenance: true,
  }),
  /** A new order of the waiting proposals to discuss, by who has the chair of an open meeting: those that they see. */
  order: put('/api/meetings/:id/order', staff, {
    summary: 'Changes the order of the proposals that are still to be discussed.',
    params: byId,
    body: z.object({ proposal_ids: z.array(id).max(MAX_ITEMS) }),
    reply: Outcome,
  }),
}
