import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createTransport } from 'nodemailer'

/** A mail on its way out. */
export interface Letter {
  id: number
  recipients: string[]
  bcc: string[]
  reply_to: string | null
  subject: string
  body: string
}
export interface Transport {
  deliver(letter: Letter, from: string): Promise<void>
  close(): void
}

const compose = (letter: Letter, from: string, host: string) => ({
  from,
  to: letter.recipients,
  bcc: letter.bcc,
  replyTo: letter.reply_to ?? undefined,
  subject: letter.subject,
  text: letter.body,
  // The same id at every try: a receiver can tell a repeated delivery.
  messageId: `<mail-${letter.id}@${host}>`,
  textEncoding: 'quoted-printable' as const,
})

/** Sends over SMTP, one connection kept open; 30 seconds without an answer is a failure. */
export function smtpTransport(url: string, host: string): Transport {
  const patience = { connectionTimeout: 30_000, greetingTimeout: 30_000, socketTimeout: 30_000 }
  const mailer = createTransport({ url, pool: true, maxConnections: 1, ...patience })
  return {
    deliver: async (letter, from) => void (await mailer.sendMail(compose(letter, from, host))),
    close: () => mailer.close(),
  }
}

/** Writes each mail as a file that any mail program opens: DATA_DIR/mail/000042.eml. */
export function fileTransport(dataDir: string, host: string): Transport {
  const folder = join(dataDir, 'mail')
  const composer = createTransport({ streamTransport: true, buffer: true, newline: 'windows' })
  return {
    async deliver(letter, from) {
      await mkdir(folder, { recursive: true, mode: 0o700 })
      const { message } = await composer.sendMail({ ...compose(letter, from, host), keepBcc: true } as never)
      const file = join(folder, `${String(letter.id).padStart(6, '0')}.eml`)
      await writeFile(file, message as Buffer, { mode: 0o600 })
    },
    close: () => {},
  }
}
