import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import files from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import { notFound } from '#domain/errors.ts'
import { PublicTerm } from '#domain/terms/public_term.ts'
import { TERM_META } from '#domain/terms/rules.ts'
import type { Db } from './platform/context.ts'
import { compressPayload } from './platform/http/compression.ts'
import type { answerErrors } from './platform/http/errors.ts'
import { nonceFor } from './platform/http/headers.ts'
import { currentTerm } from './terms/service.ts'

/** Screens have no dot in their address; the compressed copies beside a file have no address of their own. */
const isFile = (path: string) => !path.includes('/.') && !['', '.br', '.gz'].includes(extname(path))

/**
 * Serves the web built in `folder`: its files, compressed beforehand by the build, and at every other address that is
 * neither a call nor a file the one page of the application. Without a build every such address is missing.
 */
export async function serveWeb(
  app: FastifyInstance,
  folder: string,
  services: { db: Db },
  answerError: ReturnType<typeof answerErrors>,
) {
  const page = join(folder, 'index.html')
  const isBuilt = existsSync(page)
  // Fonts are compressed by their format: there is no copy beside them to look for.
  app.addHook('onRequest', async ({ url, headers }) => {
    if (url.endsWith('.woff2')) delete headers['accept-encoding']
  })
  if (isBuilt)
    await app.register(files, {
      root: folder,
      index: false,
      preCompressed: true,
      allowedPath: isFile,
      setHeaders: (reply, path) =>
        reply.header(
          'Cache-Control',
          path.includes('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache',
        ),
    })
  app.setNotFoundHandler(async (request, reply) => {
    // A file of an earlier build is missing: the page in its place would be cached or run as a script.
    const isPage = isBuilt && request.method === 'GET' && !/^\/(?:api|assets)\//u.test(request.url)
    if (!isPage) return answerError(notFound(), request, reply)
    reply.header('Cache-Control', 'no-cache').type('text/html; charset=utf-8')
    const [html, term] = await Promise.all([readFile(page, 'utf8'), termForPage(services.db)])
    return reply.send(
      await compressPayload(request, reply, withTerm(withNonce(html, nonceFor(reply, 'style')), term)),
    )
  })
}

/** Undefined while the database cannot be reached: the page is served all the same. */
const termForPage = (db: Db) => currentTerm(db).catch(() => undefined)

/** The page with the nonce of the styles that scripts add, where Vite's own code looks for it too. */
const withNonce = (html: string, nonce: string) =>
  html.replace('</head>', `<meta property="csp-nonce" nonce="${nonce}" /></head>`)

/** The page with the dates of the current call in its head, for visitors who are not signed in. */
export function withTerm(html: string, term: PublicTerm | null | undefined): string {
  if (term === undefined) return html
  const content = escaped(JSON.stringify(term && PublicTerm.parse(term)))
  return html.replace('</head>', () => `<meta name="${TERM_META}" content="${content}" /></head>`)
}

const escaped = (text: string) => text.replace(/&/gu, '&amp;').replace(/"/gu, '&quot;').replace(/</gu, '&lt;')
