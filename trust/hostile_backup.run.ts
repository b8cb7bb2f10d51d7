/**
 * Backups under hostile load: `npm run trust -- hostile_backup`, BACKUPS=3 SEED=1 by default. Meanwhile proposers save,
 * replace and remove PDFs, the office imports samples and sends group mails, a second backup is tried, a migration
 * changes a table, the disk of the archive fills up, and a backup is killed. Each archive is one moment, and nobody
 * waits long for it.
 */
import { existsSync, mkdtempSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import pg from 'pg'
import { aGroupMailInput } from '#server/builders/group_mail.ts'
import type { Db } from '#server/platform/context.ts'
import { mailbox } from '#server/testing/mailbox.ts'
import { createUsers } from '#server/testing/many_users.ts'
import { seededRandom } from '#server/testing/two_in_a_grid/tab.ts'
import { runAdmin } from './admin.ts'
import { openBrowser } from './browser.ts'
import { describeWaits, watchBystanders } from './bystanders.ts'
import { killAll } from './database_processes.ts'
import { createDisk, fillUp } from './disk.ts'
import { createChecks } from './findings.ts'
import { emptyInstallation, type Installation } from './installations.ts'
import { checkRestored } from './restored.ts'
import { freePort, type ServerProcess, startServer, withServices } from './server_process.ts'
import { createPdfs, fillPeople, runWriters, Tally } from './writers.ts'

const { BACKUPS = '3', SEED = '1' } = process.env
const DESTINATIONS = 500
const SAMPLES = 300
/** The longest that anyone may wait, in ms, or three times what it was without a backup: the writers occupy two cores. */
const MAX_WAIT_MS = 3000

const random = seededRandom(Number(SEED))
const checks = createChecks()
const folder = mkdtempSync(join(tmpdir(), 'ao-hostile-'))
const archive = (name: string | number) => join(folder, `${name}.zip`)
const mails = await mailbox()
const source = await emptyInstallation(null)
const places: Installation[] = [source]
const settings = { ...source.settings, PORT: String(await freePort()), SMTP_URL: mails.url }
const address = `http://127.0.0.1:${settings.PORT}`
const tally = new Tally()
let server: ServerProcess | undefined

/** Repeats `act` until `end`; an answer other than `meant` is a fault. */
async function repeat(
  what: string,
  end: AbortSignal,
  act: (n: number) => Promise<{ status: number; bytes: Buffer }>,
  meant = [200],
) {
  for (let n = 1; !end.aborted; n++) {
    const { status, bytes } = await act(n)
    tally.count(`${what}: ${status}`)
    if (!meant.includes(status))
      tally.faults.push(`${what} was answered ${status} ${bytes.toString().slice(0, 200)}`)
  }
}

const catalogue = (n: number) =>
  ['Asteroid,Name,Type', ...Array.from({ length: SAMPLES }, (_, i) => `Ryugu,I${n}-${i},Particle`)].join(
    '\r\n',
  )

/** The office imports catalogues and sends group mails until `end`. */
async function runOffice(session: string, destinations: number[], end: AbortSignal) {
  const browser = await openBrowser(address, session)
  const importSamples = async (n: number) => {
    const form = new FormData()
    form.set('file', new Blob([catalogue(n)], { type: 'text/csv' }), 'catalogue.csv')
    form.set('dry_run', '0')
    return browser('POST', '/api/samples/import', form)
  }
  const sendMail = async () => {
    const added = await browser('POST', '/api/group_mail/add', aGroupMailInput({ destinations }))
    return browser('POST', `/api/group_mail/send/${added.json().id}`, { version: 1 })
  }
  await Promise.all([repeat('import', end, importSamples), repeat('group mail', end, sendMail)])
}

/** Someone uploads a PDF and removes it again, until `end`. */
async function runRemover(session: string, proposal_id: number, pdf: Buffer, end: AbortSignal) {
  const browser = await openBrowser(address, session)
  await repeat('upload and remove', end, (n) => {
    const form = new FormData()
    form.set('title', 'Water in grains')
    if (n % 2 === 0) form.set('remove_file', '1')
    else form.set('file', new Blob([new Uint8Array(pdf)], { type: 'application/pdf' }), 'plan.pdf')
    return browser('POST', `/api/proposals/edit/${proposal_id}`, form)
  })
}

/** Each import and each group mail is in the archive whole or not at all. */
async function checkRows(name: string, db: Db) {
  const imports = await db
    .selectFrom('samples')
    .select([({ fn }) => fn.countAll<number>().as('count')])
    .where('name', 'like', 'I%-%')
    .groupBy((eb) => eb.fn('split_part', ['name', eb.val('-'), eb.val(1)]))
    .execute()
  checks.check(
    `${name}: imports, each whole`,
    imports.every(({ count }) => count === SAMPLES),
    imports.length,
  )
  const sent = await db
    .selectFrom('group_mails as g')
    .select((eb) => [
      'g.transmission_status',
      eb
        .selectFrom('mails as m')
        .whereRef('m.group_mail_id', '=', 'g.id')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .as('count'),
    ])
    .execute()
  checks.check(
    `${name}: group mails, each whole`,
    sent.every(({ transmission_status, count }) => count === (transmission_status === 1 ? DESTINATIONS : 0)),
    sent.length,
  )
}

/** Waits until an archive is being written. */
async function untilBegun(file: string, isRunning: () => boolean) {
  while (!existsSync(`${file}.part`) && isRunning()) await setTimeout(2)
}

/** Tries to change a table as a migration does, while an archive is written; answers 'done' or why it gave up. */
async function tryMigration(file: string, isRunning: () => boolean): Promise<string> {
  await untilBegun(file, isRunning)
  const client = new pg.Client({ connectionString: await source.url() })
  await client.connect()
  try {
    await client.query(`begin; set local lock_timeout = '500ms'; alter table proposals add column later text`)
    return 'done'
  } catch (error) {
    return (error as Error).message
  } finally {
    await client.query('rollback')
    await client.end()
  }
}

async function checkFullDisk() {
  const disk = createDisk('8M')
  try {
    fillUp(join(disk.folder, 'filler'))
    const file = join(disk.folder, 'full.zip')
    const before = readdirSync(disk.folder).length
    const { status, said } = await runAdmin(['backup', file], settings)
    checks.check(
      'a full disk: the backup says so and leaves nothing',
      status === 1 && /cannot be written/u.test(said) && readdirSync(disk.folder).length === before,
      said.split('\n').at(-1),
    )
  } finally {
    await disk.remove()
  }
}

try {
  const { office, proposers, users } = await withServices(source.settings, async (ground) => ({
    ...(await fillPeople(ground, 14)),
    users: await createUsers(ground.services.db, DESTINATIONS),
  }))
  const [bystander, remover, ...writers] = proposers
  const pdfs = await createPdfs(8)
  server = await startServer(settings)
  const pid = server.process.pid!
  const end = new AbortController()
  const load = { address, proposers: writers, pdfs, tally, random }
  const loading = Promise.all([
    runWriters(load, end.signal),
    runRemover(remover!.session, remover!.proposal_id, pdfs[0]!, end.signal),
    runOffice(
      office,
      users.map(({ id }) => id),
      end.signal,
    ),
  ])
  const watched = { address, proposer: bystander!, pid }
  const alone = await watchBystanders(watched, () => setTimeout(10_000))
  console.log(`without a backup: ${describeWaits(alone.waits)}`)

  const notices = new Map<string, string[]>()
  for (let n = 1; n <= Number(BACKUPS); n++) {
    const name = `backup ${n}`
    notices.set(name, [...tally.notices])
    let isRunning = true
    const { result, waits } = await watchBystanders(watched, async () => {
      const migrating = tryMigration(archive(name), () => isRunning)
      const both = [name, `${name}, second`].map((one) => runAdmin(['backup', archive(one)], settings))
      const taken = await Promise.all(both)
      isRunning = false
      return { taken, migration: await migrating }
    })
    const { taken, migration } = result
    const whole = taken.filter(({ status }) => status === 0)
    const refused = taken.filter(({ status, said }) => status === 1 && /Another backup/u.test(said))
    checks.check(
      `${name}: two at once, of which one is refused unless the first has ended`,
      whole.length > 0 && whole.length + refused.length === taken.length,
      taken.map(({ said, seconds }) => `${seconds.toFixed(1)} s ${said.split(': ').at(-1)}`).join(' / '),
    )
    if (!existsSync(archive(name))) renameSync(archive(`${name}, second`), archive(name))
    checks.check(
      `${name}: nobody waited long`,
      waits.longest <= Math.max(MAX_WAIT_MS, 3 * alone.waits.longest),
      describeWaits(waits),
    )
    checks.check(`${name}: a migration meanwhile`, /^done$|lock timeout/u.test(migration), migration)
  }
  await checkFullDisk()
  const killed = await runAdmin(['backup', archive('killed')], settings, async (child) => {
    await untilBegun(archive('killed'), () => child.exitCode === null)
    child.kill('SIGKILL')
  })
  checks.check('a killed backup leaves no archive', killed.status !== 0 && !existsSync(archive('killed')))
  notices.set('killed', [...tally.notices])
  const again = await runAdmin(['backup', archive('killed')], settings)
  checks.check('the next one, right after it', again.status === 0, again.said.split(': ').at(-1))

  end.abort()
  await loading
  console.log(tally.answers)
  for (const [name, before] of notices) {
    const place = await emptyInstallation(null)
    places.push(place)
    await checkRestored(checks, name, {
      file: archive(name),
      place,
      notices: before,
      proposers: [...writers, remover!],
      checkRows: (db) => checkRows(name, db),
    })
  }
  checks.check('nothing unexpected', tally.faults.length === 0, tally.faults.slice(0, 3).join('; '))
} finally {
  killAll(source.dataDir, server)
  await mails.close()
  for (const place of places) await place.remove()
  rmSync(folder, { recursive: true, force: true })
}
checks.end()
