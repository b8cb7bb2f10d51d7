import { parseConnectionUrl } from 'nodemailer/lib/shared'
import SMTPConnection from 'nodemailer/lib/smtp-connection'

export interface Handshake {
  /** Host and port. */
  server: string
  encryption: 'TLS' | 'STARTTLS' | null
  /** Null where SMTP_URL names no user; false where the server offers no sign-in, so that mails are sent without. */
  signedIn: boolean | null
}

/** Connects to the mail server as for a mail, up to the sign-in, and sends none. Throws nodemailer's errors. */
export function shakeHands(url: string, signal: AbortSignal): Promise<Handshake> {
  const { auth, ...options } = parseConnectionUrl(url)
  const connection = new SMTPConnection(options)
  signal.addEventListener('abort', () => connection.close(), { once: true })
  return new Promise((resolve, reject) => {
    const fail = (error: Error) => {
      // Closing emits 'end'.
      reject(error)
      connection.close()
    }
    const finish = (signedIn: Handshake['signedIn']) => {
      const encryption = options.secure ? 'TLS' : connection.secure ? 'STARTTLS' : null
      resolve({ server: `${connection.host}:${connection.port}`, encryption, signedIn })
      connection.quit()
    }
    connection.once('error', fail)
    connection.once('end', () => fail(new Error('The connection was closed.')))
    connection.connect((failed) => {
      if (failed) fail(failed)
      else if (!auth) finish(null)
      else if (!connection.allowsAuth) finish(false)
      else connection.login(auth, (refused) => (refused ? fail(refused) : finish(true)))
    })
  })
}
