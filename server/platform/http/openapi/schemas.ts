import { z } from 'zod'
import type { Contract, Endpoint } from '#domain/endpoint.ts'
import { SCHEMA_MODULES } from './schema_modules.ts'

/** A JSON Schema of draft 2020-12, as OpenAPI 3.1 has it. */
export interface JsonSchema {
  $ref?: string
  type?: string | string[]
  properties?: Record<string, JsonSchema>
  required?: string[]
  additionalProperties?: JsonSchema | boolean
  propertyNames?: JsonSchema
  items?: JsonSchema
  prefixItems?: JsonSchema[]
  anyOf?: JsonSchema[]
  oneOf?: JsonSchema[]
  allOf?: JsonSchema[]
  enum?: unknown[]
  const?: unknown
  default?: unknown
  format?: string
  pattern?: string
  minimum?: number
  maximum?: number
  exclusiveMinimum?: number
  exclusiveMaximum?: number
  minLength?: number
  maxLength?: number
  minItems?: number
  maxItems?: number
  description?: string
  contentMediaType?: string
}

/** How a schema is read: `input` as it is sent, `output` as it is answered. */
type Io = 'input' | 'output'
/** What has a schema of its own in an operation. */
type Part = 'params' | 'query' | 'body' | 'reply'

const REF = '#/components/schemas/'
export const refTo = (name: string): JsonSchema => ({ $ref: `${REF}${name}` })
export const nameIn = ({ $ref }: JsonSchema) => $ref?.slice(REF.length)

export const pascal = (text: string) =>
  text.replace(/(?:^|[^a-zA-Z0-9]+)([a-zA-Z0-9])/gu, (_, letter: string) => letter.toUpperCase())

/** `allocation` of `allocation/suggest/contract`, but `loans` of `custody/loans/contract`. */
const areaOf = (path: string) => path.replace(/^custody\//u, '').split('/')[0]!

const isSchema = (value: unknown): value is z.ZodType => value instanceof z.ZodType

/** Exported schemas by name. A name that several modules give is preceded by the name of their area. */
function exportedSchemas(): Map<z.ZodType, string> {
  const exported = Object.entries(SCHEMA_MODULES).flatMap(([path, module]) =>
    Object.entries(module)
      .filter(([name, value]) => /^[A-Z]\w*[a-z]/u.test(name) && isSchema(value))
      .map(([name, value]) => ({ area: areaOf(path), name, schema: value as z.ZodType })),
  )
  const names = new Map<z.ZodType, string>()
  for (const { area, name, schema } of exported) {
    const isAmbiguous = exported.some((other) => other.name === name && other.schema !== schema)
    if (!names.has(schema)) names.set(schema, isAmbiguous ? `${pascal(area)}${name}` : name)
  }
  return names
}

/** Any JSON value: what is passed on as it is. */
const ANY_JSON: JsonSchema = {
  type: ['object', 'array', 'string', 'number', 'boolean', 'null'],
  description: 'Any JSON value; it is passed on as it is.',
}

type Override = NonNullable<Parameters<typeof z.toJSONSchema>[1]>['override']

const mustBeSent = (schema: z.core.$ZodType) =>
  schema._zod.def.type === 'pipe' && (schema as z.ZodPipe).def.in._zod.def.type === 'unknown'

/** What zod cannot describe by itself. */
const override =
  (io: Io): Override =>
  ({ zodSchema, jsonSchema }) => {
    const { def } = zodSchema._zod
    const schema = jsonSchema as JsonSchema
    if (def.type === 'custom')
      Object.assign(schema, {
        type: 'string',
        format: 'binary',
        contentMediaType: 'application/octet-stream',
      })
    if (def.type === 'unknown' || def.type === 'any') Object.assign(schema, ANY_JSON)
    // A field that must be present is `unknown` piped into its schema: that schema says what may be sent.
    if (io === 'input' && mustBeSent(zodSchema)) {
      for (const key of Object.keys(schema)) delete schema[key as keyof JsonSchema]
      Object.assign(
        schema,
        plain(z.toJSONSchema((zodSchema as z.ZodPipe).def.out as z.ZodType, options(io)) as JsonSchema),
      )
    }
    if (io === 'input' && def.type === 'object') {
      const { shape } = zodSchema as z.ZodObject
      const sent = Object.keys(shape).filter(
        (name) => mustBeSent(shape[name]!) || schema.required?.includes(name),
      )
      if (sent.length > 0) schema.required = sent
    }
    // What every number is that JavaScript can count with.
    if (schema.minimum === Number.MIN_SAFE_INTEGER) delete schema.minimum
    if (schema.maximum === Number.MAX_SAFE_INTEGER) delete schema.maximum
    schema.anyOf = schema.anyOf?.flatMap((one) =>
      one.anyOf && Object.keys(one).length === 1 ? one.anyOf : [one],
    )
    if (!schema.anyOf) delete schema.anyOf
    // Clients ignore fields that they do not know, so that later versions can add some.
    if (schema.additionalProperties === false) delete schema.additionalProperties
  }

export const options = (io: Io) =>
  ({ io, target: 'draft-2020-12', unrepresentable: 'any', override: override(io) }) as const

/** A copy of a schema with each schema directly in it replaced; `step` says where it is. */
function mapInside(schema: JsonSchema, replace: (inner: JsonSchema, step: string) => JsonSchema): JsonSchema {
  const copy = { ...schema }
  if (schema.properties)
    copy.properties = Object.fromEntries(
      Object.entries(schema.properties).map(([name, inner]) => [name, replace(inner, pascal(name))]),
    )
  for (const key of ['items', 'additionalProperties', 'propertyNames'] as const) {
    const inner = schema[key]
    if (typeof inner === 'object') copy[key] = replace(inner, key === 'items' ? 'Item' : 'Entry')
  }
  for (const key of ['anyOf', 'oneOf', 'allOf', 'prefixItems'] as const)
    if (schema[key]) copy[key] = schema[key].map((inner, i) => replace(inner, i === 0 ? '' : String(i + 1)))
  return copy
}

/** Calls `visit` for a schema and all schemas in it. */
export function visitSchema(schema: JsonSchema, visit: (inner: JsonSchema, path: string) => void, path = '') {
  visit(schema, path)
  mapInside(schema, (inner, step) => {
    visitSchema(inner, visit, path + step)
    return inner
  })
}

const renameRefs = (schema: JsonSchema, rename: (name: string) => string): JsonSchema =>
  mapInside(schema.$ref ? { ...schema, ...refTo(rename(nameIn(schema)!)) } : schema, (inner) =>
    renameRefs(inner, rename),
  )

/** The names of the components that a schema refers to. */
function refsIn(schema: JsonSchema): string[] {
  const names: string[] = []
  visitSchema(schema, (inner) => inner.$ref && names.push(nameIn(inner)!))
  return names
}

/** A schema without `$schema`, and with references to components instead of zod's own. */
export function plain(schema: JsonSchema & { $schema?: string; $id?: string; $defs?: object }): JsonSchema {
  const { $schema, $id, $defs, ...rest } = schema
  return renameRefsOfZod(rest)
}
const renameRefsOfZod = (schema: JsonSchema): JsonSchema =>
  mapInside(
    schema.$ref ? { ...schema, ...refTo(decodeURIComponent(schema.$ref.split('/').at(-1)!)) } : schema,
    renameRefsOfZod,
  )

/** Where an endpoint has a schema, with the name of what nobody exports. */
const placesOf = (contract: Contract) =>
  Object.entries(contract).flatMap(([area, endpoints]) =>
    Object.entries(endpoints).flatMap(([name, endpoint]) =>
      (['params', 'query', 'body', 'reply'] as const).map((part) => ({
        endpoint,
        part,
        name: `${pascal(area)}${pascal(name)}${pascal(part)}`,
        io: part === 'reply' ? ('output' as const) : ('input' as const),
      })),
    ),
  )

/** Bodies and replies that nobody exports are named after their endpoint, pages after their row. */
function namedSchemas(contract: Contract): Map<z.ZodType, string> {
  const names = exportedSchemas()
  for (const { endpoint, part, name } of placesOf(contract)) {
    const schema = endpoint[part]
    if (part === 'params' || part === 'query' || names.has(schema) || !(schema instanceof z.ZodObject))
      continue
    const { data, last_page, ...others } = schema.shape as Record<string, z.ZodType>
    const row = data && last_page && names.get((data as z.ZodArray).element as z.ZodType)
    names.set(schema, row && Object.keys(others).length === 3 ? `${row}Page` : name)
  }
  return names
}

/** The schemas of a contract: named ones as components, and a schema of each part of each endpoint. */
export interface Schemas {
  components: Record<string, JsonSchema>
  of(endpoint: Endpoint, part: Part): JsonSchema
}

function registryOf(named: readonly (readonly [id: string, schema: z.ZodType])[]) {
  const registry = z.registry<{ id: string }>()
  for (const [id, schema] of named) registry.add(schema, { id })
  return registry
}

export function describeSchemas(contract: Contract): Schemas {
  const names = namedSchemas(contract)
  // Each list makes the page of its rows again: one is enough.
  const first = new Map([...names].map(([schema, id]) => [id, schema]))
  const registry = registryOf([...first])
  const convertNamed = (io: Io): Record<string, JsonSchema> =>
    Object.fromEntries(
      Object.entries(z.toJSONSchema(registry, { ...options(io), uri: (id) => id }).schemas).map(
        ([name, schema]) => [name, plain(schema as JsonSchema)],
      ),
    )
  const named = { input: convertNamed('input'), output: convertNamed('output') }
  const rootOf = (schema: z.ZodType, { part, io }: { part: Part; io: Io }): JsonSchema => {
    const name = names.get(schema)
    // Addresses are no objects in the document but lists of parameters.
    if (name && part !== 'query' && part !== 'params') return refTo(name)
    const metadata = name ? registryOf([...first].filter(([, other]) => other !== schema)) : registry
    return plain(z.toJSONSchema(schema, { ...options(io), metadata }) as JsonSchema)
  }
  const parts = placesOf(contract)
    .filter(({ endpoint, part }) => part !== 'reply' || endpoint.gives === 'json')
    .map((place) => ({ ...place, schema: rootOf(place.endpoint[place.part], place) }))
  const reachable = (io: Io) =>
    reachableNames(
      parts.filter((one) => one.io === io),
      named[io],
    )
  const [sent, answered] = [reachable('input'), reachable('output')]
  const sentNames = namesOfSent(named, sent, answered)
  const nameFor = (io: Io) => (name: string) => (io === 'input' ? (sentNames.get(name) ?? name) : name)
  const roots = parts.map((place) => ({ ...place, schema: renameRefs(place.schema, nameFor(place.io)) }))
  const used = Object.fromEntries(
    (['output', 'input'] as const).flatMap((io) =>
      [...(io === 'input' ? sent : answered)].map((name) => [
        nameFor(io)(name),
        renameRefs(named[io][name]!, nameFor(io)),
      ]),
    ),
  )

  const repeated = repeatedObjects(used, roots)
  const withRefs = (schema: JsonSchema): JsonSchema => {
    const name = schema.properties && repeated.get(JSON.stringify(schema))
    return name ? refTo(name) : mapInside(schema, withRefs)
  }
  const components = [...Object.entries(used), ...[...repeated].map(([key, name]) => [name, JSON.parse(key)])]
    .map(([name, schema]): [string, JsonSchema] => [name, mapInside(schema, withRefs)])
    .sort(([a], [b]) => (a < b ? -1 : 1))
  const byPart = new Map(
    roots.map(({ endpoint, part, schema }) => [
      `${part} ${keyOf(endpoint)}`,
      part === 'params' || part === 'query' ? mapInside(schema, withRefs) : withRefs(schema),
    ]),
  )
  return {
    components: Object.fromEntries(components),
    of: (endpoint, part) => byPart.get(`${part} ${keyOf(endpoint)}`)!,
  }
}

const keyOf = ({ method, path }: Endpoint) => `${method} ${path}`

/** The names of components that some parts use, directly or within others. */
function reachableNames(parts: readonly { schema: JsonSchema }[], named: Record<string, JsonSchema>) {
  const names = new Set(parts.flatMap(({ schema }) => refsIn(schema)))
  // A set takes in what is added while it is gone through.
  for (const name of names) for (const inner of refsIn(named[name]!)) names.add(inner)
  return names
}

/** Schemas that are answered in another form than they are sent have a name of their own as they are sent. */
function namesOfSent(
  { input, output }: Record<Io, Record<string, JsonSchema>>,
  sent: ReadonlySet<string>,
  answered: ReadonlySet<string>,
) {
  const both = [...sent].filter((name) => answered.has(name))
  const differing = new Set(
    both.filter((name) => JSON.stringify(input[name]) !== JSON.stringify(output[name])),
  )
  for (let size = -1; size !== differing.size; ) {
    size = differing.size
    for (const name of both)
      if (refsIn(output[name]!).some((inner) => differing.has(inner))) differing.add(name)
  }
  return new Map([...differing].map((name) => [name, `${name}Sent`]))
}

/** Names of objects that occur again, by their JSON: that of the first place. */
function repeatedObjects(
  components: Record<string, JsonSchema>,
  roots: readonly { name: string; schema: JsonSchema }[],
): Map<string, string> {
  const places = new Map<string, string[]>()
  const note = (name: string, schema: JsonSchema) =>
    visitSchema(schema, (inner, path) => {
      if (!inner.properties || path === '') return
      const key = JSON.stringify(inner)
      places.set(key, [...(places.get(key) ?? []), `${name}${path}`])
    })
  for (const [name, schema] of Object.entries(components)) note(name, schema)
  for (const { name, schema } of roots) note(name, schema)
  const taken = new Set(Object.keys(components))
  const names = new Map<string, string>()
  for (const [key, at] of places) {
    if (at.length < 2) continue
    const name = at.find((one) => !taken.has(one))!
    taken.add(name)
    names.set(key, name)
  }
  return names
}
