import { z } from 'zod'
import { office } from '../access.ts'
import { byId, get, id, instant, Outcome, paged, post, put, Saved, version } from '../endpoint.ts'
import { fromTime, idChoice, listFilter, toTime, wordChoice } from '../filters.ts'
import { mustBeSent, singleLine } from '../input_schemas.ts'
import { REQUIRED } from '../text.ts'
import { SUBSCRIBABLE_EVENT_TYPES, WEB_HOOK_EVENT_TYPES } from './events.ts'
import { MAX_URL_LENGTH, MAX_WEB_HOOK_NAME, whyNotUrl } from './rules.ts'
import { deliveryState, webHookState } from './status.ts'

const NO_EVENT = 'Choose at least one event.'

export const NewWebHook = z.object({
  name: singleLine({ max: MAX_WEB_HOOK_NAME, required: REQUIRED }),
  url: singleLine({ max: MAX_URL_LENGTH, required: REQUIRED }).superRefine((text, ctx) => {
    const why = text === '' ? null : whyNotUrl(text)
    if (why) ctx.addIssue({ code: 'custom', message: why })
  }),
  /** The events that it is sent, without duplicates. */
  events: mustBeSent(
    z
      .array(z.enum(SUBSCRIBABLE_EVENT_TYPES), NO_EVENT)
      .min(1, NO_EVENT)
      .max(SUBSCRIBABLE_EVENT_TYPES.length * 2)
      .transform((types) => SUBSCRIBABLE_EVENT_TYPES.filter((type) => types.includes(type))),
  ),
})
export type NewWebHook = z.output<typeof NewWebHook>

export const WebHookInput = NewWebHook.extend({ version })
export type WebHookInput = z.output<typeof WebHookInput>

/** A web hook, without its secret. Deliveries that the viewer may not see are not counted. */
export const WebHook = z.object({
  id: z.number(),
  name: z.string(),
  url: z.string(),
  events: z.array(z.enum(SUBSCRIBABLE_EVENT_TYPES)),
  state: z.literal(webHookState.codes),
  /** Who entered the address; results of proposals with which they have a conflict are not sent to it. */
  url_by: z.string().nullable(),
  /** Since when every try has failed; null unless the last one did. */
  failing_since: instant.nullable(),
  /** Until when the former secret signs too; null if there is none. */
  previous_until: instant.nullable(),
  waiting: z.number(),
  failed: z.number(),
  /** When a delivery last arrived. */
  delivered_at: instant.nullable(),
  version: z.number(),
})
export type WebHook = z.infer<typeof WebHook>

/** The secret that signs, shown this once. */
const withSecret = Outcome.extend({ secret: z.string().optional() })

export const DeliveryFilter = listFilter(
  {
    id: idChoice,
    hook_id: idChoice,
    event: wordChoice(WEB_HOOK_EVENT_TYPES),
    state: wordChoice(deliveryState.codes),
    from: fromTime,
    to: toTime,
  },
  ['occurred_at'],
)
export type DeliveryFilter = z.output<typeof DeliveryFilter>

/** One event for one web hook. */
export const DeliveryRow = z.object({
  id: z.number(),
  hook: z.object({ id: z.number(), name: z.string() }),
  /** The header webhook-id, the same at every try. */
  message_id: z.string(),
  event: z.enum(WEB_HOOK_EVENT_TYPES),
  occurred_at: instant,
  /** What the event carries, as JSON. */
  data: z.string(),
  state: z.literal(deliveryState.codes),
  tries: z.number(),
  due_at: instant,
  delivered_at: instant.nullable(),
  /** The status of the last answer; null if there was none. */
  http_status: z.number().nullable(),
  last_error: z.string().nullable(),
})
export type DeliveryRow = z.infer<typeof DeliveryRow>

/** Web hooks of the office: signed events to addresses elsewhere. */
export const webHooks = {
  list: get('/api/web_hooks', office, {
    reply: z.array(WebHook),
    summary: 'Lists the web hooks by name, without their secrets.',
  }),
  deliveries: get('/api/web_hooks/deliveries', office, {
    query: DeliveryFilter,
    reply: paged(DeliveryRow),
    summary: 'Lists the deliveries that are kept, newest first.',
  }),
  get: get('/api/web_hooks/:id', office, {
    params: byId,
    reply: WebHook,
    summary: 'Shows a web hook, without its secret.',
  }),
  add: post('/api/web_hooks/add', office, {
    body: NewWebHook,
    reply: withSecret.extend({ id: z.number().optional() }),
    summary: 'Adds a web hook, switched on, and answers its secret this once.',
  }),
  save: put('/api/web_hooks/:id', office, {
    params: byId,
    body: WebHookInput,
    reply: Saved,
    summary: 'Saves the name, address and events of a web hook.',
  }),
  /** What waits is sent once it is on again; events that happen while it is off are not recorded for it. */
  switchTo: put('/api/web_hooks/switch/:id', office, {
    params: byId,
    body: z.object({ on: z.boolean('This field must be true or false.') }),
    reply: Outcome,
    summary: 'Switches a web hook on or off.',
  }),
  rotate: put('/api/web_hooks/rotate/:id', office, {
    params: byId,
    /** `at_once`: the former secret stops signing now. */
    body: z.object({ at_once: z.boolean('This field must be true or false.') }),
    reply: withSecret,
    summary: 'Makes a new secret for a web hook and answers it this once.',
  }),
  test: post('/api/web_hooks/test/:id', office, {
    params: byId,
    reply: Outcome,
    summary: 'Sends a web hook a test event, also if it is off.',
  }),
  remove: put('/api/web_hooks/delete/:id', office, {
    params: byId,
    reply: Outcome,
    summary: 'Deletes a web hook with its deliveries.',
  }),
  /** One failed delivery or, with 'all', every failed one that matches the filter in the body. */
  retry: put('/api/web_hooks/retry/:id', office, {
    params: z.object({ id: z.union([z.literal('all'), id]) }),
    body: DeliveryFilter,
    reply: Outcome,
    summary: 'Sends one failed delivery again, or all that match a filter.',
  }),
}
