import { once } from 'node:events'
import { connect } from 'node:tls'

export interface Certificate {
  /** When it ends. */
  until: Date
  /** Why Node does not trust it for this host, such as CERT_HAS_EXPIRED or ERR_TLS_CERT_ALTNAME_INVALID; null when it does. */
  untrusted: string | null
}

/** The certificate that is presented at an https address. Throws what prevents the connection. */
export async function readCertificate({ hostname, port }: URL, signal: AbortSignal): Promise<Certificate> {
  const host = hostname.replace(/^\[|\]$/gu, '')
  const socket = connect({ host, servername: host, port: Number(port || 443), rejectUnauthorized: false })
  try {
    await once(socket, 'secureConnect', { signal })
    const { authorized, authorizationError } = socket
    const until = new Date(socket.getPeerCertificate().valid_to)
    return { until, untrusted: authorized ? null : String(authorizationError) }
  } finally {
    socket.destroy()
  }
}
