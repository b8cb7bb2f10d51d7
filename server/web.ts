import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import files from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import { notFound } from '#domain/errors.ts'
import { MAINTENANCE_META } from '#domain/system/maintenance.ts'
import { PublicTerm } from '#domain/terms/public_term.ts'
import { TERM_META } from '#domain/terms/rules.ts'
import type { Clock, Db } from './platform/context.ts'
import { compressPayload } from './platform/http/compression.ts'
import type { answerErrors } from './platform/http/errors.ts'
import { nonceFor } from './platform/http/headers.ts'
import { presentMaintenance } from './system/maintenance.ts'
import { currentTerm } from './terms/service.ts'

/** URLs of screens contain no dot; compressed copies of files are not served under their own names. */
const isFile = (path: string) => !path.includes('/.') && !['', '.br', '.gz'].includes(extname(path))

/**
 * Serves the web application built in `folder`: its precompressed files, and a page at every other URL that is neither an
 * endpoint nor a file: login.html at /login, which needs far less than the other screens, and index.html. Without a build such URLs are answered with 404.
 */
export async function serveWeb(
  app: FastifyInstance,
  folder: string,
  services: { db: Db; clock: Clock },
  answerError: ReturnType<typeof answerErrors>,
) {
  const pageFor = (path: string) => join(folder, path === '/login' ? 'login.html' : 'index.html')
  const isBuilt = existsSync(pageFor('/'))
  // Fonts have no compressed copies to look for, because their format is compressed.
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
    // For a missing file of an earlier build index.html would be cached or run as a script.
    const isPage =
      isBuilt && ['GET', 'HEAD'].includes(request.method) && !/^\/(?:api|assets)\//u.test(request.url)
    if (!isPage) return answerError(notFound(), request, reply)
    reply.header('Cache-Control', 'no-cache').type('text/html; charset=utf-8')
    const [html, term, maintenance] = await Promise.all([
      readFile(pageFor(request.url.split('?')[0]!), 'utf8'),
      unlessLost(currentTerm(services.db)),
      unlessLost(presentMaintenance(services.db, services.clock())),
    ])
    const named = withNonce(html, nonceFor(reply, 'style'))
    const filled = withMeta(withTerm(named, term), MAINTENANCE_META, maintenance)
    return reply.send(await compressPayload(request, reply, filled))
  })
}

/** Undefined while the database cannot be reached; the page is served anyway. */
const unlessLost = <T>(reading: Promise<T>) => reading.catch(() => undefined)

/** Puts the nonce for styles that scripts add where Vite's code also looks for it. */
const withNonce = (html: string, nonce: string) =>
  html.replace('</head>', `<meta property="csp-nonce" nonce="${nonce}" /></head>`)

/** Puts the dates of the current call into the page's head, for visitors who are not signed in. */
export const withTerm = (html: string, term: PublicTerm | null | undefined): string =>
  withMeta(html, TERM_META, term && PublicTerm.parse(term))

/** Puts a value as JSON into a meta tag in the page's head; undefined: no tag. */
function withMeta(html: string, name: string, value: unknown): string {
  if (value === undefined) return html
  const content = escaped(JSON.stringify(value))
  return html.replace('</head>', () => `<meta name="${name}" content="${content}" /></head>`)
}

const escaped = (text: string) => text.replace(/&/gu, '&amp;').replace(/"/gu, '&quot;').replace(/</gu, '&lt;')
