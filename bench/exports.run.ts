/**
 * CSV files of 20,000 proposals and 100,000 people: seconds, size, and the heap after garbage collection at a tenth of the
 * stream and at its end.
 */
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { ApplicantFilter } from '#domain/applicants/contract.ts'
import { ProposalFilter } from '#domain/proposals/contract.ts'
import { PersonFilter, ProposerFilter } from '#domain/proposers/contract.ts'
import type { Actor } from '#domain/session/actor.ts'
import { exports } from '#server/downloads/routes.ts'
import { context } from '#server/platform/context.ts'
import { csvStream } from '#server/platform/csv.ts'
import { withFilledSystem } from './fixtures.ts'
import { figure, printHead, report } from './report.ts'

/** Allowed heap growth from a tenth of the stream to its end, in MB. */
const GROWTH = 20
const FILES = {
  proposals: ProposalFilter,
  applicants: ApplicantFilter,
  proposers: ProposerFilter,
  proposers_and_collaborators: PersonFilter,
}

setFlagsFromString('--expose-gc')
const collect = runInNewContext('gc') as () => void
const heap = () => {
  collect()
  return process.memoryUsage().heapUsed / 1e6
}

await withFilledSystem({ terms: 20, proposals: 1_000 }, async ({ services }) => {
  const admin: Actor = { id: 1, email: 'admin@example.org', name: 'Admin', roles: ['admin'] }
  const ctx = context(services, admin)
  printHead()
  for (const [name, filter] of Object.entries(FILES)) {
    const found = exports.find((one) => one.name === name)!
    const stream = () => csvStream(ctx, found, filter.parse({}))
    const start = performance.now()
    let size = 0
    for await (const chunk of await stream()) size += (chunk as Buffer).length
    const seconds = (performance.now() - start) / 1000

    let [early, late, come] = [0, 0, 0]
    for await (const chunk of await stream()) {
      come += (chunk as Buffer).length
      if (early === 0 && come > size / 10) early = heap()
      if (late === 0 && come > size * 0.98) late = heap()
    }
    report({
      what: `${name}.csv, ${figure(size / 1e6)} MB in ${figure(seconds)} s`,
      ours: `heap ${figure(early)} / ${figure(late)} MB`,
      goal: `grows < ${GROWTH} MB: ${(late - early).toFixed(1)}`,
      met: late - early < GROWTH,
    })
  }
})
