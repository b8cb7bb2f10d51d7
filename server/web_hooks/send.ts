import { request } from 'node:https'
import tls from 'node:tls'
import { Webhook } from 'standardwebhooks'
import { VERSION } from '../platform/version.ts'
import { AddressError, addressesOf, hostOf, pinnedTo, type Resolve } from './networks.ts'

/** From the look-up of the name to the end of the answer. */
export const SEND_TIMEOUT_MS = 15_000
/** Of the answer's headers, and of as much of its body as is waited for. */
const MAX_ANSWER_BYTES = 16 * 1024

export interface OutgoingEvent {
  url: string
  message_id: string
  body: string
  /** The secrets that sign, the present one first. */
  secrets: readonly string[]
  at: Date
}

export interface SendingRules {
  networks: readonly string[]
  /** Certificates of authorities, in PEM, that are trusted beside the usual ones. */
  authorities?: string | undefined
  timeoutMs?: number
  resolve?: Resolve
}

/** What became of a try: the status of the answer, or null without one, and why it failed, or null. */
export interface SendResult {
  status: number | null
  failure: string | null
}

/** The headers after the Standard Webhooks convention. */
export const signedHeaders = ({ message_id, body, secrets, at }: Omit<OutgoingEvent, 'url'>) => ({
  'webhook-id': message_id,
  'webhook-timestamp': String(Math.floor(+at / 1000)),
  'webhook-signature': secrets.map((secret) => new Webhook(secret).sign(message_id, at, body)).join(' '),
})

/**
 * Posts a signed event to a web hook. Only an answer 2xx counts; redirects are not followed, certificates are checked, and
 * the connection goes to an address that was checked. Nothing of what is answered is kept but the status.
 */
export async function sendEvent(event: OutgoingEvent, rules: SendingRules): Promise<SendResult> {
  const signal = AbortSignal.timeout(rules.timeoutMs ?? SEND_TIMEOUT_MS)
  try {
    const url = new URL(event.url)
    const addresses = await orTimeout(addressesOf(url, rules.networks, rules.resolve), signal)
    const status = await post(url, event, { ...rules, lookup: pinnedTo(addresses), signal })
    return { status, failure: status >= 200 && status < 300 ? null : whyOfStatus(status) }
  } catch (error) {
    return { status: null, failure: whyOf(error as NodeJS.ErrnoException, signal) }
  }
}

const orTimeout = <T>(work: Promise<T>, signal: AbortSignal) =>
  new Promise<T>((resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true })
    work.then(resolve, reject)
  })

/** The authorities that Node trusts, with those of NODE_EXTRA_CA_CERTS where it says so. */
function trustedByNode(): readonly string[] {
  // From Node 22.15 on.
  const { getCACertificates } = tls as { getCACertificates?: (type: 'default') => string[] }
  return getCACertificates?.('default') ?? tls.rootCertificates
}

function post(
  url: URL,
  event: OutgoingEvent,
  {
    authorities,
    lookup,
    signal,
  }: SendingRules & { lookup: ReturnType<typeof pinnedTo>; signal: AbortSignal },
): Promise<number> {
  return new Promise((resolve, reject) => {
    const sent = request(
      {
        method: 'POST',
        host: hostOf(url),
        port: url.port || 443,
        path: `${url.pathname}${url.search}`,
        headers: {
          ...signedHeaders(event),
          'content-type': 'application/json',
          'content-length': Buffer.byteLength(event.body),
          'user-agent': `AstromaterialsSampleAO/${VERSION}`,
        },
        agent: false,
        lookup,
        maxHeaderSize: MAX_ANSWER_BYTES,
        rejectUnauthorized: true,
        ...(authorities && { ca: [...trustedByNode(), authorities] }),
        signal,
      },
      (answer) => {
        const status = answer.statusCode ?? 0
        // The status decides; the rest is read only so that an honest receiver is not cut off.
        let bytes = 0
        const end = () => {
          resolve(status)
          sent.destroy()
        }
        answer.on('data', (chunk: Buffer) => {
          bytes += chunk.length
          if (bytes > MAX_ANSWER_BYTES) end()
        })
        answer.on('end', end).on('error', end).on('close', end)
      },
    )
    sent.on('error', reject)
    sent.end(event.body)
  })
}

const whyOfStatus = (status: number) =>
  status >= 300 && status < 400
    ? `The receiver answered ${status}: redirects are not followed.`
    : `The receiver answered ${status}.`

const CAUSES: Record<string, string> = {
  ECONNREFUSED: 'The connection was refused.',
  ECONNRESET: 'The connection was lost.',
  EPIPE: 'The connection was lost.',
  ETIMEDOUT: 'The receiver did not answer in time.',
  EHOSTUNREACH: 'The receiver cannot be reached.',
  ENETUNREACH: 'The receiver cannot be reached.',
  EPROTO: 'The receiver does not speak TLS at this port.',
  CERT_HAS_EXPIRED: "The receiver's certificate has expired.",
  DEPTH_ZERO_SELF_SIGNED_CERT: "The receiver's certificate is self-signed and not trusted here.",
  SELF_SIGNED_CERT_IN_CHAIN: "The receiver's certificate comes from an authority that is not trusted here.",
  UNABLE_TO_VERIFY_LEAF_SIGNATURE:
    "The receiver's certificate comes from an authority that is not trusted here, or its intermediate certificate is missing.",
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY:
    "The receiver's certificate comes from an authority that is not trusted here.",
  ERR_TLS_CERT_ALTNAME_INVALID: "The receiver's certificate is for another host name.",
}

/** A sentence without anything that the receiver has said. */
function whyOf(error: NodeJS.ErrnoException, signal: AbortSignal): string {
  if (error instanceof AddressError) return error.message
  if (signal.aborted) return CAUSES.ETIMEDOUT!
  const code = error.code ?? ''
  if (code.startsWith('HPE_')) return 'The receiver did not answer with HTTP.'
  if (code.startsWith('ERR_SSL_')) return CAUSES.EPROTO!
  return CAUSES[code] ?? `The event could not be sent (${code || error.name}).`
}
