import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import type { Contract } from '#domain/endpoint.ts'
import { allowSource, nonceFor } from './headers.ts'
import type { CsvFile } from './openapi/csv_files.ts'
import { openApi } from './openapi/document.ts'

const PREFIX = '/api/docs'

/** The document itself, beside the page that shows it. JSON is YAML too. */
const DOCUMENTS: Record<string, string> = {
  [`${PREFIX}/openapi.json`]: 'application/json; charset=utf-8',
  [`${PREFIX}/openapi.yaml`]: 'application/yaml; charset=utf-8',
}

/** Allows the page's inline script by a nonce, and all inline styles because the library adds them without one. */
function withNonce(page: string, reply: FastifyReply) {
  allowSource(reply, 'style', "'unsafe-inline'")
  return page.replace('<script type="text/javascript">', `<script nonce="${nonceFor(reply, 'script')}">`)
}

const FORWARDED_HEADERS = ['content-type', 'location']

/**
 * Serves the API reference at /api/docs, and the document at /api/docs/openapi.json. The library is large, and the
 * document takes a second: each is made at the first request.
 */
export function serveDocs(app: FastifyInstance, contract: Contract, files: readonly CsvFile[]) {
  let written: string | undefined
  for (const [url, type] of Object.entries(DOCUMENTS))
    app.get(url, (_, reply) => {
      written ??= JSON.stringify(openApi(contract, files))
      return reply.type(type).header('Access-Control-Allow-Origin', '*').send(written)
    })
  let opened: Promise<FastifyInstance> | undefined
  async function show(request: FastifyRequest, reply: FastifyReply) {
    opened ??= openDocs()
    const { statusCode, headers, body } = await (await opened).inject(request.url)
    if (statusCode === 404) return reply.callNotFound()
    for (const name of FORWARDED_HEADERS) if (headers[name]) reply.header(name, headers[name])
    return reply.code(statusCode).send(body.startsWith('<!doctype html>') ? withNonce(body, reply) : body)
  }
  app.get(PREFIX, show)
  app.get(`${PREFIX}/*`, show)
}

async function openDocs() {
  const { default: scalar } = await import('@scalar/fastify-api-reference')
  const docs = Fastify()
  await docs.register(scalar, {
    routePrefix: PREFIX,
    // Nothing that contacts the library vendor's services.
    configuration: {
      url: `${PREFIX}/openapi.json`,
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
