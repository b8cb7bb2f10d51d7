import { describe, expect, test } from 'vitest'
import { CLOSED, isClosed } from '#domain/reports/rules.ts'
import { aReport, aReview, aReviewer } from '../builders/reports.ts'
import { createReport, findMails } from '../testing/reviews.ts'
import { type TestServer, withServer } from '../testing/test_server.ts'
import { sendDueReminders } from './reminders.ts'

const DUE = '2026-04-20T23:59:00.000Z'
const LATE = '2026-04-23T10:00:00Z'

/** A proposal with a request, an accepted report with scores, a submitted one and one not requested, all of them late. */
async function createLateReviews(world: TestServer) {
  world.at('2026-03-01T12:00:00Z')
  const made = await createReport(world)
  const { office, proposal_id } = made
  await world.db.updateTable('terms').set({ reviews_due_at: DUE }).execute()
  const reviewerNamed = (last_name: string) => aReviewer(world.ctx(), { first_name: 'Rin', last_name })
  const asked = await reviewerNamed('Asked')
  const writing = await reviewerNamed('Writing')
  const done = await reviewerNamed('Done')
  const waiting = await reviewerNamed('Waiting')
  const on = (reviewer: typeof asked, options: object) =>
    aReport(office, { proposal_id, reviewer, ...options })
  const requested = await on(asked, { status: 1 })
  const accepted = await on(writing, { status: 2, review: { science_score: 1, technical_score: 1 } })
  const submitted = await on(done, { status: 3, review: { science_score: 4, technical_score: 3 } })
  const unrequested = await on(waiting, { status: 0 })
  await world.db.deleteFrom('mails').execute()
  world.at(LATE)
  const api = (await world.as(made.admin)).api
  const score = (global_score: number | null, more: object = {}) =>
    api.staff.saveGlobalScore({ params: { id: proposal_id }, body: { global_score, rank: null, ...more } })
  return { ...made, api, score, asked, writing, done, requested, accepted, submitted, unrequested }
}

const recipientsOf = async (world: TestServer) =>
  (await world.db.selectFrom('mails').selectAll().orderBy('id').execute()).map(({ kind, recipients }) => [
    kind,
    ...recipients,
  ])

describe('a global score closes the reviewing of its proposal', () => {
  test('the office no longer waits for its reports', () =>
    withServer(async (world) => {
      const { api, score } = await createLateReviews(world)
      const keys = async () =>
        (await api.callState.get()).todo.map(({ key }) => key).filter((key) => key !== 'backup')
      const late = async () => (await api.reports.late()).map(({ reviewer }) => reviewer.name)
      expect(await keys()).toEqual(expect.arrayContaining(['overdue', 'not_requested']))
      expect(await late()).toEqual(['Rin Asked', 'Rin Writing'])
      await score(4.25)
      expect(await keys()).toEqual([])
      expect(await late()).toEqual([])
      await score(null)
      expect(await keys()).toEqual(expect.arrayContaining(['overdue', 'not_requested']))
      expect(await late()).toEqual(['Rin Asked', 'Rin Writing'])
    }))

  test('its reviewers are neither reminded nor asked', () =>
    withServer(async (world) => {
      const { api, score, asked, accepted, unrequested, submitted } = await createLateReviews(world)
      await score(4.25)
      const why = /global score of this proposal has closed/u
      const params = (reportId: number) => ({ params: { reportId } })
      expect(await api.reports.remind({ params: { id: asked.id } })).toMatchObject({ result: 0 })
      const many = await api.reports.remindMany({ body: { report_ids: [accepted] } })
      expect(many).toMatchObject({ result: 0, message: expect.stringMatching(why) })
      expect(await api.reports.request(params(unrequested))).toMatchObject({
        result: 0,
        message: expect.stringMatching(why),
      })
      expect(await api.reports.reviewers()).toMatchObject({ not_requested: 0, to_request: [] })
      expect(await api.reports.requestAllReviewers({ body: {} })).toMatchObject({ result: 0 })
      expect(await api.reports.cancel(params(submitted))).toMatchObject({
        result: 0,
        message: expect.stringMatching(why),
      })
      await world.db.updateTable('terms').set({ reviews_due_at: '2026-04-20T10:00:00Z' }).execute()
      const settings = await api.masters.settings()
      const { setup: _, ...body } = settings
      await api.masters.saveSettings({ body: { ...body, reminders: true, reminder_days_after: 3 } })
      await sendDueReminders(world.services)
      expect(await recipientsOf(world)).toEqual([])
    }))

  test('automatic reminders go to open reports alone', () =>
    withServer(async (world) => {
      const { api, score, asked, writing } = await createLateReviews(world)
      const { setup: _, ...body } = await api.masters.settings()
      await api.masters.saveSettings({ body: { ...body, reminders: true, reminder_days_after: 3 } })
      await score(4.25)
      await score(null)
      await sendDueReminders(world.services)
      expect(
        (await findMails(world, 'review_reminder')).flatMap(({ recipients }) => recipients).sort(),
      ).toEqual([asked.email, writing.email].sort())
    }))

  test('its reviewers have nothing to do, and read why without learning of the score', () =>
    withServer(async (world) => {
      const { score, asked, writing, done, requested, accepted, submitted } = await createLateReviews(world)
      await score(4.25)
      const refused = { result: 0, message: CLOSED }
      const one = (await world.as(asked)).api
      expect((await one.callState.get()).reviewer).toMatchObject({
        answer: [],
        write: [],
        submit: [],
        rank: [],
      })
      expect(await one.reports.requested()).toEqual([])
      expect(await one.reports.accept({ params: { reportId: requested } })).toEqual(refused)
      expect(await one.reports.acceptAll()).toMatchObject({ result: 0 })
      expect(await one.reports.declineAll()).toMatchObject({ result: 0 })
      const two = (await world.as(writing)).api
      expect((await two.callState.get()).reviewer).toMatchObject({
        answer: [],
        write: [],
        submit: [],
        rank: [],
      })
      expect(await two.reports.save({ params: { id: accepted }, body: aReview() })).toEqual(refused)
      expect(await two.reports.submit({ params: { reportId: accepted }, body: {} })).toEqual(refused)
      const seen = await two.reports.get({ params: { id: accepted } })
      expect(seen).toMatchObject({ status: 2, closed: true, why_not_save: CLOSED, next_to_write: null })
      const three = (await world.as(done)).api
      expect(await three.reports.get({ params: { id: submitted } })).toMatchObject({
        status: 3,
        closed: false,
      })
      for (const [api, id] of [
        [one, requested],
        [two, accepted],
        [three, submitted],
      ] as const) {
        const answers = [
          await api.reports.get({ params: { id } }),
          await api.reports.assigned(),
          await api.callState.get(),
        ]
        expect(JSON.stringify(answers)).not.toMatch(/4\.25|global_score|scored/iu)
      }
      const rows = (await two.reports.assigned()).data
      expect(rows.map(({ closed }) => closed)).toEqual([true])
      await score(null)
      expect((await one.callState.get()).reviewer!.answer).toHaveLength(1)
      expect((await two.callState.get()).reviewer!.submit).toHaveLength(1)
      expect(await two.reports.get({ params: { id: accepted } })).toMatchObject({
        closed: false,
        why_not_save: null,
      })
    }))

  test('staff see them as closed; they count in no average and do not keep the progress', () =>
    withServer(async (world) => {
      const { api, score, proposal_id: id, writing } = await createLateReviews(world)
      await score(4.25)
      const [row] = (await api.staff.list()).data
      const closed = { 'Rin Asked': true, 'Rin Writing': true, 'Rin Done': false, 'Rin Waiting': true }
      const closedOf = (reports: { user: { name: string }; closed: boolean }[]) =>
        Object.fromEntries(reports.map((report) => [report.user.name, report.closed]))
      expect(closedOf(row!.reports!)).toEqual(closed)
      expect(row).toMatchObject({
        progress: 5,
        total_score_average: 7,
        science_score_average: 4,
        totals: [7],
      })
      // The detail also says it of a submitted report, which can no longer be reopened.
      const { reports } = await api.staff.get({ params: { id } })
      expect(closedOf(reports)).toEqual({ ...closed, 'Rin Done': true })
      expect(closedOf(reports.map((report) => ({ ...report, closed: isClosed(report) })))).toEqual(closed)
      const reviewer = await api.reports.reviewer({ params: { id: writing.id } })
      expect(reviewer.reports).toMatchObject([{ status: 2, closed: true }])
      const user = await api.users.get({ params: { id: writing.id } })
      expect(user.reports).toMatchObject([{ status: 2, closed: true }])
    }))

  test('only the first score closes them, mails are sent on request, and the answer says what it did', () =>
    withServer(async (world) => {
      const { score, asked, writing, proposal_id } = await createLateReviews(world)
      const names = 'Rin Asked and Rin Writing'
      expect((await score(4.25)).message).toBe(`${proposal_id}: 4.25 saved. Closed: the reports of ${names}.`)
      expect((await score(4.5, { tell_reviewers: true })).message).toBe(`${proposal_id}: 4.50 saved.`)
      expect(await recipientsOf(world)).toEqual([])
      expect((await score(null, { tell_reviewers: true })).message).toBe(
        `${proposal_id}: global score cleared. Open again: the reports of ${names}.`,
      )
      expect(await recipientsOf(world)).toEqual([])
      expect((await score(3, { tell_reviewers: true })).message).toBe(
        `${proposal_id}: 3.00 saved. Closed: the reports of ${names}. They have been e-mailed.`,
      )
      expect(await recipientsOf(world)).toEqual([
        ['review_closed', asked.email],
        ['review_closed', writing.email],
      ])
      const [mail] = await findMails(world, 'review_closed')
      expect(`${mail!.subject} ${mail!.body}`).not.toMatch(/scor|rank|panel|3\.00/iu)
      expect(mail!.body).toContain(`proposal ${proposal_id}`)
    }))
})
