import type { JsonSchema } from './schemas.ts'

export type Components = Record<string, JsonSchema>

/** Texts by the name of their field; the first that fits. */
const TEXTS: [RegExp, string][] = [
  [/email/u, 'mina.sato@example.org'],
  [/first_name/u, 'Mina'],
  [/last_name/u, 'Sato'],
  [/^(?:middle_name|suffix)$/u, ''],
  [/affiliation|organisation/u, 'Institute of Astromaterials'],
  [/(?:_at|_on|until|since|from|date|day)$/u, '2026-11-03T14:05:00.000Z'],
  [/title|subject/u, 'Organic matter in grains of Ryugu'],
  [/name|_by$|sender|who/u, 'Mina Sato'],
  [/message/u, 'Saved successfully'],
  [/url|address$/u, 'https://example.org/'],
  [/reason|why/u, 'Another reason'],
  [/token|key|digest|fingerprint|etag/u, 'q2Z4Wm9Tb1JtS3pXc0VhUQ'],
  [/doi/u, '10.1000/182'],
  [/ror/u, '02mhbdp94'],
  [/text|content|note|comment|abstract|description/u, 'A few sentences.'],
]

/** Texts for patterns that no text above fits. */
const PATTERNS = [
  'mina.sato@example.org',
  '2026-11-03',
  '2026-11-03T14:05:00.000Z',
  '2026-11-03T14:05:00Z',
  '7',
  '7.5',
  'L70001',
  'a2b3c4d5e6f7',
  'A0001',
  'A0001.01',
  '02mhbdp94',
  '10.1000/182',
  'abc',
  'q2Z4Wm9Tb1JtS3pXc0VhUXEyWjRXbTlUYjFKdFMzcFg',
  '',
]

const FORMATS: Record<string, string> = {
  'date-time': '2026-11-03T14:05:00.000Z',
  date: '2026-11-03',
  email: 'mina.sato@example.org',
  uri: 'https://example.org/',
  uuid: '5b8f6a2e-3c1d-4e7a-9b0f-1a2b3c4d5e6f',
  binary: '(the bytes of the file)',
}

function textFor(
  { format, pattern, minLength = 0, maxLength = Number.POSITIVE_INFINITY }: JsonSchema,
  name: string,
) {
  const known = TEXTS.find(([field]) => field.test(name))?.[1]
  const candidates = [...(format ? [FORMATS[format]] : []), known, ...(pattern ? PATTERNS : []), 'text', '']
  const fits = (text: string | undefined): text is string =>
    text !== undefined &&
    text.length >= minLength &&
    text.length <= maxLength &&
    (pattern === undefined || new RegExp(pattern, 'u').test(text))
  return candidates.find(fits) ?? 'x'.repeat(minLength)
}

function numberFor({ minimum, exclusiveMinimum, maximum }: JsonSchema, name: string) {
  const usual = /(?:^|_)id$/u.test(name) ? 63 : 1
  const least = minimum ?? (exclusiveMinimum === undefined ? Number.NEGATIVE_INFINITY : exclusiveMinimum + 1)
  return Math.min(Math.max(usual, least), maximum ?? Number.POSITIVE_INFINITY)
}

/** Alternatives in the order in which they make a telling example: `null` and an empty answer last. */
const telling = (schemas: readonly JsonSchema[]) => [...schemas].sort((a, b) => rank(a) - rank(b))
const rank = ({ type, const: only, enum: values }: JsonSchema) =>
  type === 'null' ? 3 : only === 0 || values?.[0] === 0 ? 2 : 0

/** An example of what a schema describes, made from it alone: the same for the same schema. */
export function exampleOf(schema: JsonSchema, components: Components, name = ''): unknown {
  if (schema.$ref) return exampleOf(components[schema.$ref.split('/').at(-1)!]!, components, name)
  if (schema.const !== undefined) return schema.const
  if (schema.enum) return schema.enum.find((one) => one === 1) ?? schema.enum[0]
  const [alternative] = telling(schema.anyOf ?? schema.oneOf ?? [])
  if (alternative) return exampleOf(alternative, components, name)
  const type = [schema.type].flat()[0]
  if (type === 'object') return exampleObject(schema, components)
  if (type === 'array') return exampleList(schema, components, name)
  if (type === 'string') return textFor(schema, name)
  if (type === 'number' || type === 'integer') return numberFor(schema, name)
  if (type === 'boolean') return true
  return null
}

function exampleObject(
  { properties = {}, additionalProperties, propertyNames }: JsonSchema,
  components: Components,
) {
  const known = Object.entries(properties).map(([field, inner]) => [
    field,
    exampleOf(inner, components, field),
  ])
  if (typeof additionalProperties !== 'object' || known.length > 0) return Object.fromEntries(known)
  const key = propertyNames ? exampleOf(propertyNames, components) : '63'
  return { [String(key)]: exampleOf(additionalProperties, components) }
}

function exampleList({ items, prefixItems, minItems = 0 }: JsonSchema, components: Components, name: string) {
  if (prefixItems) return prefixItems.map((inner) => exampleOf(inner, components, name))
  if (!items) return []
  return Array.from({ length: Math.max(1, minItems) }, () =>
    exampleOf(items, components, name.replace(/s$/u, '')),
  )
}
