import { readdirSync } from 'node:fs'
import { Validator } from '@seriousme/openapi-schema-validator'
import openapiTS, { astToString } from 'openapi-typescript'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { contract } from '#domain/contract.ts'
import type { Endpoint } from '#domain/endpoint.ts'
import { exports } from '../../../downloads/routes.ts'
import { DocumentCheck, DocumentSchemas } from '../../../testing/document.ts'
import { withServer } from '../../../testing/test_server.ts'
import { VERSION } from '../../version.ts'
import { openApi } from './document.ts'
import { AREAS } from './introduction.ts'
import { SCHEMA_MODULES } from './schema_modules.ts'
import { type JsonSchema, visitSchema } from './schemas.ts'

const document = openApi(contract, exports)
const schemas = new DocumentSchemas(document.components)
const endpoints = Object.entries<Record<string, Endpoint>>(contract).flatMap(([area, entries]) =>
  Object.entries(entries).map(([name, endpoint]) => ({ id: `${area}.${name}`, endpoint })),
)
interface Parameter {
  name: string
  in: string
  schema: JsonSchema
}
const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, { parameters, ...operation }]) => ({
    ...operation,
    parameters: parameters as Parameter[],
    ...{ path, method },
  })),
)
const byId = new Map(operations.map((operation) => [operation.operationId, operation]))

interface Media {
  schema: JsonSchema
  example?: unknown
}
interface Content {
  content?: Record<string, Media>
}
/** Every body and answer of the document, with where it is. */
const media = [
  ...operations.flatMap(({ operationId, requestBody, responses }) => [
    ...named(`${operationId} body`, requestBody as Content | undefined),
    ...Object.entries(responses as Record<string, Content>).flatMap(([status, one]) =>
      named(`${operationId} ${status}`, one),
    ),
  ]),
  ...Object.entries(document.components.responses as Record<string, Content>).flatMap(([name, one]) =>
    named(name, one),
  ),
]
function named(at: string, { content = {} }: Content = {}) {
  return Object.entries(content).map(([type, one]) => ({ at: `${at} ${type}`, type, ...one }))
}

describe('the API document', () => {
  test('is OpenAPI 3.1, says a public validator, which notices a fault', async () => {
    const whole = JSON.parse(JSON.stringify(document))
    expect(await new Validator().validate(whole)).toMatchObject({ valid: true })
    const { info: _, ...broken } = JSON.parse(JSON.stringify(document))
    expect(await new Validator().validate(broken)).toMatchObject({ valid: false })
    expect(document).toMatchObject({ openapi: '3.1.1', info: { version: VERSION } })
  })

  test('has one operation for each endpoint, under a name that is its own', () => {
    expect(operations.map(({ operationId }) => operationId).sort()).toEqual(
      endpoints.map(({ id }) => id).sort(),
    )
    expect(byId.size).toBe(operations.length)
  })

  test('says what each operation does, in a sentence of its own', () => {
    for (const { operationId, summary, description } of operations) {
      expect([operationId, summary]).toEqual([operationId, expect.stringMatching(/^[A-Z].{10,}\.$/u)])
      expect(summary, operationId).not.toMatch(/undefined|\. [A-Z]/u)
      expect(description, operationId).toMatch(/^For .+\.$/u)
    }
    const summaries = new Set(operations.map(({ summary }) => summary))
    expect(summaries.size).toBe(operations.length)
  })

  test('lists each operation under an area that it describes', () => {
    expect(Object.keys(AREAS).sort()).toEqual(Object.keys(contract).sort())
    for (const { name, description } of document.tags) expect([name, description]).not.toEqual([name, ''])
  })

  test('has the parameters that the path names', () => {
    for (const { path, parameters, operationId } of operations) {
      const inPath = parameters.filter((one) => one.in === 'path').map(({ name }) => name)
      expect([operationId, inPath.sort()]).toEqual([
        operationId,
        [...path.matchAll(/\{(\w+)\}/gu)].map(([, name]) => name!).sort(),
      ])
    }
  })

  test('says who may use each operation, and with what', () => {
    for (const { id, endpoint } of endpoints) {
      const { security, responses } = byId.get(id)!
      const { access, method, scope, anyScope } = endpoint
      const sessions = security.filter((one) => 'session' in one).map((one) => one.session)
      expect([id, sessions]).toEqual([id, access === 'public' ? [] : [access]])
      const cookies = security.filter((one) => !('token' in one))
      expect([id, cookies.every((one) => 'csrf' in one)]).toEqual([
        id,
        method !== 'GET' || cookies.length === 0,
      ])
      const tokens = scope ? [{ token: [scope] }] : anyScope ? [{ token: [] }] : []
      expect([id, security.filter((one) => 'token' in one)]).toEqual([id, tokens])
      // A token that does not work is refused everywhere.
      expect([id, '401' in responses]).toEqual([id, true])
    }
  })

  test('lists the failures that each operation can answer', () => {
    for (const { id, endpoint } of endpoints) {
      const statuses = Object.keys(byId.get(id)!.responses)
      const writes = endpoint.method !== 'GET'
      expect(statuses, id).toEqual(expect.arrayContaining(['429', '500', '503']))
      for (const status of ['400', '409', '413', '415', '419'])
        if (writes) expect(statuses, id).toContain(status)
      if (!writes) expect(statuses, id).not.toEqual(expect.arrayContaining(['419']))
      if (endpoint.path.includes(':')) expect(statuses, id).toContain('404')
    }
    expect(byId.get('terms.current')!.responses).not.toHaveProperty('404')
    expect(byId.get('terms.current')!.responses).not.toHaveProperty('400')
    expect(byId.get('terms.save')!.responses).toMatchObject({
      503: { $ref: '#/components/responses/UnavailableOrMaintenance' },
    })
    expect(byId.get('terms.list')!.responses).toMatchObject({
      503: { $ref: '#/components/responses/Unavailable' },
    })
  })

  test('describes files by their types, and why one is refused', () => {
    for (const { id, endpoint } of endpoints.filter(({ endpoint }) => endpoint.gives === 'file')) {
      const { content } = (byId.get(id)!.responses as Record<string, Content>)['200']!
      expect([id, Object.keys(content!)]).toEqual([id, [...endpoint.media, 'application/json']])
      expect(endpoint.media.length, id).toBeGreaterThan(0)
    }
  })

  test('has no schema that says nothing, and none that is written down twice', () => {
    const places = new Map<string, string[]>()
    const look = (at: string, schema: JsonSchema) =>
      visitSchema(schema, (inner, path) => {
        expect(Object.keys(inner), `${at} ${path}`).not.toEqual([])
        const says = ['$ref', 'type', 'anyOf', 'oneOf', 'allOf', 'enum', 'const'].some((key) => key in inner)
        expect(says, `${at} ${path}`).toBe(true)
        if (!inner.properties || path === '') return
        const key = JSON.stringify(inner)
        places.set(key, [...(places.get(key) ?? []), `${at} ${path}`])
      })
    for (const [name, schema] of Object.entries(document.components.schemas)) look(name, schema)
    for (const { at, schema } of media) look(at, schema)
    for (const { operationId, parameters } of operations)
      for (const one of parameters) look(`${operationId} ${one.name}`, one.schema)
    expect([...places.values()].filter((at) => at.length > 1)).toEqual([])
  })

  test('names every schema that the contract exports', async () => {
    const folder = new URL('../../../../domain/', import.meta.url)
    const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .map((file) => file.replaceAll('\\', '/'))
      .filter((file) => /\.ts$/u.test(file) && !/\.test\.ts$|^testing/u.test(file))
    const used = usedSchemas()
    for (const file of files) {
      const exported = Object.entries<unknown>(await import(new URL(file, folder).href)).filter(
        ([name, value]) => /^[A-Z]\w*[a-z]/u.test(name) && used.has(value as z.ZodType),
      )
      if (exported.length > 0) expect(Object.keys(SCHEMA_MODULES)).toContain(file.replace(/\.ts$/u, ''))
    }
  })

  test('has examples for every body and answer in JSON, which fit their schemas', () => {
    const forms = ['application/json', 'multipart/form-data']
    const failures = media.flatMap(({ at, type, schema, example }) => {
      if (!forms.includes(type)) return []
      if (example === undefined) return /409/u.test(at) ? [] : [`${at} has none`]
      const why = schemas.whyNot(schema, example)
      return why ? [`${at}: ${why}`] : []
    })
    expect(failures).toEqual([])
    expect(media.length).toBeGreaterThan(endpoints.length)
  })

  test('can be turned into a typed client', async () => {
    const types = astToString(await openapiTS(JSON.parse(JSON.stringify(document))))
    expect(types).toContain('"staff.list": {')
    expect(types).not.toMatch(/^\s+\w+\??: unknown;/mu)
  })

  test('is served as JSON beside the page that shows it', () =>
    withServer(async ({ visitor }) => {
      const json = await visitor.request('GET', '/api/docs/openapi.json')
      expect(json.headers['content-type']).toBe('application/json; charset=utf-8')
      expect(json.json()).toEqual(JSON.parse(JSON.stringify(document)))
      const yaml = await visitor.request('GET', '/api/docs/openapi.yaml')
      expect([yaml.headers['content-type'], yaml.payload]).toEqual([
        'application/yaml; charset=utf-8',
        json.payload,
      ])
      expect((await visitor.request('GET', '/api/docs/')).payload).toContain('/api/docs/openapi.json')
    }))
})

/** Every schema within the contract. */
function usedSchemas() {
  const used = new Set<z.ZodType>()
  const visit = (schema: unknown) => {
    if (!(schema instanceof z.ZodType) || used.has(schema)) return
    used.add(schema)
    visit(schema._zod.parent)
    for (const inner of Object.values(schema._zod.def))
      for (const one of [inner].flat()) {
        visit(one)
        if (one && typeof one === 'object') Object.values(one).forEach(visit)
      }
  }
  for (const { endpoint } of endpoints)
    for (const part of ['body', 'reply'] as const) if (endpoint.gives === 'json') visit(endpoint[part])
  return used
}

describe('an answer that the document does not describe is noticed', () => {
  const check = new DocumentCheck(document)
  const answer = (rest: object) => ({
    ...{ method: 'GET', url: '/api/masters/getTerm', status: 200, type: 'application/json', body: '7' },
    ...rest,
  })

  test.each([
    ['nothing is wrong', {}, null],
    ['another value', { body: '"seven"' }, /terms.current 200: data must be/u],
    ['another status', { status: 202 }, /terms.current answers 202/u],
    ['another media type', { type: 'text/plain' }, /media type text\/plain/u],
    [
      'a field that it does not name',
      { url: '/api/masters/office', body: '{"name":"a","email":"b","age":1}' },
      /must NOT have additional/u,
    ],
    [
      'a field that is missing',
      { url: '/api/masters/office', body: '{"name":"a"}' },
      /required property 'email'/u,
    ],
    ['a failure without a message', { status: 429, body: '{}' }, /required property 'message'/u],
    ['a failure that it cannot answer', { status: 404, body: '{"message":"Not Found"}' }, /answers 404/u],
    ['an unknown operation', { url: '/api/nothing', status: 404, body: '{"message":"Not Found"}' }, null],
    [
      'an unknown operation, in HTML',
      { url: '/api/nothing', status: 200, body: '{}' },
      /unknown operation answers 200/u,
    ],
  ])('%s', (_, rest, why) => {
    const found = check.whyNot(answer(rest))
    if (why === null) expect(found).toBeNull()
    else expect(found).toMatch(why)
  })
})
