import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { assignmentStatus } from '#domain/allocation/status.ts'
import { applicantStatus } from '#domain/applicants/status.ts'
import { pieceState } from '#domain/custody/status.ts'
import { questionState } from '#domain/discussions/status.ts'
import { groupMailStatus, mailState } from '#domain/mail/status.ts'
import { itemState, meetingState } from '#domain/meetings/status.ts'
import { proposalStatus } from '#domain/proposals/status.ts'
import { reportStatus } from '#domain/reports/status.ts'
import { withServer } from '#server/testing/test_server.ts'

test.each<[string, { codes: readonly (number | string)[] }]>([
  ['applicants.status', applicantStatus],
  ['proposals.status', proposalStatus],
  ['reports.status', reportStatus],
  ['assignments.status', assignmentStatus],
  ['mails.state', mailState],
  ['reviewer_questions.state', questionState],
  ['pieces.state', pieceState],
  ['meetings.state', meetingState],
  ['meeting_items.state', itemState],
  ['group_mails.transmission_status', groupMailStatus],
])('%s takes the codes of its states and no others', (place, { codes }) =>
  withServer(async ({ db }) => {
    const [table, column] = place.split('.')
    const { rows } = await sql<{ check: string }>`
      select pg_get_constraintdef(c.oid) as check from pg_constraint c
      join pg_attribute a on a.attrelid = c.conrelid and c.conkey = array[a.attnum]
      where c.conrelid = ${table}::regclass and c.contype = 'c' and a.attname = ${column}`.execute(db)
    expect(rows).toHaveLength(1)
    const taken = [...rows[0]!.check.matchAll(/\d+|'(\w+)'/gu)].map(([all, word]) => word ?? Number(all))
    expect(new Set(taken)).toEqual(new Set(codes))
  }),
)
