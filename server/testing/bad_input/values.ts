import fc from 'fast-check'
import { z } from 'zod'

const DEEP = 2000
const deep = (open: string, close: string) => open.repeat(DEEP) + close.repeat(DEEP)

/** Raw JSON text, which can express values that JavaScript cannot. */
export type RawValue = string

const toJson = (value: unknown): RawValue => JSON.stringify(value) ?? 'null'

/** Texts of attackers and of broken clients. */
export const TEXTS: readonly string[] = [
  '',
  ' ',
  '\t\r\n',
  'a\0b',
  '\ud800',
  'a\udfff',
  '\u202Etxt.exe',
  '\u200F\u2066\ufeff',
  '👩‍👩‍👧‍👦'.repeat(20),
  'e\u0301'.repeat(300),
  'ﬀ İı ß ﷺ',
  'NaN',
  'Infinity',
  '1e400',
  '-0',
  '0x10',
  '01',
  '1.0000000000000000001',
  '٣',
  'null',
  'true',
  '[object Object]',
  '__proto__',
  'constructor',
  "' or 1=1 --",
  '"; drop table users; --',
  '%',
  '_',
  '\\',
  '{{7*7}}',
  '<script>alert(1)</script>',
  '=cmd|calc!A0',
  'a@example.org\r\nBcc: b@example.org',
  '../../../../etc/passwd',
  '..%2f..%2fetc%2fpasswd',
  'C:\\Windows\\win.ini',
  'javascript:alert(1)',
  '9999-12-31T23:59:60Z',
  '0000-00-00',
  '2026-02-30',
  '+275760-09-13T00:00:00.001Z',
  'a'.repeat(300),
  'word '.repeat(400),
  'x'.repeat(70_000),
]

/** Values of every type. */
const HOSTILE: readonly RawValue[] = [
  ...TEXTS.map(toJson),
  'null',
  'true',
  'false',
  '0',
  '-0',
  '-1',
  '1.5',
  '1e400',
  '-1e400',
  '1e-400',
  '2147483647',
  '2147483648',
  '-2147483649',
  '4294967296',
  '9007199254740991',
  '9007199254740993',
  '9223372036854775807',
  '9223372036854775808',
  '1e308',
  '123456789012345678901234567890',
  '[]',
  '{}',
  '[null]',
  '[[]]',
  '[1,"1",true,null,{}]',
  '{"__proto__":{"admin":true}}',
  '{"constructor":{"prototype":{"admin":true}}}',
  '{"id":1}',
  '{"length":4294967295}',
  '{"toString":1,"valueOf":1}',
  `[${Array(3000).fill('0').join(',')}]`,
  deep('[', ']'),
  deep('{"a":', '}').replace('}', '0}'),
  'NaN',
  'undefined',
  "'",
  '01',
  '"\\ud83d"',
  '"\u0001"',
]
export const hostileValue: fc.Arbitrary<RawValue> = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...HOSTILE) },
  { weight: 1, arbitrary: fc.anything().map(toJson) },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 40 }).map(toJson) },
)

interface Schema {
  type?: string
  properties?: Record<string, Schema>
  items?: Schema
  anyOf?: Schema[]
  enum?: unknown[]
  const?: unknown
  format?: string
  maxLength?: number
  additionalProperties?: Schema | boolean
}

/** An id that probably exists. */
const smallId = fc.integer({ min: 1, max: 40 })

/** A value that matches a schema. */
function plausibleValue(schema: Schema): fc.Arbitrary<RawValue> {
  if (schema.anyOf) return fc.oneof(...schema.anyOf.map(plausibleValue))
  if (schema.enum) return fc.constantFrom(...schema.enum.map(toJson))
  if (schema.const !== undefined) return fc.constant(toJson(schema.const))
  if (schema.type === 'object') return objectValue(schema)
  if (schema.type === 'array')
    return fc.array(mostlyPlausible(schema.items ?? {}), { maxLength: 3 }).map((all) => `[${all.join(',')}]`)
  if (schema.type === 'boolean') return fc.constantFrom('true', 'false')
  if (schema.type === 'number' || schema.type === 'integer') return smallId.map(toJson)
  if (schema.format === 'date-time')
    return fc.constantFrom('"2026-05-01T00:00:00Z"', '"2026-09-01T00:00:00+09:00"')
  if (schema.format === 'date') return fc.constant('"2026-05-01"')
  if (schema.type === 'string')
    return fc.constantFrom(
      '"Water"',
      '"a@example.org"',
      '"1"',
      '"0"',
      '"2026-05-01T00:00:00Z"',
      '"https://example.org/"',
    )
  return fc.oneof(smallId.map(toJson), fc.constantFrom('"1"', '"Water"', 'true', 'null'))
}

/** A matching value, sometimes a hostile one. */
const mostlyPlausible = (schema: Schema): fc.Arbitrary<RawValue> =>
  fc.oneof({ weight: 14, arbitrary: plausibleValue(schema) }, { weight: 1, arbitrary: hostileValue })

/** Names of unknown fields. */
const EXTRA = fc.constantFrom('__proto__', 'constructor', 'id', 'version', 'user_id', 'a.b', '')

function objectValue({ properties = {} }: Schema): fc.Arbitrary<RawValue> {
  const names = Object.keys(properties)
  return fc
    .tuple(
      fc.record(
        Object.fromEntries(
          names.map((name) => [
            name,
            fc.option(mostlyPlausible(properties[name]!), { freq: 25, nil: undefined }),
          ]),
        ),
      ),
      fc.oneof(
        { weight: 5, arbitrary: fc.constant(null) },
        { weight: 1, arbitrary: fc.tuple(EXTRA, hostileValue) },
      ),
    )
    .map(([sent, extra]) => {
      const parts = Object.entries(sent).flatMap(([name, raw]) =>
        raw === undefined ? [] : [`${toJson(name)}:${raw}`],
      )
      if (extra) parts.push(`${toJson(extra[0])}:${extra[1]}`)
      return `{${parts.join(',')}}`
    })
}

const schemas = new WeakMap<z.ZodType, Schema>()
/** A zod schema as JSON schema of its input, cached. */
function schemaOf(shape: z.ZodType): Schema {
  const known = schemas.get(shape)
  if (known) return known
  const made = z.toJSONSchema(shape, { io: 'input', unrepresentable: 'any' }) as Schema
  schemas.set(shape, made)
  return made
}

/** JSON values for a schema: mostly matching ones with an error in them. */
export const valueForSchema = (shape: z.ZodType): fc.Arbitrary<RawValue> =>
  fc.oneof({ weight: 9, arbitrary: mostlyPlausible(schemaOf(shape)) }, { weight: 1, arbitrary: hostileValue })

export const fieldNames = (shape: z.ZodType): string[] => Object.keys(schemaOf(shape).properties ?? {})
