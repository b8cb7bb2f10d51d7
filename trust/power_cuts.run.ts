/**
 * Power cuts on an image of the file system: `npm run trust -- power_cuts`, CUTS=10 SEED=1 by default. The folder of the
 * data is an ext4 file system in a file. At a cut every process is stopped at once and the image copied: what had only
 * been written to memory is not in it. The copy is what the next start finds. Needs root and a loop device.
 */
import { renameSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { MAX_CONNECTIONS } from '#server/platform/outbox/transport.ts'
import { mailbox } from '#server/testing/mailbox.ts'
import { seededRandom } from '#server/testing/two_in_a_grid/tab.ts'
import { databaseProcesses, killAll, signal } from './database_processes.ts'
import { copyImage, createDisk } from './disk.ts'
import { reportFaults } from './figures.ts'
import { checkMails, waitUntilMailed } from './mail_check.ts'
import { newSettings, type ServerProcess, startServer, withServices } from './server_process.ts'
import { checkDrafts, createPdfs, fillPeople, runWriters, Tally } from './writers.ts'

const { CUTS = '10', SEED = '1' } = process.env
const random = seededRandom(Number(SEED))
const disk = createDisk('2G')
const dataDir = join(disk.folder, 'data')
const cut = `${disk.image}.cut`

const mails = await mailbox()
const { settings, address } = await newSettings(dataDir, mails.url)
const tally = new Tally()
const starts: number[] = []
let server: ServerProcess | undefined

/** Nobody writes any more, nothing that waits in memory reaches the disk, and the disk is as it is. */
async function cutPower({ process: { pid }, kill }: ServerProcess) {
  const all = [pid!, ...databaseProcesses(dataDir)]
  signal(all, 'SIGSTOP')
  copyImage(disk.image, cut)
  signal(all.slice(1), 'SIGKILL')
  await kill()
}

/** The disk that the cut left takes the place of the one that went on. */
async function bringBack() {
  await disk.unmount()
  renameSync(cut, disk.image)
  disk.mount()
}

try {
  const { proposers, office } = await withServices(settings, (ground) => fillPeople(ground, 12))
  const load = { address, proposers, pdfs: await createPdfs(8), tally, random }
  for (let n = 0; n < Number(CUTS); n++) {
    server = await startServer(settings)
    starts.push(server.startMs)
    await checkDrafts(load)
    const end = new AbortController()
    const writing = runWriters(load, end.signal)
    await setTimeout(2000 + random() * 4000)
    await cutPower(server)
    end.abort()
    await writing
    await bringBack()
  }
  server = await startServer(settings)
  await checkDrafts(load)
  await waitUntilMailed(address, office, tally)
  if ((await server.stop()) !== 0) tally.faults.push('the last server did not end cleanly')
  await withServices(settings, async ({ services: { db } }) => {
    const twice = await checkMails(db, tally, mails.received, Number(CUTS) * MAX_CONNECTIONS)
    console.log(`mails ${mails.received.length}, of them twice ${twice}`)
  })
  console.log(`${CUTS} power cuts, SEED=${SEED}`, tally.answers)
  console.log(
    `${tally.notices.length} Notices acknowledged; the slowest start ${Math.max(...starts).toFixed(0)} ms`,
  )
} finally {
  killAll(dataDir, server)
  await mails.close()
  await disk.remove()
}
reportFaults(tally.faults)
