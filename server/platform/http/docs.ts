import scalar from '@scalar/fastify-api-reference'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { z } from 'zod'
import { type AnyEndpoint, type Contract, ROLES } from '#domain/wire.ts'

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

function operation(area: string, name: string, endpoint: AnyEndpoint) {
  const { access, method, takes, gives } = endpoint
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
    parameters: [...parameters(endpoint.params, 'path'), ...parameters(endpoint.query, 'query')],
    ...(method !== 'GET' && {
      requestBody: { content: { [type]: { schema: schemaOf(endpoint.body, 'input') } } },
    }),
    responses: { 200: { description: 'The answer', content } },
  }
}

const documents = new WeakMap<Contract, ReturnType<typeof describe>>()

/** The contract as an OpenAPI document, made once in a process. */
export function openApi(contract: Contract) {
  const made = documents.get(contract) ?? describe(contract)
  documents.set(contract, made)
  return made
}

function describe(contract: Contract) {
  const paths: Record<string, Record<string, object>> = {}
  for (const [area, endpoints] of Object.entries(contract))
    for (const [name, endpoint] of Object.entries(endpoints)) {
      const path = endpoint.path.replace(/:(\w+)/gu, '{$1}')
      paths[path] ??= {}
      paths[path][endpoint.method.toLowerCase()] = operation(area, name, endpoint)
    }
  return {
    openapi: '3.0.3',
    info: { title: 'Astromaterials Sample AO System', version: '1' },
    paths,
  }
}

/**
 * The library's page with the nonce of this answer for the script that starts it. Of the styles that it writes as it
 * goes it knows none: they are let.
 */
function admitted(page: string, reply: FastifyReply) {
  const { script, style } = reply.cspNonce
  const policy = String(reply.raw.getHeader('content-security-policy'))
  reply.header('Content-Security-Policy', policy.replace(`'nonce-${style}'`, "'unsafe-inline'"))
  return page.replace('<script type="text/javascript">', `<script nonce="${script}">`)
}

/** Shows the contract at /api/docs. */
export async function serveDocs(app: FastifyInstance, contract: Contract) {
  await app.register(async (docs) => {
    docs.addHook('onSend', async (_, reply, sent) =>
      typeof sent === 'string' && sent.startsWith('<!doctype html>') ? admitted(sent, reply) : sent,
    )
    await docs.register(scalar, {
      routePrefix: '/api/docs',
      // Nothing that leads to a service of the library's makers.
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
  })
}
