import { SMTPServer, type SMTPServerSession } from 'smtp-server'

interface Received {
  to: string[]
  raw: string
}

/** A mail server's answer: an error with a code, a dropped connection, or null to accept. */
type Answer = Error | 'drop' | null

interface MailboxOptions {
  /** To a recipient. */
  recipient?: (address: string) => Error | null
  /** To the `n`-th mail, from 1. */
  mail?: (n: number) => Answer
  delayMs?: number
  /** Any free port by default. */
  port?: number
}

/** A refusal with its SMTP code: 550 is permanent, 451 temporary. */
export const refusal = (responseCode: number, message: string) =>
  Object.assign(new Error(message), { responseCode })

/** A real SMTP server that keeps what it receives. */
export async function mailbox({
  recipient = () => null,
  mail = () => null,
  delayMs: slow = 0,
  port: at = 0,
}: MailboxOptions = {}) {
  const received: Received[] = []
  const sockets = new Map<string, () => void>()
  let n = 0
  const server = new SMTPServer({
    disabledCommands: ['STARTTLS', 'AUTH'],
    maxClients: 50,
    onRcptTo({ address }, _, callback) {
      callback(recipient(address))
    },
    onData(stream, session, callback) {
      const chunks: Buffer[] = []
      stream.on('data', (chunk) => chunks.push(chunk))
      stream.on('end', () => {
        const answer = mail(++n)
        if (answer === 'drop') return drop(session)
        if (answer) return callback(answer)
        const to = session.envelope.rcptTo.map(({ address }) => address)
        received.push({ to, raw: Buffer.concat(chunks).toString() })
        if (slow) setTimeout(callback, slow)
        else callback()
      })
    },
  })
  // Killed clients are expected.
  server.on('error', () => {})
  server.server.on('connection', (socket) => {
    sockets.set(`${socket.remotePort}`, () => socket.destroy())
  })
  const drop = ({ remotePort }: SMTPServerSession & { remotePort?: number }) =>
    sockets.get(`${remotePort}`)?.()
  await new Promise<void>((resolve) => server.listen(at, '127.0.0.1', resolve))
  const { port } = server.server.address() as { port: number }
  const close = () => new Promise<void>((resolve) => server.close(resolve))
  return { received, url: `smtp://127.0.0.1:${port}`, close }
}
