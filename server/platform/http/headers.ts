import { randomBytes } from 'node:crypto'
import type { FastifyInstance, FastifyReply } from 'fastify'
import helmet from 'helmet'

/** No screen of the product needs a device of the visitor's. */
const PERMISSIONS_POLICY = ['camera', 'geolocation', 'microphone', 'payment', 'usb']
  .map((one) => `${one}=()`)
  .join(', ')

/** What a page may load and who may frame it. */
const contentSecurityPolicy = (secure: boolean) => ({
  useDefaults: true,
  directives: {
    'script-src': ["'self'"],
    'style-src': ["'self'"],
    'img-src': ["'self'", 'data:'],
    'font-src': ["'self'", 'data:'],
    'connect-src': ["'self'"],
    // A PDF that is read in place.
    'frame-src': ['blob:'],
    'frame-ancestors': ["'none'"],
    'upgrade-insecure-requests': secure ? [] : null,
  },
})

/** Sends the headers that keep a browser to our own pages along with every answer. */
export function sendSecurityHeaders(app: FastifyInstance, secure: boolean) {
  // Made once: what a page allows beside it is added by the page.
  const send = helmet({
    contentSecurityPolicy: contentSecurityPolicy(secure),
    hsts: secure,
    frameguard: { action: 'deny' },
  })
  app.addHook('onRequest', ({ raw }, reply, done) => send(raw, reply.raw, done as () => void))
  app.addHook('onSend', async (_, reply) => void reply.header('Permissions-Policy', PERMISSIONS_POLICY))
}

/** Lets this one answer have its scripts or styles from a further source. */
export function allowSource(reply: FastifyReply, kind: 'script' | 'style', source: string) {
  const name = 'Content-Security-Policy'
  const policy = String(reply.getHeader(name))
  reply.header(name, policy.replace(`${kind}-src 'self'`, `$& ${source}`))
}

/** A new nonce: what holds it among the scripts or styles of this one answer is let, though it is in no file of ours. */
export function nonceFor(reply: FastifyReply, kind: 'script' | 'style'): string {
  const nonce = randomBytes(16).toString('hex')
  allowSource(reply, kind, `'nonce-${nonce}'`)
  return nonce
}
