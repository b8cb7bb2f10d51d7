import { once } from 'node:events'
import { isIP } from 'node:net'
import { checkServerIdentity, connect } from 'node:tls'

export interface Certificate {
  /** When it ends. */
  until: Date
  isForHost: boolean
  /** Why Node does not trust it, such as DEPTH_ZERO_SELF_SIGNED_CERT; null when it does. */
  untrusted: string | null
}

/** The certificate that is presented at an https address. Throws what prevents the connection. */
export async function readCertificate({ hostname, port }: URL, signal: AbortSignal): Promise<Certificate> {
  const host = hostname.replace(/^\[|\]$/gu, '')
  const name = isIP(host) ? {} : { servername: host }
  const socket = connect({ host, ...name, port: Number(port || 443), rejectUnauthorized: false })
  try {
    await once(socket, 'secureConnect', { signal })
    const { authorized, authorizationError } = socket
    const certificate = socket.getPeerCertificate()
    return {
      until: new Date(certificate.valid_to),
      isForHost: checkServerIdentity(host, certificate) === undefined,
      untrusted: authorized ? null : String(authorizationError),
    }
  } finally {
    socket.destroy()
  }
}
