import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createTransport } from 'nodemailer'
import { mailHtml } from '#domain/mail_html.ts'
import { mailErrorCause, mailErrorDetail, type SmtpError } from './mail_errors.ts'

export interface OutgoingMail {
  id: number
  /** A MailKind. */
  kind: string
  recipients: string[]
  bcc: string[]
  reply_to: string | null
  subject: string
  body: string
  /** An iCalendar file, or null. */
  calendar: string | null
}
export interface Transport {
  /**
   * Returns why some of the recipients were refused, or null when none was. Throws DeliveryError when the mail was not
   * accepted at all.
   */
  deliver(letter: OutgoingMail, from: string): Promise<DeliveryError | null>
  close(): void
}

/** A mail was not, or not to all its recipients, accepted. `message` is for the Mail log, `cause` for the log. */
export class DeliveryError extends Error {
  override readonly cause: string
  /** Whether every recipient was refused permanently, so that trying again would fail too. */
  readonly final: boolean

  constructor(message: string, { cause, final = false }: { cause: string; final?: boolean }) {
    super(message)
    this.cause = cause
    this.final = final
  }
}

/** The office writes and sends group mails itself; all other mails are automatic. */
const isAutomatic = ({ kind }: OutgoingMail) => kind !== 'group_mail'

/** What a calendar program is to do with the file; it must be repeated in the header of the part (RFC 6047). */
const methodOf = (calendar: string) => /^METHOD:(\w+)/mu.exec(calendar)?.[1] ?? 'PUBLISH'

/** An invitation to a meeting, or dates to keep. */
const fileName = (method: string) => (method === 'PUBLISH' ? 'dates.ics' : 'agenda.ics')

/** The file both as a text that programs with a calendar show, and as an attachment for all others. */
function icalEvent(calendar: string | null) {
  if (calendar === null) return {}
  const method = methodOf(calendar)
  return { icalEvent: { method, filename: fileName(method), content: calendar } }
}

/** The message with its headers. `baseUrl` is the public address of the system. */
const compose = (letter: OutgoingMail, from: string, baseUrl: string) => ({
  from,
  to: letter.recipients.length > 0 ? letter.recipients : 'undisclosed-recipients:;',
  bcc: letter.bcc,
  replyTo: letter.reply_to ?? undefined,
  subject: letter.subject,
  text: letter.body,
  // What others typed is in automatic mails: only the system's own addresses become links.
  html: mailHtml(letter.subject, letter.body, isAutomatic(letter) ? baseUrl : null),
  ...icalEvent(letter.calendar),
  // RFC 3834: out-of-office programs do not answer it.
  headers: isAutomatic(letter) ? { 'Auto-Submitted': 'auto-generated' } : {},
  // The same id at every try lets receivers recognize duplicates.
  messageId: `<mail-${letter.id}@${new URL(baseUrl).hostname}>`,
  textEncoding: 'quoted-printable' as const,
})

export const MAX_CONNECTIONS = 4

/**
 * Whether every recipient was refused permanently (5xx). A refused sender may be fixed in the settings, so it is tried
 * again.
 */
const isFinal = ({ rejectedErrors = [] }: SmtpError) =>
  rejectedErrors.length > 0 && rejectedErrors.every(({ responseCode = 0 }) => responseCode >= 500)

const whySome = (errors: SmtpError[]) =>
  new DeliveryError(errors.map(mailErrorDetail).join(' '), { cause: mailErrorCause(errors[0]) })

/** Sends by SMTP over a few open connections; gives up after 30 seconds without an answer or 4 minutes in all. */
export function smtpTransport(url: string, baseUrl: string): Transport {
  const timeouts = { connectionTimeout: 30_000, greetingTimeout: 30_000, socketTimeout: 30_000 }
  // No retries here: a mail may have been sent before its connection broke, so the outbox decides.
  const pool = { pool: true, maxConnections: MAX_CONNECTIONS, maxRequeues: 0 } as const
  const mailer = createTransport({ url, ...pool, ...timeouts })
  return {
    async deliver(letter, from) {
      const whole = { ...compose(letter, from, baseUrl), signal: AbortSignal.timeout(4 * 60_000) }
      try {
        const { rejectedErrors = [] } = (await mailer.sendMail(whole)) as { rejectedErrors?: SmtpError[] }
        return rejectedErrors.length > 0 ? whySome(rejectedErrors) : null
      } catch (error) {
        const final = isFinal(error as SmtpError)
        throw new DeliveryError(mailErrorDetail(error), { cause: mailErrorCause(error), final })
      }
    },
    close: () => mailer.close(),
  }
}

/** Writes each mail to a file such as DATA_DIR/mail/000042.eml. */
export function fileTransport(dataDir: string, baseUrl: string): Transport {
  const folder = join(dataDir, 'mail')
  const composer = createTransport({ streamTransport: true, buffer: true, newline: 'windows' })
  return {
    async deliver(letter, from) {
      await mkdir(folder, { recursive: true, mode: 0o700 })
      const { message } = await composer.sendMail({
        ...compose(letter, from, baseUrl),
        keepBcc: true,
      } as never)
      const file = join(folder, `${String(letter.id).padStart(6, '0')}.eml`)
      await writeFile(file, message as Buffer, { mode: 0o600 })
      return null
    },
    close: () => {},
  }
}
