import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import { z } from 'zod'
import { ROLES } from '#domain/access.ts'
import { type Contract, type Endpoint, PREFER, RESPOND_ASYNC } from '#domain/endpoint.ts'
import { VERSION } from '../version.ts'
import { allowSource, nonceFor } from './headers.ts'

const PREFIX = '/api/docs'

const schemaOf = (shape: z.ZodType, io: 'input' | 'output') =>
  z.toJSONSchema(shape, { io, unrepresentable: 'any', target: 'openapi-3.0' })

type ObjectSchema = { properties?: Record<string, object>; required?: string[] }

function parameters(shape: z.ZodType, where: 'path' | 'query') {
  const { properties = {}, required = [] } = schemaOf(shape, 'input') as ObjectSchema
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    in: where,
    required: where === 'path' || required.includes(name),
    schema,
  }))
}

/** RFC 7240. */
const PREFER_HEADER = {
  name: PREFER,
  in: 'header',
  description: 'Answers at once; the act can be undone for some seconds, and is then carried out.',
  schema: { type: 'string', enum: [RESPOND_ASYNC] },
}

function operation(area: string, name: string, endpoint: Endpoint) {
  const { access, method, takes, gives, undoable } = endpoint
  const who =
    access === 'public' ? 'everybody' : access.length === ROLES.length ? 'all roles' : access.join(', ')
  const content =
    gives === 'file'
      ? { 'application/octet-stream': {} }
      : { 'application/json': { schema: schemaOf(endpoint.reply, 'output') } }
  const type = takes === 'multipart' ? 'multipart/form-data' : 'application/json'
  return {
    operationId: `${area}.${name}`,
    tags: [area],
    summary: name,
    description: `For ${who}.`,
    parameters: [
      ...parameters(endpoint.params, 'path'),
      ...parameters(endpoint.query, 'query'),
      ...(undoable ? [PREFER_HEADER] : []),
    ],
    ...(method !== 'GET' && {
      requestBody: { content: { [type]: { schema: schemaOf(endpoint.body, 'input') } } },
    }),
    responses: {
      200: { description: 'The answer', content },
      ...(undoable && { 202: { description: 'It waits, and can be undone until then', content } }),
    },
  }
}

/** The contract as an OpenAPI document. */
export function openApi(contract: Contract) {
  const paths: Record<string, Record<string, object>> = {}
  for (const [area, endpoints] of Object.entries(contract))
    for (const [name, endpoint] of Object.entries(endpoints)) {
      const path = endpoint.path.replace(/:(\w+)/gu, '{$1}')
      paths[path] ??= {}
      paths[path][endpoint.method.toLowerCase()] = operation(area, name, endpoint)
    }
  return {
    openapi: '3.0.3',
    info: { title: 'Astromaterials Sample AO System', version: VERSION },
    paths,
  }
}

/** Allows the page's inline script by a nonce, and all inline styles because the library adds them without one. */
function withNonce(page: string, reply: FastifyReply) {
  allowSource(reply, 'style', "'unsafe-inline'")
  return page.replace('<script type="text/javascript">', `<script nonce="${nonceFor(reply, 'script')}">`)
}

const FORWARDED_HEADERS = [
  'content-type',
  'content-disposition',
  'location',
  'access-control-allow-origin',
  'access-control-allow-methods',
]

/** Serves the API reference at /api/docs. The library is large, so it is loaded at the first request. */
export function serveDocs(app: FastifyInstance, contract: Contract) {
  let opened: Promise<FastifyInstance> | undefined
  async function show(request: FastifyRequest, reply: FastifyReply) {
    opened ??= openDocs(contract)
    const { statusCode, headers, body } = await (await opened).inject(request.url)
    if (statusCode === 404) return reply.callNotFound()
    for (const name of FORWARDED_HEADERS) if (headers[name]) reply.header(name, headers[name])
    return reply.code(statusCode).send(body.startsWith('<!doctype html>') ? withNonce(body, reply) : body)
  }
  app.get(PREFIX, show)
  app.get(`${PREFIX}/*`, show)
}

async function openDocs(contract: Contract) {
  const { default: scalar } = await import('@scalar/fastify-api-reference')
  const docs = Fastify()
  await docs.register(scalar, {
    routePrefix: PREFIX,
    // Nothing that contacts the library vendor's services.
    configuration: {
      content: openApi(contract),
      withDefaultFonts: false,
      telemetry: false,
      agent: { disabled: true },
      mcp: { disabled: true },
      hideClientButton: true,
      showDeveloperTools: 'never',
    },
  })
  await docs.ready()
  return docs
}
