/**
 * Backup and restore, `npm run trust -- backup`: taken while people write, restored into an empty database of the same
 * and of another major version, every row and file compared. SEED=1 by default.
 */
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import { createDemonstrationContext } from '#server/demonstration/context.ts'
import { createDemonstration } from '#server/demonstration/create.ts'
import { ACCOUNTS, PASSWORD } from '#server/demonstration/fill.ts'
import { openArchive } from '#server/platform/backup/archive.ts'
import { context } from '#server/platform/context.ts'
import type { OpenServices } from '#server/process.ts'
import { hashPassword } from '#server/session/password_hash.ts'
import { readAllTables } from '#server/testing/all_tables.ts'
import { mailbox } from '#server/testing/mailbox.ts'
import { seededRandom } from '#server/testing/two_in_a_grid/tab.ts'
import { runAdmin } from './admin.ts'
import { openBrowser, sessionOf } from './browser.ts'
import { createChecks } from './findings.ts'
import { emptyInstallation, type Installation, otherServer } from './installations.ts'
import { waitUntilMailed } from './mail_check.ts'
import { checkRestored } from './restored.ts'
import { freePort, startServer, withServices } from './server_process.ts'
import {
  addProposers,
  checkDrafts,
  createPdfs,
  digestOf,
  type Proposer,
  runWriters,
  Tally,
} from './writers.ts'

const random = seededRandom(Number(process.env.SEED ?? 1))
const checks = createChecks()
const folder = mkdtempSync(join(tmpdir(), 'ao-backups-'))
const archive = (name: string) => join(folder, `${name}.zip`)
const password_hash = await hashPassword(PASSWORD)
const pdfs = await createPdfs(8)

/** Every area has rows: three calls that went all the way and one that is open, and people who will write in it. */
async function fill({ services }: OpenServices) {
  const tx = await services.db.startTransaction().execute()
  await createDemonstration(createDemonstrationContext({ ...services, db: tx }), password_hash)
  await tx.commit().execute()
  const office = await services.db
    .selectFrom('users')
    .select(['id', 'email', 'name'])
    .where('email', '=', ACCOUNTS[0]!)
    .executeTakeFirstOrThrow()
  return {
    office: await sessionOf(services.db, office.id),
    proposers: await addProposers(services, context(services, { ...office, roles: ['admin'] }), 12),
  }
}

const digests = (dataDir: string) => {
  const files = join(dataDir, 'files')
  return Object.fromEntries(readdirSync(files).map((key) => [key, digestOf(readFileSync(join(files, key)))]))
}

/** What the database of a place that nobody serves holds, every row of it. */
const rowsOf = (place: Installation) =>
  withServices(place.settings, async () => readAllTables(await place.url()))

/** Takes backups of a system on `from` while it is written to, and restores them on `to`. */
async function checkBackup(from: string | null, to: string | null, name: string) {
  const source = await emptyInstallation(from)
  const places: Installation[] = [source]
  const place = async (settings = {}) => {
    const made = await emptyInstallation(to, settings)
    places.push(made)
    return made
  }
  const mails = await mailbox()
  const later = await mailbox()
  try {
    const { office, proposers } = await withServices(source.settings, fill)
    const settings = { ...source.settings, PORT: String(await freePort()), SMTP_URL: mails.url }
    const address = `http://127.0.0.1:${settings.PORT}`
    const server = await startServer(settings)
    const tally = new Tally()
    const load = { address, proposers, pdfs, tally, random }
    const end = new AbortController()
    const writing = runWriters(load, end.signal)
    while (tally.notices.length === 0) await setTimeout(500)
    const before = { notices: [...tally.notices], saves: tally.answers['save: 200'] ?? 0 }
    const busy = await runAdmin(['backup', archive(`${name}-busy`)], settings)
    const saves = (tally.answers['save: 200'] ?? 0) - before.saves
    checks.check(`${name}: a backup while people write`, busy.status === 0, busy.said.split(': ')[1])
    checks.check(
      `${name}: saves acknowledged while it was taken`,
      saves > 0 && tally.faults.length === 0,
      saves,
    )
    if (name.startsWith('embedded')) await checkInterruptedBackups(settings)
    end.abort()
    await writing
    await waitUntilMailed(address, office, tally)
    const quiet = await runAdmin(['backup', archive(name)], settings)
    const rows = await readAllTables(await source.url())
    checks.check(
      `${name}: a backup of a quiet system took`,
      quiet.status === 0,
      `${quiet.seconds.toFixed(1)} s, ${(statSync(archive(name)).size / 1e6).toFixed(1)} MB`,
    )

    const copy = await place({ PORT: String(await freePort()), SMTP_URL: later.url })
    const restored = await runAdmin(['restore', archive(name), '--send-waiting'], copy.settings)
    checks.check(
      `${name}: restored in`,
      restored.status === 0,
      `${restored.seconds.toFixed(1)} s ${restored.said}`,
    )
    const back = await rowsOf(copy)
    const differ = Object.keys({ ...rows, ...back }).filter((one) => !isDeepStrictEqual(rows[one], back[one]))
    const count = Object.values(rows).reduce((sum, one) => sum + one.length, 0)
    checks.check(
      `${name}: rows and sequences compared, all the same`,
      differ.length === 0,
      differ.join(', ') || count,
    )
    const spoken = Object.entries(digests(copy.dataDir))
    const had = digests(source.dataDir)
    const same = spoken.filter(([key, digest]) => had[key] === digest).length
    checks.check(`${name}: files compared, all the same`, same > 0 && same === spoken.length, same)
    const again = await runAdmin(['restore', archive(name)], copy.settings)
    checks.check(
      `${name}: a database that is not empty is refused`,
      again.status === 1 && /not empty/u.test(again.said),
    )
    await checkCopy(copy, proposers, tally, name)
    await checkRestored(checks, `${name}-busy`, {
      file: archive(`${name}-busy`),
      place: await place(),
      notices: before.notices,
      proposers,
    })
    await server.stop()
    checks.check(
      `${name}: nothing unexpected`,
      tally.faults.length === 0,
      tally.faults.slice(0, 3).join('; '),
    )
  } finally {
    await mails.close()
    await later.close()
    for (const one of places) await one.remove()
  }
}

/** A backup that is killed, or told to end, leaves no archive; told to, not even a part of one. */
async function checkInterruptedBackups(settings: Installation['settings']) {
  for (const signal of ['SIGKILL', 'SIGTERM'] as const) {
    const file = archive(signal)
    const { status } = await runAdmin(['backup', file], settings, async (child) => {
      while (!existsSync(`${file}.part`) && child.exitCode === null) await setTimeout(2)
      child.kill(signal)
    })
    const left = readdirSync(folder).filter((one) => one.startsWith(signal))
    const may = signal === 'SIGKILL' ? [`${signal}.zip.part`] : []
    checks.check(
      `a backup that ends by ${signal} leaves no archive`,
      status !== 0 && left.every((one) => may.includes(one)),
      left.join(', ') || 'nothing left',
    )
  }
}

/** People sign in at the copy and find their drafts and PDFs; nothing that was sent is sent again. */
async function checkCopy({ settings }: Installation, proposers: Proposer[], tally: Tally, name: string) {
  const copy = await startServer(settings)
  const address = `http://127.0.0.1:${settings.PORT}`
  try {
    const browser = await openBrowser(address)
    const body = { email: ACCOUNTS[0]!, password: PASSWORD }
    const signedIn = await browser('POST', '/api/admin/login', body)
    checks.check(`${name}: sign-in at the copy`, signedIn.status === 200 && signedIn.json().success === true)
    const faults = tally.faults.length
    await checkDrafts({ address, proposers, tally })
    checks.check(
      `${name}: drafts and PDFs as acknowledged, over HTTP`,
      tally.faults.length === faults,
      proposers.length,
    )
  } finally {
    await copy.stop()
  }
}

/** Archives cut or changed at random are refused, or what was changed is nothing that is read. */
async function checkDamagedArchives(name: string) {
  const whole = readFileSync(archive(name))
  const { manifest, close } = await openArchive(archive(name))
  close()
  const file = archive('spoilt')
  const answers = { refused: 0, harmless: 0, wrong: 0 }
  for (let i = 0; i < 60; i++) {
    const at = Math.floor(random() * whole.length)
    const bytes = i % 3 === 0 ? whole.subarray(0, at) : Buffer.from(whole)
    if (i % 3 !== 0) bytes[at]! ^= 1 << Math.floor(random() * 8)
    writeFileSync(file, bytes)
    const read = await openArchive(file).catch(() => null)
    read?.close()
    if (!read) answers.refused++
    else if (i % 3 !== 0 && isDeepStrictEqual(read.manifest, manifest)) answers.harmless++
    else answers.wrong++
  }
  checks.check(
    'archives cut or changed by one bit',
    answers.wrong === 0,
    `${answers.refused} refused, ${answers.harmless} changed where nothing is read`,
  )
  const place = await emptyInstallation(null)
  writeFileSync(file, whole.subarray(0, whole.length - 100))
  const { status, said } = await runAdmin(['restore', file], place.settings)
  checks.check(
    'a cut one is refused before anything is made',
    status === 1 && readdirSync(place.dataDir).length === 0,
    said,
  )
  await place.remove()
}

try {
  const other = await otherServer()
  if (!other) console.log('No other PostgreSQL answers here: embedded to embedded only.')
  const pairs: [string | null, string | null, string][] = other
    ? [
        [null, other.url, `embedded to ${other.major}`],
        [other.url, null, `${other.major} to embedded`],
      ]
    : [[null, null, 'embedded to embedded']]
  for (const [from, to, name] of pairs) await checkBackup(from, to, name)
  await checkDamagedArchives(pairs[0]![2])
} finally {
  rmSync(folder, { recursive: true, force: true })
}
checks.end()
