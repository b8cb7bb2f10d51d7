import { createServer, type Server, type Socket } from 'node:net'
import { createTransport } from 'nodemailer'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'
import { describe, expect, test } from 'vitest'
import { AUTHORITY, certificate } from '../../testing/certificates/index.ts'
import { refusal } from '../../testing/mailbox.ts'
import { mailErrorCause, mailErrorDetail } from './mail_errors.ts'
import { DeliveryError, smtpTransport } from './transport.ts'

const LETTER = {
  id: 1,
  kind: 'notice_receipt',
  recipients: ['zoe@example.org'],
  bcc: [],
  reply_to: null,
  subject: 'Your notice',
  body: 'Dear Zoe',
  calendar: null,
}
const TRUSTING = `?tls.ca=${encodeURIComponent(AUTHORITY)}`

/** Why a mail over `url` is not delivered, as the log and the Mail log say it. */
async function failureOf(url: string) {
  const transport = smtpTransport(url, 'https://example.org')
  const error = await transport.deliver(LETTER, 'office@example.org').then(
    () => null,
    (thrown: unknown) => thrown,
  )
  transport.close()
  expect(error).toBeInstanceOf(DeliveryError)
  const { cause, message, final } = error as DeliveryError
  return { cause, message, final }
}

const causeOf = async (url: string) => (await failureOf(url)).cause

type Listener = Pick<Server, 'listen' | 'close'>
const listening = async (listener: Listener, server: Server) => {
  await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as { port: number }
  return { port, close: () => new Promise<void>((resolve) => listener.close(() => resolve())) }
}

async function withMailServer<T>(options: SMTPServerOptions, work: (port: number) => Promise<T>) {
  const mails = new SMTPServer({ authOptional: true, ...options })
  mails.on('error', () => {})
  const { port, close } = await listening(mails as unknown as Listener, mails.server)
  await work(port).finally(close)
}

/** The cause when `answer` does what it likes with a connection. */
async function causeAt(answer: (socket: Socket) => void, query = '') {
  const server = createServer((socket) => answer(socket.on('error', () => {})))
  const { port, close } = await listening(server, server)
  return causeOf(`smtp://127.0.0.1:${port}/${query}`).finally(close)
}
const PLAIN = { disabledCommands: ['STARTTLS'] }

describe('the cause of a mail error', () => {
  const expired = "The mail server's certificate has expired."
  const selfSigned = "The mail server's certificate is self-signed and not trusted here."
  const unknown =
    "The mail server's certificate comes from an authority that is not trusted here, or its intermediate certificate is missing."
  const otherName = "The mail server's certificate is for another host name."
  test.each([
    ['expired', TRUSTING, expired],
    ['self_signed', TRUSTING, selfSigned],
    ['trusted', '', unknown],
    ['other_name', TRUSTING, otherName],
  ] as const)('is what is wrong with the certificate: %s', async (name, query, cause) => {
    for (const secure of [true, false])
      await withMailServer({ secure, ...certificate(name) }, async (port) => {
        const url = `${secure ? 'smtps' : 'smtp'}://localhost:${port}/${query}`
        expect([secure, await causeOf(url)]).toEqual([secure, cause])
      })
  })

  test('is none when the certificate is good', () =>
    withMailServer({ secure: true, ...certificate('trusted') }, async (port) => {
      const mailer = createTransport(`smtps://localhost:${port}/${TRUSTING}`)
      expect(await mailer.verify()).toBe(true)
      mailer.close()
    }))

  test('is that nothing listens, or that the host is not known', async () => {
    const server = createServer()
    const { port, close } = await listening(server, server)
    await close()
    expect(await causeOf(`smtp://127.0.0.1:${port}`)).toBe('The connection to the mail server was refused.')
    expect(await causeOf('smtp://mail.invalid')).toBe('The host name of the mail server is not known.')
  })

  test('is a server that says nothing, hangs up, or is none', async () => {
    expect(await causeAt(() => {}, '?greetingTimeout=50')).toBe('The mail server did not answer in time.')
    expect(await causeAt((socket) => socket.destroy())).toBe('The connection to the mail server was lost.')
    expect(await causeAt((socket) => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n'))).toBe(
      'Something other than a mail server answers at that address and port.',
    )
    expect(await causeAt((socket) => socket.end('554 No SMTP service here\r\n'))).toBe(
      'The mail server refused the connection (554).',
    )
  })

  test('is TLS at the wrong port, or none offered', () =>
    withMailServer(PLAIN, async (port) => {
      expect(await causeOf(`smtps://localhost:${port}`)).toBe(
        'The mail server does not expect TLS at this port: smtps:// is for port 465, smtp:// for 587 and 25.',
      )
      expect(await causeOf(`smtp://localhost:${port}/?requireTLS=true`)).toBe(
        'The mail server does not offer TLS (500).',
      )
    }))

  test('is the password, or that there is none', () =>
    withMailServer(
      {
        ...PLAIN,
        authOptional: false,
        onAuth: (_auth, _session, callback) => callback(new Error('Invalid username or password')),
      },
      async (port) => {
        expect(await causeOf(`smtp://ao:wrong@localhost:${port}`)).toBe(
          'The mail server did not accept the user name or the password (535).',
        )
        expect(await causeOf(`smtp://localhost:${port}`)).toBe(
          'The mail server wants a user name and a password (530).',
        )
      },
    ))

  test('is the sender, the recipient or the mail, without their addresses but in the detail', async () => {
    const sender = refusal(553, '5.7.1 <office@example.org> may not send')
    await withMailServer({ ...PLAIN, onMailFrom: (_address, _session, no) => no(sender) }, async (port) => {
      const failure = await failureOf(`smtp://localhost:${port}`)
      expect(failure).toEqual({
        cause: 'The mail server refused the sender (553 5.7.1).',
        message: 'The mail server refused the sender: 553 5.7.1 <office@example.org> may not send',
        final: false,
      })
    })
    const recipient = refusal(550, 'no such user zoe')
    await withMailServer({ ...PLAIN, onRcptTo: (_address, _session, no) => no(recipient) }, async (port) => {
      const failure = await failureOf(`smtp://localhost:${port}`)
      expect(failure).toEqual({
        cause: 'The mail server refused the recipient (550).',
        message: 'The mail server refused the recipient: 550 no such user zoe',
        final: true,
      })
    })
    const onData: SMTPServerOptions['onData'] = (stream, _session, no) =>
      stream.resume().on('end', () => no(refusal(552, '5.3.4 too large')))
    await withMailServer({ ...PLAIN, onData }, async (port) => {
      expect(await causeOf(`smtp://localhost:${port}`)).toBe('The mail server refused the mail (552 5.3.4).')
    })
  })

  test('names the code of what is not foreseen', () => {
    const error = Object.assign(new Error('x'), { code: 'ENEW' })
    expect(mailErrorCause(error)).toBe('The mail could not be handed over (ENEW).')
    expect(mailErrorDetail(error)).toBe('The mail could not be handed over (ENEW).')
  })
})
