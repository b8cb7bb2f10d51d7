import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { performance } from 'node:perf_hooks'
import type { KyselyPlugin } from 'kysely'
import { ApplicantFilter } from '#domain/applicants/contract.ts'
import { PersonFilter, ProposerFilter } from '#domain/proposers/contract.ts'
import type { Actor } from '#domain/session/actor.ts'
import { listApplicants } from '#server/applicants/service.ts'
import { readConfig } from '#server/platform/config.ts'
import { context } from '#server/platform/context.ts'
import { openDatabase } from '#server/platform/database/database.ts'
import { startEmbedded } from '#server/platform/database/embedded.ts'
import { migrate } from '#server/platform/database/migrate.ts'
import { openFiles } from '#server/platform/files.ts'
import { listPeople, listProposers } from '#server/proposers/service.ts'
import { crowd } from './crowd.ts'

// How long the first page of each list of part 1 takes at 20,000 rows, for any mix of filters. Run: npm run bench
const RUNS = 15
const folder = mkdtempSync(join(tmpdir(), 'ao-bench-'))
const embedded = await startEmbedded(folder, () => {})
const { db, close } = openDatabase(embedded.url)
let queries = 0
try {
  await migrate(db)
  await crowd(db)
  const config = readConfig({ DATA_DIR: folder })
  const admin: Actor = { id: 1, email: 'admin@example.org', name: 'Admin', roles: ['admin'] }
  const services = { db, files: openFiles(folder, undefined), config, clock: () => new Date() }
  const counting: KyselyPlugin = {
    transformQuery({ node }) {
      queries += 1
      return node
    },
    transformResult: async ({ result }) => result,
  }
  const counted = { ...services, db: db.withPlugin(counting) }
  const ctx = context(counted, admin)
  const mixes = [
    {},
    { term_id: 10 },
    { name: 'sato12' },
    { email: 'person1999@' },
    { affiliation: 'institute 17 planetary' },
    { name: 'zoe', affiliation: 'institute', term_id: 10 },
    { collaborator_name: 'muñoz', collaborator_email: 'person77' },
    { collaborator_affiliation: 'institute 3', term_id: 4 },
    { proposal_title: 'study 4711', status: [0, 1] },
    { early_career: 1, not_created: false, not_submitted: true, submitted: false },
    { page: 500 },
  ]
  for (const [name, filter, list] of [
    ['applicants', ApplicantFilter, listApplicants],
    ['proposers', ProposerFilter, listProposers],
    ['people', PersonFilter, listPeople],
  ] as const)
    for (const mix of mixes) {
      const query = filter.parse(mix) as never
      const times: number[] = []
      let total = 0
      queries = 0
      for (let i = 0; i < RUNS; i++) {
        const start = performance.now()
        total = (await list(ctx, query)).total
        times.push(performance.now() - start)
      }
      times.sort((a, b) => a - b)
      const ms = (share: number) => times[Math.floor(share * (RUNS - 1))]!.toFixed(1).padStart(8)
      console.log(
        `${name.padEnd(11)}${ms(0.5)}${ms(1)} ms ${String(total).padStart(7)} rows ${queries / RUNS} queries  ${JSON.stringify(mix)}`,
      )
    }
} finally {
  await close()
  await embedded.stop()
  rmSync(folder, { recursive: true, force: true })
}
