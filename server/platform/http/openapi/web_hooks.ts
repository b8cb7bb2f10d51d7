import { z } from 'zod'
import {
  WEB_HOOK_EVENT_TYPES,
  WEB_HOOK_EVENTS,
  WEB_HOOK_PAYLOADS,
  type WebHookEventType,
} from '#domain/web_hooks/events.ts'
import { exampleOf } from './examples.ts'
import { type JsonSchema, options, pascal, plain, refTo } from './schemas.ts'

const schemaOf = (schema: z.ZodType) => plain(z.toJSONSchema(schema, options('output')) as JsonSchema)

/** `ProposalSubmitted` of `proposal.submitted`. */
const eventName = (type: WebHookEventType) => pascal(type)

/** What an event is about, named after the first event that is about the same. */
const dataName = (type: WebHookEventType) =>
  `${eventName(WEB_HOOK_EVENT_TYPES.find((one) => WEB_HOOK_EVENTS[one].data === WEB_HOOK_EVENTS[type].data)!)}Data`

function payloadOf(type: WebHookEventType): JsonSchema {
  const payload = schemaOf(WEB_HOOK_PAYLOADS[type])
  return { ...payload, properties: { ...payload.properties, data: refTo(dataName(type)) } }
}

/** The bodies that web hooks are sent. */
export const WEB_HOOK_SCHEMAS: Record<string, JsonSchema> = Object.fromEntries(
  WEB_HOOK_EVENT_TYPES.flatMap((type) => [
    [dataName(type), schemaOf(WEB_HOOK_EVENTS[type].data)],
    [`${eventName(type)}Event`, payloadOf(type)],
  ]),
)

const header = (name: string, description: string) => ({
  ...{ name, in: 'header', required: true, description },
  schema: { type: 'string' },
})

/** The headers of the Standard Webhooks convention. */
const HEADERS = [
  header('webhook-id', 'The same at every try; an event that has arrived before is left out by it.'),
  header('webhook-timestamp', 'When this try was made, in seconds since 1970.'),
  header('webhook-signature', 'One or more signatures, `v1,…`; any one that fits is enough.'),
]

function operationOf(type: WebHookEventType) {
  const schema = refTo(`${eventName(type)}Event`)
  return {
    post: {
      operationId: `event.${type}`,
      tags: ['webHooks'],
      summary: WEB_HOOK_EVENTS[type].description,
      security: [],
      parameters: HEADERS,
      requestBody: {
        required: true,
        content: { 'application/json': { schema, example: exampleOf(schema, WEB_HOOK_SCHEMAS) } },
      },
      responses: { '2XX': { description: 'It has arrived. After any other answer it is sent again.' } },
    },
  }
}

/** The requests that the system sends, by the type of their event. */
export const WEB_HOOK_OPERATIONS = Object.fromEntries(
  WEB_HOOK_EVENT_TYPES.map((type) => [type, operationOf(type)]),
)
