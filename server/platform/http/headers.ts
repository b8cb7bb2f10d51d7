import helmet from '@fastify/helmet'
import type { FastifyInstance } from 'fastify'

/** No screen of the product needs a device of the visitor's. */
const NO_DEVICES = ['camera', 'geolocation', 'microphone', 'payment', 'usb']
  .map((one) => `${one}=()`)
  .join(', ')

/** What a page may load and who may frame it. */
const policy = (secure: boolean) => ({
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

/**
 * Sends the headers that keep a browser to our own pages along with every answer. A style or script that is not in a file
 * of ours holds the nonce of its page, `reply.cspNonce`.
 */
export async function guardPages(app: FastifyInstance, secure: boolean) {
  await app.register(helmet, {
    enableCSPNonces: true,
    contentSecurityPolicy: policy(secure),
    hsts: secure,
    frameguard: { action: 'deny' },
  })
  app.addHook('onSend', async (_, reply) => void reply.header('Permissions-Policy', NO_DEVICES))
}
