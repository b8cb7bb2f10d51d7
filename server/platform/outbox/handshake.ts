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
    const failWith = (code: string) => () => fail(Object.assign(new Error(code), { code }))
    signal.addEventListener('abort', failWith('ETIMEDOUT'), { once: true })
    connection.once('error', fail)
    connection.once('end', failWith('ECONNECTION'))
    connection.connect((failed) => {
      if (failed) fail(failed)
      else if (!auth) finish(null)
      else if (!connection.allowsAuth) finish(false)
      else connection.login(auth, (refused) => (refused ? fail(refused) : finish(true)))
    })
  })
}
