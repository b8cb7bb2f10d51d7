import { z } from 'zod'
import { type Address, address } from '../address.ts'
import { eventKinds } from '../custody/status.ts'
import { day, instant } from '../endpoint.ts'

/** The complete address of the screen that shows the object. */
const url = z.url().describe('The address of the screen that shows it.')
const proposal = {
  term_id: z.number().int().describe('The number of the call.'),
  proposal_id: z.number().int().describe('The proposal.'),
}
const samples = z.array(z.number().int()).describe('The samples, by id in ascending order.')

const ProposalEvent = z.object({ ...proposal, url })
const ResultEvent = z.object({
  ...proposal,
  edition: z.number().int().describe('1 for the first result, then one more for each correction.'),
  answer_by: day.nullable().describe('The last day to answer; null where the result grants nothing.'),
  url,
})
const AllocationEvent = z.object({ ...proposal, sample_ids: samples, url })
const PieceEvent = z.object({
  piece: z.string().describe('The address of the piece, as in links and QR codes.'),
  sample_id: z.number().int().nullable().describe('The sample of the catalogue that the piece is, or null.'),
  event: z
    .number()
    .int()
    .nullable()
    .describe(
      'The number of the custody event of the piece; null where only its place in the vault changed.',
    ),
  kind: z.enum([...eventKinds, 'place']).describe('What happened to it.'),
  url,
})
const TestEvent = z.object({ hook_id: z.number().int().describe('The hook itself.'), url })

interface EventDefinition {
  label: string
  /** When it happens, in a sentence for a reader of the API document. */
  description: string
  /** Whether staff with a conflict of interest with the proposal may not know of it. */
  confidential: boolean
  data: z.ZodObject
}

/** Every event that a web hook can be sent. They carry dates, ids and addresses of screens; no titles, names or scores. */
export const WEB_HOOK_EVENTS = {
  'proposal.submitted': {
    label: 'Proposal submitted',
    description: 'A proposal was submitted, for the first time or again.',
    confidential: false,
    data: ProposalEvent,
  },
  'proposal.submission_cancelled': {
    label: 'Submission cancelled',
    description: 'A submission was cancelled by the office, or withdrawn.',
    confidential: false,
    data: ProposalEvent,
  },
  'allocation.confirmed': {
    label: 'Allocation confirmed',
    description: 'Samples were confirmed for a proposal.',
    confidential: false,
    data: AllocationEvent,
  },
  'allocation.confirmation_cancelled': {
    label: 'Confirmation cancelled',
    description:
      'Samples are no longer confirmed for a proposal: cancelled, declined, or taken back by a correction.',
    confidential: false,
    data: AllocationEvent,
  },
  'result.released': {
    label: 'Result released',
    description: 'The first result of a proposal was released to its proposer.',
    confidential: true,
    data: ResultEvent,
  },
  'result.corrected': {
    label: 'Result corrected',
    description: 'A correction of a released result was released.',
    confidential: true,
    data: ResultEvent,
  },
  'piece.moved': {
    label: 'Piece moved',
    description: 'A piece has another holder, place, state or mass.',
    confidential: false,
    data: PieceEvent,
  },
  'web_hook.test': {
    label: 'Test',
    description: 'The office pressed "Send a test event".',
    confidential: false,
    data: TestEvent,
  },
} as const satisfies Record<string, EventDefinition>

export type WebHookEventType = keyof typeof WEB_HOOK_EVENTS
export const WEB_HOOK_EVENT_TYPES = Object.keys(WEB_HOOK_EVENTS) as [WebHookEventType, ...WebHookEventType[]]
/** The test is sent whatever a hook is subscribed to. */
export type SubscribableEventType = Exclude<WebHookEventType, 'web_hook.test'>
export const SUBSCRIBABLE_EVENT_TYPES = WEB_HOOK_EVENT_TYPES.filter((type) => type !== 'web_hook.test') as [
  SubscribableEventType,
  ...SubscribableEventType[],
]

type DataOf<T extends WebHookEventType> = z.infer<(typeof WEB_HOOK_EVENTS)[T]['data']>
/** What happened; the address of its screen follows from it, see `screenOf`. */
export type WebHookEvent = {
  [T in WebHookEventType]: { type: T; data: Omit<DataOf<T>, 'url'> }
}[WebHookEventType]

/** The screen that shows what an event is about. */
export function screenOf({ type, data }: WebHookEvent): Address {
  switch (type) {
    case 'piece.moved':
      return address('/pieces/$id', { id: data.piece })
    case 'web_hook.test':
      return address('/system/web-hooks/edit/$id', { id: data.hook_id })
    case 'allocation.confirmed':
    case 'allocation.confirmation_cancelled':
      return address('/samples/assigned', {}, { term_id: data.term_id })
    default:
      return address('/proposals/detail/$id', { id: data.proposal_id })
  }
}

/** The proposal that an event is about; null where it is about none. */
export const proposalOf = ({ data }: WebHookEvent) => ('proposal_id' in data ? data.proposal_id : null)

const payload = <T extends WebHookEventType, D extends z.ZodObject>(type: T, data: D) =>
  z.object({
    type: z.literal(type),
    timestamp: instant.describe('When it happened, ISO 8601 in UTC; the same at every try.'),
    sequence: z
      .number()
      .int()
      .describe(
        'Of two events about one object with the same timestamp the later has the larger number. Deliveries can arrive in another order.',
      ),
    data,
  })

/** The body of each delivery, by the type of its event. */
export const WEB_HOOK_PAYLOADS = Object.fromEntries(
  WEB_HOOK_EVENT_TYPES.map((type) => [type, payload(type, WEB_HOOK_EVENTS[type].data)]),
) as unknown as {
  [T in WebHookEventType]: ReturnType<typeof payload<T, (typeof WEB_HOOK_EVENTS)[T]['data']>>
}
