import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { assignmentStatus } from '#domain/allocation/status.ts'
import { applicantStatus } from '#domain/applicants/status.ts'
import { groupBy } from '#domain/group_by.ts'
import { groupMailStatus, mailState } from '#domain/mail/status.ts'
import { proposalStatus } from '#domain/proposals/status.ts'
import { reportStatus } from '#domain/reports/status.ts'
import { PHASES } from '#server/testing/matrix/cell.ts'
import { checkMatrix } from '#server/testing/matrix/check.ts'
import { createMatrixFixture } from '#server/testing/matrix/fixture.ts'
import { ENDPOINTS } from '#server/testing/matrix/rows/all.ts'
import { sharedServer, type TestServer } from '#server/testing/test_server.ts'

const STATUSES: [table: string, column: string, machine: { codes: readonly (string | number)[] }][] = [
  ['applicants', 'status', applicantStatus],
  ['proposals', 'status', proposalStatus],
  ['reports', 'status', reportStatus],
  ['assignments', 'status', assignmentStatus],
  ['mails', 'state', mailState],
  ['group_mails', 'transmission_status', groupMailStatus],
]

/** There is an object in every status. */
async function expectEveryStatus({ db }: TestServer) {
  for (const [table, column, { codes }] of STATUSES) {
    const { rows } = await sql<{ code: string | number }>`
      select distinct ${sql.ref(column)} as code from ${sql.table(table)}`.execute(db)
    expect([table, rows.map(({ code }) => code).sort()]).toEqual([table, [...codes].sort()])
  }
}

/** `npm run trust -- matrix` asks for the whole; else each call once for each who, about its first object, in an open term. */
const whole = process.env.MATRIX === 'whole'

/** The endpoints by area: a test of all together takes minutes, and no limit of time would fit a busy machine. */
const AREAS = groupBy(ENDPOINTS, ({ name }) => name.split('.')[0]!)

describe('each role gets the answer it must, of each object in each state, and a refusal changes nothing', () => {
  const { scene } = sharedServer(createMatrixFixture)

  test('there is an object in every status', () => expectEveryStatus(scene.world))

  test.each([...AREAS])(
    '%s',
    async (_, endpoints) => {
      const { cells, refusals, faults } = await checkMatrix(
        scene,
        endpoints,
        whole ? PHASES : ['open'],
        whole,
      )
      console.log(`${endpoints.length} calls, ${cells} cells, ${refusals} refusals`)
      expect(faults).toEqual([])
    },
    whole ? 3_600_000 : 900_000,
  )
})
