/**
 * A group mail to very many: `npm run trust -- group_mail`, DESTINATIONS=100000 DELIVERED=10000 by default. The office
 * writes, opens and sends it and reads the logs; part of it is delivered, with a kill in the middle. Nobody else waits
 * long, memory stays within a bound, and nobody receives two but those whose mail was in hand at the kill.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { aGroupMailInput } from '#server/builders/group_mail.ts'
import { MAX_CONNECTIONS } from '#server/platform/outbox/transport.ts'
import { mailbox } from '#server/testing/mailbox.ts'
import { createUsers } from '#server/testing/many_users.ts'
import { type Answer, openBrowser } from './browser.ts'
import { describeWaits, watchBystanders } from './bystanders.ts'
import { killAll } from './database_processes.ts'
import { residentMb } from './figures.ts'
import { createChecks } from './findings.ts'
import { freePort, newSettings, type ServerProcess, startServer, withServices } from './server_process.ts'
import { fillPeople } from './writers.ts'

const DESTINATIONS = Number(process.env.DESTINATIONS ?? 100_000)
const DELIVERED = Number(process.env.DELIVERED ?? 10_000)
/** The longest that someone else may wait, unless it was a fifth of that at rest: others may use the machine. In ms. */
const MAX_WAIT_MS = 1000
/** A proxy gives up after a minute. */
const MAX_ANSWER_S = 60
const MAX_GROWTH_MB = 500
/** Destinations of the group mails during whose sending the server is killed, and when, in ms. */
const FEW = 2000
const KILLED_AFTER_MS = [50, 200, 800, 3000]
/** How often the deliveries are counted. */
const INTERVAL_MS = 3000
/** A mail to one person overtakes the group mail. */
const MAX_SINGLE_MAIL_S = 15

const checks = createChecks()
const dataDir = mkdtempSync(join(tmpdir(), 'ao-group-mail-'))
const mailPort = await freePort()
const { settings, address } = await newSettings(dataDir, `smtp://127.0.0.1:${mailPort}`)
let server: ServerProcess | undefined
let mails: Awaited<ReturnType<typeof mailbox>> | undefined

try {
  const { office, proposers, users } = await withServices(settings, async (ground) => {
    const people = await fillPeople(ground, 1)
    return { ...people, users: await createUsers(ground.services.db, DESTINATIONS) }
  })
  server = await startServer(settings)
  const begun = server
  const watched = { address, proposer: proposers[0]!, pid: begun.process.pid! }
  await watchBystanders(watched, () => setTimeout(2000))
  const rest = await watchBystanders(watched, () => setTimeout(3000))
  console.log(`at rest: ${describeWaits(rest.waits)}`)
  const allowed = Math.max(MAX_WAIT_MS, 5 * rest.waits.longest)

  let browser = await openBrowser(address, office)
  const meanwhile = async (what: string, method: string, path: string, body?: object): Promise<Answer> => {
    const { result, seconds, waits } = await watchBystanders(watched, () => browser(method, path, body))
    checks.check(
      what,
      result.status === 200 && waits.longest <= allowed && seconds <= MAX_ANSWER_S,
      `${result.status} after ${seconds.toFixed(1)} s, ${(result.bytes.length / 1e6).toFixed(1)} MB; ${describeWaits(waits)}`,
    )
    return result
  }
  const input = aGroupMailInput({
    content: `Dear #name# of #affiliation#,\n\n${'The call is open. '.repeat(60)}`,
    destinations: users.map(({ id }) => id),
  })
  await meanwhile('all users, as the form loads them', 'GET', '/api/users/all')
  const { id } = (await meanwhile('a group mail is written', 'POST', '/api/group_mail/add', input)).json()
  await meanwhile('it is saved again', 'PUT', `/api/group_mail/${id}`, { ...input, version: 1 })
  await meanwhile('it is opened', 'GET', `/api/group_mail/${id}`)
  const other = (await meanwhile('another is written', 'POST', '/api/group_mail/add', input)).json().id
  await meanwhile('and deleted', 'PUT', `/api/group_mail/delete/${other}`, {})
  await meanwhile('the first is sent', 'POST', `/api/group_mail/send/${id}`, { version: 2 })
  const progressPath = `/api/group_mail/${id}?progress_only=1`
  for (const path of [
    '/api/group_mail',
    progressPath,
    '/api/mail_log',
    `/api/mail_log?state=waiting&page=${DESTINATIONS / 200}`,
    '/api/mail_log?person=guest99',
    '/api/mail_log?subject=news',
    '/api/audit_log',
    '/api/audit_log?object=group_mail',
  ])
    await meanwhile(path, 'GET', path)
  const grown = residentMb(begun.process.pid!) - rest.waits.before
  checks.check('memory that the server keeps', grown <= MAX_GROWTH_MB, `${grown.toFixed(0)} MB more`)

  mails = await mailbox({ port: mailPort })
  const { received } = mails
  const rates: number[] = []
  const deliver = async (count: number) => {
    while (received.length < count) {
      const before = received.length
      await setTimeout(INTERVAL_MS)
      rates.push(((received.length - before) / INTERVAL_MS) * 1000)
      if (rates.at(-1) === 0 && rates.at(-2) === 0 && rates.at(-3) === 0) break
    }
  }
  const { waits } = await watchBystanders(watched, () => deliver(DELIVERED / 2))
  checks.check('others while it is delivered', waits.longest <= allowed, describeWaits(waits))
  await begun.kill()
  server = await startServer(settings)
  browser = await openBrowser(address, office)
  const visitor = await openBrowser(address)
  await visitor('POST', '/api/password/request', { email: users[0]!.email })
  const asked = performance.now()
  const arrived = () => received.some(({ raw }) => /^Subject: Password reset/imu.test(raw))
  while (!arrived() && performance.now() - asked < MAX_SINGLE_MAIL_S * 1000) await setTimeout(100)
  checks.check(
    'a password mail overtakes it',
    arrived(),
    `after ${((performance.now() - asked) / 1000).toFixed(1)} s`,
  )
  await deliver(DELIVERED)
  const [first, last] = [rates[0]!, rates.at(-1)!]
  checks.check(
    'delivered steadily',
    received.length >= DELIVERED && last > first / 4,
    `${first.toFixed(0)} a second at first, ${last.toFixed(0)} at last`,
  )
  const { delivered, waiting, failed } = (await browser('GET', progressPath)).json().progress
  checks.check(
    'every mail is delivered or waits',
    delivered + waiting === DESTINATIONS && failed === 0,
    `${delivered} delivered, ${waiting} waiting, ${failed} failed`,
  )
  const ids = new Set(received.map(({ raw }) => /^Message-ID: (\S+)/imu.exec(raw)?.[1]))
  const twice = received.length - ids.size
  checks.check('received twice, of those in hand at the kill', twice <= MAX_CONNECTIONS, twice)

  // Whoever gets no answer asks again.
  const few = users.slice(0, FEW).map((user) => user.id)
  for (const afterMs of KILLED_AFTER_MS) {
    const added = await browser('POST', '/api/group_mail/add', aGroupMailInput({ destinations: few }))
    const again = added.json().id
    const send = () => browser('POST', `/api/group_mail/send/${again}`, {})
    const first = send().catch(() => null)
    await setTimeout(afterMs)
    await server.kill()
    const answered = (await first)?.status ?? 'no answer'
    server = await startServer(settings)
    browser = await openBrowser(address, office)
    const { message } = (await send()).json()
    const { progress: sent } = (await browser('GET', `/api/group_mail/${again}?progress_only=1`)).json()
    checks.check(
      `killed ${afterMs} ms after Send, and sent again: one mail to each`,
      sent.delivered + sent.waiting === FEW,
      `${answered}, then “${message}”`,
    )
  }
} finally {
  killAll(dataDir, server)
  await mails?.close()
  rmSync(dataDir, { recursive: true, force: true })
}
checks.end()
