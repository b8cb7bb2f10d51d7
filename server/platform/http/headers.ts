import { randomBytes } from 'node:crypto'
import type { FastifyInstance, FastifyReply } from 'fastify'
import helmet from 'helmet'

/** Labels are scanned with the camera; nothing else of a device is used. */
const PERMISSIONS_POLICY = ['camera=(self)', 'geolocation=()', 'microphone=()', 'payment=()', 'usb=()'].join(
  ', ',
)

const contentSecurityPolicy = (secure: boolean) => ({
  useDefaults: true,
  directives: {
    'script-src': ["'self'"],
    'style-src': ["'self'"],
    'img-src': ["'self'", 'data:'],
    'font-src': ["'self'", 'data:'],
    'connect-src': ["'self'"],
    // PDF files shown in the page.
    'frame-src': ['blob:'],
    'frame-ancestors': ["'none'"],
    'upgrade-insecure-requests': secure ? [] : null,
  },
})

export function sendSecurityHeaders(app: FastifyInstance, secure: boolean) {
  // Created once; `allowSource` adds sources for single answers.
  const send = helmet({
    contentSecurityPolicy: contentSecurityPolicy(secure),
    hsts: secure,
    frameguard: { action: 'deny' },
  })
  app.addHook('onRequest', ({ raw }, reply, done) => send(raw, reply.raw, done as () => void))
  app.addHook('onRequest', async ({ url }, reply) => {
    reply.header('Permissions-Policy', PERMISSIONS_POLICY)
    // No answer of the API is kept by a browser or a proxy: files, refusals and errors included.
    if (url.startsWith('/api/')) reply.header('Cache-Control', 'private, no-store')
  })
}

/** Adds a source to the Content-Security-Policy of this answer. */
export function allowSource(reply: FastifyReply, kind: 'script' | 'style', source: string) {
  const name = 'Content-Security-Policy'
  const policy = String(reply.getHeader(name))
  reply.header(name, policy.replace(`${kind}-src 'self'`, `$& ${source}`))
}

/** A new nonce that allows inline scripts or styles in this answer. */
export function nonceFor(reply: FastifyReply, kind: 'script' | 'style'): string {
  const nonce = randomBytes(16).toString('hex')
  allowSource(reply, kind, `'nonce-${nonce}'`)
  return nonce
}
