import { extname } from 'node:path'
import files from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import { notFound } from '#domain/errors.ts'
import type { Db } from './platform/context.ts'
import { compressed } from './platform/http/compressed.ts'
import { sessionCookie } from './platform/http/csrf.ts'
import type { answerErrors } from './platform/http/errors.ts'
import { nonceFor } from './platform/http/headers.ts'
import { openShell } from './shell.ts'

/** Whether an address can be one of a file: screens have no dot, and what lies compressed beside a file is none of its own. */
const isFile = (path: string) => !path.includes('/.') && !['', '.br', '.gz'].includes(extname(path))

/** The screens built in `folder`, compressed as they lie there; any other address that is neither a call nor a file is the application's to show. */
export async function serveWeb(
  app: FastifyInstance,
  folder: string,
  services: { db: Db; config: { secure: boolean } },
  answerError: ReturnType<typeof answerErrors>,
) {
  const shell = openShell(folder, services)
  // Fonts are compressed by their nature: nothing lies beside them to be looked for.
  app.addHook('onRequest', async ({ url, headers }) => {
    if (url.endsWith('.woff2')) delete headers['accept-encoding']
  })
  if (shell)
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
    // A file that is not there, as after an update, is missing: a page in its place would be kept, or run.
    const page = shell && request.method === 'GET' && !/^\/(?:api|assets)\//u.test(request.url)
    if (!page) return answerError(notFound(), request, reply)
    reply.header('Cache-Control', 'no-cache').type('text/html; charset=utf-8')
    const [pathname = '', query] = request.url.split('?')
    const signedIn = request.cookies[sessionCookie(services.config.secure)] !== undefined
    const html = await shell({
      pathname,
      query: query !== undefined,
      signedIn,
      nonce: { script: nonceFor(reply, 'script'), style: nonceFor(reply, 'style') },
    })
    return reply.send(await compressed(request, reply, html))
  })
}
