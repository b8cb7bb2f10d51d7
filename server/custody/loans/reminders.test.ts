import { describe, expect, test } from 'vitest'
import { loanScene } from '../../testing/loan_scene.ts'
import { findMails } from '../../testing/reviews.ts'
import { type TestServer, withParallelServer, withServer } from '../../testing/test_server.ts'
import { sendLoanReminders } from './reminders.ts'

const START = '2027-01-01T12:00:00Z'
const DUE = '2028-01-01'
const byNumber = (number: string) => ({ params: { number } })

const dayFromDue = (days: number) => new Date(Date.parse(DUE) + days * 86_400_000).toISOString()

/** A loan that is due on DUE. */
async function lent(world: TestServer) {
  world.at(START)
  const scene = await loanScene(world)
  const number = await scene.lend('in_use', [2])
  expect((await scene.loan(number)).due_on).toBe(DUE)
  return { ...scene, number }
}

/** The subjects of reminders, in order, after the job ran on these days from the due day. */
async function remindedOn(world: TestServer, ...days: number[]) {
  for (const day of days) {
    world.at(dayFromDue(day))
    await sendLoanReminders(world.services)
  }
  const mails = [...(await findMails(world, 'loan_due')), ...(await findMails(world, 'loan_late'))]
  return mails.map(({ subject }) => /due .*?(?= \()|\d+ days? late/u.exec(subject)![0])
}

describe('automatic reminders of loans', () => {
  test('go out 30 and 7 days before, on the day, 7 and 30 days late, then every 30 days, once each', () =>
    withServer(async (world) => {
      const { number, people } = await lent(world)
      const days = Array.from({ length: 160 }, (_, i) => i - 40)
      expect(await remindedOn(world, ...days)).toEqual([
        'due in 30 days',
        'due in 7 days',
        'due today',
        '7 days late',
        '30 days late',
        '60 days late',
        '90 days late',
      ])
      const mails = await findMails(world, 'loan_late')
      expect(mails.every(({ recipients }) => recipients.join() === people.holder.email)).toBe(true)
      const events = await world.db
        .selectFrom('loan_events')
        .select(['text', 'by_name'])
        .where('kind', '=', 'remind')
        .orderBy('number')
        .execute()
      expect(events[0]).toEqual({ text: 'Reminder: due in 30 days, by e-mail', by_name: 'System' })
      const { reminders } = await world.db
        .selectFrom('loans')
        .select('reminders')
        .where('number', '=', number)
        .executeTakeFirstOrThrow()
      expect(reminders).toBe(7)
    }))

  test('that were missed are made up for on the next day, once, and no later', () =>
    withServer(async (world) => {
      await lent(world)
      expect(await remindedOn(world, -29)).toEqual(['due in 29 days'])
      expect(await remindedOn(world, -28, -5)).toEqual(['due in 29 days'])
      expect(await remindedOn(world, 8, 8)).toEqual(['due in 29 days', '8 days late'])
    }))

  test('begin again with another due day', () =>
    withServer(async (world) => {
      const { number, office, people } = await lent(world)
      await office.api.loans.askExtension({
        ...byNumber(number),
        body: { until: '2028-01-31', reason: 'Beamtime.' },
      })
      await remindedOn(world, -30)
      const later = await world.as(people.office)
      await later.api.loans.decideExtension({ ...byNumber(number), body: { granted: true, note: '' } })
      expect(await remindedOn(world, 0)).toEqual(['due in 30 days', 'due in 30 days'])
    }))

  test.each<[string, (scene: Awaited<ReturnType<typeof lent>>, piece: string) => Promise<unknown>]>([
    [
      'what is closed',
      async ({ office, number }, piece) => {
        await office.api.loans.confirmReturn({
          ...byNumber(number),
          body: { piece, found: 2000, place: 'N2', reason: '' },
        })
        return office.api.loans.close({ ...byNumber(number), body: { without_report: 'x' } })
      },
    ],
    [
      'what is on its way back',
      ({ holder, number }, piece) =>
        holder.api.loans.sendBack({
          ...byNumber(number),
          body: { pieces: [{ piece, amount: 2000 }], carrier: '', tracking_number: '' },
        }),
    ],
    [
      'what is used up',
      ({ holder, number }, piece) =>
        holder.api.loans.consume({ ...byNumber(number), body: { piece, consumed: 2000, method: 'SIMS' } }),
    ],
  ])('say nothing of %s', (_, act) =>
    withServer(async (world) => {
      const scene = await lent(world)
      await act(scene, (await scene.piece(scene.number)).piece)
      expect(await remindedOn(world, -30, 0, 30)).toEqual([])
    }),
  )

  test('leave out who was reminded by hand on that day', () =>
    withServer(async (world) => {
      const { number, people } = await lent(world)
      world.at(dayFromDue(7))
      const { api } = await world.as(people.office)
      const remind = () => api.loans.remind({ body: { numbers: [number] } })
      expect((await remind()).message).toBe(`${people.holder.name} (${number}) has been reminded.`)
      expect(await remind()).toMatchObject({ result: 0, message: `${number} was reminded of today.` })
      expect(await remindedOn(world, 7)).toEqual(['7 days late'])
    }))

  test('are sent once when several processes run at once', () =>
    withParallelServer(async (world) => {
      await lent(world)
      world.at(dayFromDue(0))
      await Promise.all([1, 2, 3, 4].map(() => sendLoanReminders(world.services)))
      expect((await findMails(world, 'loan_due')).length).toBe(1)
    }))

  test('are none before anything is lent', () =>
    withServer(async (world) => {
      await sendLoanReminders(world.services)
      expect(await findMails(world, 'loan_due')).toEqual([])
    }))
})
