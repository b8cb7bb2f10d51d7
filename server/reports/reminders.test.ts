import { describe, expect, test } from 'vitest'
import { makeCurrent } from '../builders/people.ts'
import { aSubmittedProposal } from '../builders/proposals.ts'
import { aReport, aReviewer } from '../builders/reports.ts'
import { createReport, findMails } from '../testing/reviews.ts'
import { type TestServer, withParallelServer, withServer } from '../testing/test_server.ts'
import { sendDueReminders } from './reminders.ts'

const DUE = '2026-04-20T23:59:00.000Z'
/** Seven days before. */
const BEFORE = '2026-04-13T00:20:00Z'

/** Reviews that are due on DUE, a reviewer with a report in `status`, and reminders on 7 days before and 3 after. */
async function createOpenReport(world: TestServer, status: 0 | 1 | 2 | 3 | 9 = 2, reminders = true) {
  world.at('2026-03-01T12:00:00Z')
  const made = await createReport(world, status)
  await world.db.updateTable('terms').set({ reviews_due_at: DUE }).execute()
  const { api } = await world.as(made.admin)
  const { setup: _, ...settings } = await api.masters.settings()
  await api.masters.saveSettings({
    body: { ...settings, reminders, reminder_days_before: 7, reminder_days_after: 3 },
  })
  return made
}

/** The recipients of reminders, in order, after the job ran at these times. */
async function remindedAt(world: TestServer, ...times: string[]) {
  for (const time of times) {
    world.at(time)
    await sendDueReminders(world.services)
  }
  return (await findMails(world, 'review_reminder')).map(({ recipients }) => recipients.join())
}

describe('automatic reminders', () => {
  test('are sent once before and once after the due day, and are recorded without an actor', () =>
    withServer(async (world) => {
      const { reviewer, report_id, proposal_id } = await createOpenReport(world)
      const { email } = reviewer
      expect(await remindedAt(world, '2026-04-12T23:59:59Z')).toEqual([])
      expect(await remindedAt(world, BEFORE, '2026-04-13T00:50:00Z', '2026-04-13T01:20:00Z')).toEqual([email])
      expect(await remindedAt(world, '2026-04-14T00:20:00Z', '2026-04-20T12:00:00Z')).toEqual([email])
      expect(await remindedAt(world, '2026-04-23T00:20:00Z', '2026-04-24T00:20:00Z')).toEqual([email, email])
      const entries = await world.db
        .selectFrom('audit_entries')
        .select(['user_id', 'object_id', 'proposal_id'])
        .where('action', '=', 'report.remind')
        .execute()
      expect(entries).toEqual([1, 2].map(() => ({ user_id: null, object_id: report_id, proposal_id })))
    }))

  test('are sent late until the end of the next day', () =>
    withServer(async (world) => {
      const { reviewer } = await createOpenReport(world)
      expect(await remindedAt(world, '2026-04-14T23:59:59Z')).toEqual([reviewer.email])
      expect(await remindedAt(world, '2026-04-25T00:00:00Z')).toEqual([reviewer.email])
    }))

  test('are one mail per reviewer about requested and accepted reports', () =>
    withServer(async (world) => {
      const { office, reviewer, proposal_id } = await createOpenReport(world)
      const other = await aReviewer(world.ctx())
      await aReport(office, { proposal_id, reviewer: other, status: 1 })
      const second = await aSubmittedProposal(office, { input: { title: 'The second of them' } })
      await aReport(office, { proposal_id: second.proposal_id, reviewer, status: 1 })
      expect((await remindedAt(world, BEFORE)).sort()).toEqual([reviewer.email, other.email].sort())
      const bodies = (await findMails(world, 'review_reminder')).map(({ body }) => body)
      const [both] = bodies.filter((body) => body.includes('The second of them'))
      expect(both).toMatch(
        /accept or decline.*The second of them.*not been submitted yet.*due by 2026-04-20 23:59/su,
      )
    }))

  test.each([0, 3, 9] as const)('do not mention a report in status %i', (status) =>
    withServer(async (world) => {
      await createOpenReport(world, status)
      expect(await remindedAt(world, BEFORE)).toEqual([])
    }),
  )

  test('skip reviewers whom the office reminded on the same day, but not on the day before', () =>
    withServer(async (world) => {
      const { admin, reviewer } = await createOpenReport(world)
      const byHand = async (time: string) => {
        world.at(time)
        const { api } = await world.as(admin)
        expect((await api.reports.remind({ params: { id: reviewer.id } })).result).toBe(1)
      }
      await byHand('2026-04-13T00:00:00Z')
      expect(await remindedAt(world, BEFORE, '2026-04-14T12:00:00Z')).toHaveLength(1)
      await byHand('2026-04-22T23:59:59Z')
      expect(await remindedAt(world, '2026-04-23T00:00:00Z')).toHaveLength(3)
    }))

  test('do not include a request that was sent later', () =>
    withServer(async (world) => {
      const { office, proposal_id } = await createOpenReport(world, 0)
      await remindedAt(world, BEFORE)
      await aReport(office, { proposal_id, reviewer: await aReviewer(world.ctx()), status: 1 })
      expect(await remindedAt(world, '2026-04-13T01:20:00Z')).toEqual([])
    }))

  test('are not sent while they are switched off', () =>
    withServer(async (world) => {
      await createOpenReport(world, 2, false)
      expect(await remindedAt(world, BEFORE)).toEqual([])
    }))

  test.each<[string, (world: TestServer, reviewer: number) => Promise<unknown>]>([
    ['a disabled term', ({ db }) => db.updateTable('terms').set({ disabled: true }).execute()],
    ['a term that is not the current one', (world) => anotherTerm(world)],
    [
      'a disabled reviewer',
      ({ db }, id) => db.updateTable('users').set({ disabled: true }).where('id', '=', id).execute(),
    ],
    [
      'a former reviewer',
      ({ db }, id) => db.updateTable('users').set({ is_reviewer: false }).where('id', '=', id).execute(),
    ],
    [
      'a reviewer with a conflict of interest',
      ({ db }, id) => db.updateTable('proposals').set({ user_id: id }).execute(),
    ],
  ])('do not leave in, or to, %s', (_, change) =>
    withServer(async (world) => {
      const { reviewer } = await createOpenReport(world)
      await change(world, reviewer.id)
      expect(await remindedAt(world, BEFORE)).toEqual([])
    }),
  )

  test('are sent once when several processes run at once, and never before the first term', () =>
    withParallelServer(async (world) => {
      await sendDueReminders(world.services)
      const { reviewer } = await createOpenReport(world)
      world.at(BEFORE)
      await Promise.all([1, 2, 3, 4].map(() => sendDueReminders(world.services)))
      expect((await findMails(world, 'review_reminder')).map(({ recipients }) => recipients)).toEqual([
        [reviewer.email],
      ])
    }))
})

/** Another term with the same due day is the current one; the one before stays open. */
async function anotherTerm(world: TestServer) {
  const { db } = world
  const { id, ...term } = await db.selectFrom('terms').selectAll().executeTakeFirstOrThrow()
  const later = { ...term, is_current: false }
  await db
    .insertInto('terms')
    .values({ ...later, id: id + 1 })
    .execute()
  await makeCurrent(world.ctx(), id + 1)
  await db.updateTable('terms').set({ disabled: false }).execute()
}
