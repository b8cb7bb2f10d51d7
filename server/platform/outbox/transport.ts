import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createTransport } from 'nodemailer'

export interface OutgoingMail {
  id: number
  recipients: string[]
  bcc: string[]
  reply_to: string | null
  subject: string
  body: string
}
export interface Transport {
  /**
   * Returns the server's reason when only some recipients were refused. Throws RecipientsRefused, or an Error to try
   * again.
   */
  deliver(letter: OutgoingMail, from: string): Promise<string | null>
  close(): void
}

/** Every recipient was refused permanently. */
export class RecipientsRefused extends Error {}

const compose = (letter: OutgoingMail, from: string, host: string) => ({
  from,
  to: letter.recipients.length > 0 ? letter.recipients : 'undisclosed-recipients:;',
  bcc: letter.bcc,
  replyTo: letter.reply_to ?? undefined,
  subject: letter.subject,
  text: letter.body,
  // The same id at every try lets receivers recognize duplicates.
  messageId: `<mail-${letter.id}@${host}>`,
  textEncoding: 'quoted-printable' as const,
})

export const MAX_CONNECTIONS = 4

/** The fields of nodemailer's errors that are used here. */
interface SmtpError extends Error {
  code?: string
  /** The server's response with its code. */
  response?: string
  responseCode?: number
  rejectedErrors?: SmtpError[]
}

const MESSAGES_BY_CODE: Record<string, string> = {
  ECONNECTION: 'The connection to the mail server was lost.',
  ESOCKET: 'The connection to the mail server was lost.',
  ETIMEDOUT: 'The mail server did not answer in time.',
  EABORT: 'The mail server did not answer in time.',
  EDNS: 'The mail server was not found.',
  EAUTH: 'The mail server did not let us in.',
  ETLS: 'No safe connection to the mail server came about.',
}

const failureReason = ({ response, code = '' }: SmtpError) =>
  response
    ? `The mail server said: ${response}`
    : (MESSAGES_BY_CODE[code] ?? `The mail could not be handed over (${code}).`)

/**
 * Whether every recipient was refused permanently (5xx). A refused sender may be fixed in the settings, so it is tried
 * again.
 */
const isFinal = ({ rejectedErrors = [] }: SmtpError) =>
  rejectedErrors.length > 0 && rejectedErrors.every(({ responseCode = 0 }) => responseCode >= 500)

/** Sends by SMTP over a few open connections; gives up after 30 seconds without an answer or 4 minutes in all. */
export function smtpTransport(url: string, host: string): Transport {
  const timeouts = { connectionTimeout: 30_000, greetingTimeout: 30_000, socketTimeout: 30_000 }
  // No retries here: a mail may have been sent before its connection broke, so the outbox decides.
  const pool = { pool: true, maxConnections: MAX_CONNECTIONS, maxRequeues: 0 } as const
  const mailer = createTransport({ url, ...pool, ...timeouts })
  return {
    async deliver(letter, from) {
      const whole = { ...compose(letter, from, host), signal: AbortSignal.timeout(4 * 60_000) }
      try {
        const { rejectedErrors = [] } = (await mailer.sendMail(whole)) as { rejectedErrors?: SmtpError[] }
        return rejectedErrors.length > 0 ? rejectedErrors.map(failureReason).join(' ') : null
      } catch (error) {
        const why = failureReason(error as SmtpError)
        throw isFinal(error as SmtpError) ? new RecipientsRefused(why) : new Error(why)
      }
    },
    close: () => mailer.close(),
  }
}

/** Writes each mail to a file such as DATA_DIR/mail/000042.eml. */
export function fileTransport(dataDir: string, host: string): Transport {
  const folder = join(dataDir, 'mail')
  const composer = createTransport({ streamTransport: true, buffer: true, newline: 'windows' })
  return {
    async deliver(letter, from) {
      await mkdir(folder, { recursive: true, mode: 0o700 })
      const { message } = await composer.sendMail({ ...compose(letter, from, host), keepBcc: true } as never)
      const file = join(folder, `${String(letter.id).padStart(6, '0')}.eml`)
      await writeFile(file, message as Buffer, { mode: 0o600 })
      return null
    },
    close: () => {},
  }
}
