import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { performance } from 'node:perf_hooks'
import { ApplicantFilter } from '#domain/applicants/contract.ts'
import { PersonFilter, ProposerFilter } from '#domain/proposers/contract.ts'
import type { Actor } from '#domain/session/actor.ts'
import { exports } from '#server/exports.ts'
import { readConfig } from '#server/platform/config.ts'
import { context } from '#server/platform/context.ts'
import { csvStream } from '#server/platform/csv.ts'
import { openDatabase } from '#server/platform/database/database.ts'
import { startEmbedded } from '#server/platform/database/embedded.ts'
import { migrate } from '#server/platform/database/migrate.ts'
import { openFiles } from '#server/platform/files.ts'
import { crowd } from './crowd.ts'

// How long a CSV of 20,000 applicants and proposers (100,000 people) takes, and how much memory. Run: npm run bench:exports
const folder = mkdtempSync(join(tmpdir(), 'ao-bench-'))
const embedded = await startEmbedded(folder, () => {})
const { db, close } = openDatabase(embedded.url)
const megabytes = (bytes: number) => (bytes / 1024 / 1024).toFixed(0).padStart(5)
try {
  await migrate(db)
  await crowd(db)
  const admin: Actor = { id: 1, email: 'admin@example.org', name: 'Admin', roles: ['admin'] }
  const config = readConfig({ DATA_DIR: folder })
  const ctx = context({ db, files: openFiles(folder, undefined), config, clock: () => new Date() }, admin)
  for (const [name, filter] of [
    ['applicants', ApplicantFilter],
    ['proposers', ProposerFilter],
    ['proposers_and_collaborators', PersonFilter],
  ] as const) {
    const found = exports.find((one) => one.name === name)
    if (!found) throw new Error(`There is no export ${name}.`)
    const start = performance.now()
    let [bytes, chunks, peak] = [0, 0, 0]
    for await (const chunk of await csvStream(ctx, found, filter.parse({}))) {
      bytes += (chunk as Buffer).length
      chunks += 1
      if (chunks % 50 === 0) peak = Math.max(peak, process.memoryUsage().heapUsed)
    }
    const seconds = ((performance.now() - start) / 1000).toFixed(1)
    console.log(`${name.padEnd(28)} ${seconds} s, ${megabytes(bytes)} MB, heap at most ${megabytes(peak)} MB`)
  }
} finally {
  await close()
  await embedded.stop()
  rmSync(folder, { recursive: true, force: true })
}
