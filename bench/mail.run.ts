import { performance } from 'node:perf_hooks'
import { SMTPServer } from 'smtp-server'
import { aGroupMail } from '#server/builders/group_mail.ts'
import { aUser } from '#server/builders/people.ts'
import { sendGroupMail, showGroupMail } from '#server/mail/service.ts'
import { context } from '#server/platform/context.ts'
import { smtpTransport } from '#server/platform/outbox/transport.ts'
import { startWorker } from '#server/platform/outbox/worker.ts'
import { createUsers } from '#server/testing/many_users.ts'
import { withSystem } from './system.ts'

// Time to queue and to deliver a group mail to 2,000 recipients, by the mail server's delay per mail.
// Run: npm run bench -- mail
const DESTINATIONS = 2000
const seconds = (from: number) => `${((performance.now() - from) / 1000).toFixed(2)} s`

/** A mail server that accepts every mail after a delay in ms. */
async function server(thinks: number) {
  let received = 0
  const smtp = new SMTPServer({
    disabledCommands: ['STARTTLS', 'AUTH'],
    onData(stream, _, done) {
      stream.resume()
      stream.on('end', () => {
        received++
        setTimeout(done, thinks)
      })
    },
  })
  await new Promise<void>((resolve) => smtp.listen(0, '127.0.0.1', resolve))
  const { port } = smtp.server.address() as { port: number }
  const stop = () => new Promise<void>((resolve) => smtp.close(resolve))
  return { url: `smtp://127.0.0.1:${port}`, received: () => received, stop }
}

await withSystem(
  async () => {},
  async ({ db, services }) => {
    const office = context(services, await aUser(context(services, null), ['admin']))
    const destinations = await createUsers(db, DESTINATIONS)
    for (const thinks of [0, 50]) {
      const content = `Dear #name# of #affiliation#,\n\n${'The call is open. '.repeat(60)}`
      const id = await aGroupMail(office, { content, destinations })
      const queued = performance.now()
      await sendGroupMail(office, id, {})
      console.log(`queued ${DESTINATIONS} letters in ${seconds(queued)}`)
      const read = performance.now()
      await showGroupMail(office, id, true)
      console.log(`read the progress in ${seconds(read)}`)
      const smtp = await server(thinks)
      const delivered = performance.now()
      const transport = smtpTransport(smtp.url, 'https://example.org')
      const worker = startWorker(db, transport, async () => 'office@example.org', services.clock, console)
      while (smtp.received() < DESTINATIONS) await new Promise((resolve) => setTimeout(resolve, 20))
      console.log(`delivered them in ${seconds(delivered)}, the mail server taking ${thinks} ms for each`)
      await worker.stop()
      await smtp.stop()
    }
  },
)
