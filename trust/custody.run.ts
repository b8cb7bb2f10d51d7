/**
 * Custody: `npm run trust -- custody`, PIECES=500 HISTORIES=10000 KILLS=200 SEED=1 by default. Random histories of pieces,
 * with corrections, splits of splits, several loans of one parent and gas that is drawn down: at every commit masses balance
 * and each piece is in one pair of hands, and in the end holders and masses are rebuilt from the exported events alone. Then
 * the server is killed with SIGKILL again and again while curation weighs, loses and splits: nothing acknowledged is lost.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { setTimeout } from 'node:timers/promises'
import { aTerm, aUser } from '#server/builders/people.ts'
import { aBottle, aPiece } from '#server/builders/pieces.ts'
import { pieceEventExport } from '#server/custody/pieces/exports.ts'
import { findCustodyFaults } from '#server/custody/verify.ts'
import { context } from '#server/platform/context.ts'
import { csvStream } from '#server/platform/csv.ts'
import type { OpenServices } from '#server/process.ts'
import { readCsv } from '#server/testing/csv.ts'
import {
  custodyCast,
  findDifferences,
  findImbalance,
  foldedPieces,
  keptPieces,
  randomCommand,
  rebuiltPieces,
} from '#server/testing/custody_histories.ts'
import { seededRandom } from '#server/testing/two_in_a_grid/tab.ts'
import { type Browser, openBrowser, sessionOf } from './browser.ts'
import { killAll } from './database_processes.ts'
import { reportFaults } from './figures.ts'
import { newSettings, type ServerProcess, startServer, withServices } from './server_process.ts'

const { PIECES = '500', HISTORIES = '10000', KILLS = '200', SEED = '1' } = process.env
/** Commands of a history, at most. */
const COMMANDS = 6
/** Histories that run beside each other, on pieces of their own. */
const LANES = 4
/** People of curation who write while the server is killed, each with pieces of their own. */
const WRITERS = 6
const PIECES_OF_A_WRITER = 20

const random = seededRandom(Number(SEED))
const dataDir = mkdtempSync(join(tmpdir(), 'ao-custody-'))
const { settings, address } = await newSettings(dataDir, 'smtp://127.0.0.1:9')
const faults: string[] = []
const count = { done: 0, refused: 0, pieces: 0, events: 0, kills: 0, acknowledged: 0, unanswered: 0 }
let server: ServerProcess | undefined

async function runHistories({ services }: OpenServices) {
  const { db } = services
  const nobody = context(services, null)
  await aTerm(nobody)
  const actor = await aUser(nobody, ['admin'])
  // One context is in one transaction at a time.
  const officeOf = () => context(services, actor)
  const cast = await custodyCast(officeOf(), db)
  const roots: { id: number; address: string }[] = []
  for (let i = 0; i < Number(PIECES); i++) roots.push(await (i % 5 === 4 ? aBottle : aPiece)(officeOf()))
  let history = 0
  const begun = performance.now()
  const lane = async (own: typeof roots, part: number) => {
    const its = { ...cast, office: officeOf() }
    for (let n = 0; n < part; n++) {
      const { id } = own[n % own.length]!
      for (let command = 1 + Math.floor(random() * COMMANDS); command > 0; command--) {
        count[await randomCommand(its, db, id, random)]++
        faults.push(...findImbalance(await keptPieces(db, id)))
      }
      history++
      if (history % 1000 === 0)
        console.log(`${history} histories, ${((performance.now() - begun) / 1000).toFixed(0)} s`, count)
    }
  }
  const share = Math.ceil(Number(HISTORIES) / LANES)
  await Promise.all(
    Array.from({ length: LANES }, (_, i) =>
      lane(
        roots.filter((_, n) => n % LANES === i),
        Math.min(share, Number(HISTORIES) - i * share),
      ),
    ),
  )
  for (const { id, address: piece } of roots) {
    const kept = await keptPieces(db, id)
    count.pieces += kept.length
    faults.push(...findDifferences(kept, await foldedPieces(db, id)))
    const rows = readCsv(
      (await buffer(await csvStream(officeOf(), pieceEventExport, { address: piece }))).toString(),
    )
    count.events += rows.length
    // Void parts are on their own pages only.
    const shown = kept.filter(({ state, parent }) => state !== 'void' || parent === '')
    faults.push(...findDifferences(shown, rebuiltPieces(rows), { ids: false }))
  }
  faults.push(...(await findCustodyFaults(db)))
  console.log(`${Number(HISTORIES)} histories of ${PIECES} pieces, SEED=${SEED}`, count)
}

// Kills ------------------------------------------------------------------------------------------------------------------------

/** What was acknowledged of a piece: its number of events, and what it held then. */
interface Known {
  address: string
  version: number
  present: number
  state: string
}
interface Writer {
  session: string
  browser: Browser | null
  pieces: Known[]
}

async function fillWriters({ services }: OpenServices): Promise<Writer[]> {
  const nobody = context(services, null)
  const writers = []
  for (let i = 0; i < WRITERS; i++) {
    const { id } = await aUser(nobody, ['curation'])
    const known: Known[] = []
    for (let n = 0; n < PIECES_OF_A_WRITER; n++) {
      const piece = await aPiece(nobody, { weight: 1000 })
      known.push({ address: piece.address, version: 1, present: piece.present, state: piece.state })
    }
    writers.push({ session: await sessionOf(services.db, id), browser: null, pieces: known })
  }
  return writers
}

/** Reads what a piece is now; null without an answer. */
async function look({ browser }: Writer, piece: Known) {
  const answer = await browser!('GET', `/api/pieces/${piece.address}`).catch(() => null)
  if (answer?.status !== 200) return null
  const { version, present, state } = answer.json()
  return { address: piece.address, version, present, state } as Known
}

/** What the acknowledged says must be there: more events may be, from requests without an answer. */
function compare(now: Known, piece: Known) {
  if (now.version < piece.version)
    faults.push(`${piece.address} has ${now.version} events, ${piece.version} were acknowledged`)
  if (now.version === piece.version && (now.present !== piece.present || now.state !== piece.state))
    faults.push(`${piece.address} holds ${now.present} (${now.state}), ${piece.present} was acknowledged`)
}

async function writeOnce(writer: Writer) {
  writer.browser ??= await openBrowser(address, writer.session).catch(() => null)
  if (!writer.browser) {
    await setTimeout(100)
    return
  }
  const piece = writer.pieces[Math.floor(random() * writer.pieces.length)]!
  const now = await look(writer, piece)
  if (!now) {
    writer.browser = null
    return
  }
  compare(now, piece)
  Object.assign(piece, now)
  if (piece.state !== 'in_curation') return
  const [what, body, left] = commandFor(piece)
  const answer = await writer
    .browser('POST', `/api/pieces/${piece.address}/${what}`, { ...body, version: piece.version })
    .catch(() => null)
  if (!answer || answer.status >= 500) {
    count.unanswered++
    writer.browser = null
    return
  }
  if (answer.status !== 200 || answer.json().result !== 1) {
    faults.push(`${what}: ${answer.status} ${answer.json().message}`)
    return
  }
  count.acknowledged++
  piece.version++
  piece.present = left
  if (what === 'split') piece.state = 'split'
}

function commandFor({ present }: Known): [what: string, body: object, left: number] {
  const chance = random()
  if (chance < 0.02) {
    const amount = Math.floor(present / 2)
    const parts = [amount, present - amount].map((one) => ({ amount: one, form: 'Powder', place: '' }))
    return ['split', { parts, consumed: 0, lost: 0, method: '', note: '' }, 0]
  }
  const amount = 1 + Math.floor(random() * 20)
  if (chance < 0.5) return ['loss', { amount, reason: 'Stuck to the tweezers' }, present - amount]
  const found = present + Math.floor(random() * 9) - 4
  return ['weigh', { found, note: '' }, found]
}

async function runKills() {
  const writers = await withServices(settings, fillWriters)
  server = await startServer(settings)
  const end = new AbortController()
  const writing = writers.map(async (writer) => {
    while (!end.signal.aborted) await writeOnce(writer)
  })
  for (let kill = 0; kill < Number(KILLS); kill++) {
    await setTimeout(200 + random() * 800)
    await server.kill()
    server = await startServer(settings)
    count.kills++
    if (count.kills % 10 === 0) console.log(`${count.kills} kills`, count)
  }
  await setTimeout(500)
  end.abort()
  await Promise.all(writing)
  for (const writer of writers) {
    writer.browser = await openBrowser(address, writer.session)
    for (const piece of writer.pieces) compare((await look(writer, piece))!, piece)
  }
  await server.stop()
  await withServices(settings, async ({ services: { db } }) => {
    faults.push(...(await findCustodyFaults(db)))
  })
  console.log(`${KILLS} kills`, count)
}

try {
  await withServices(settings, runHistories)
  await runKills()
} finally {
  killAll(dataDir, server)
  rmSync(dataDir, { recursive: true, force: true })
}
reportFaults(faults)
