import { describe, expect, test } from 'vitest'
import type { ReportStatus } from '#domain/reports/status.ts'
import { aUser, daysFrom } from '../builders/people.ts'
import { aProposalInput } from '../builders/proposals.ts'
import { anAssignment, aSample } from '../builders/samples.ts'
import { createReport, findMails } from '../testing/reviews.ts'
import { type TestServer, withParallelServer, withServer } from '../testing/test_server.ts'
import { announceUnlockEnds } from './unlock_reminders.ts'

/** A day after the deadline, with a submitted proposal that has a report in `status`. */
async function afterDeadline(server: TestServer, status: ReportStatus = 2) {
  const created = await createReport(server, status)
  const { proposals_close_at } = await server.db.selectFrom('terms').selectAll().executeTakeFirstOrThrow()
  server.at(daysFrom(new Date(proposals_close_at), 1))
  const params = { id: created.proposal_id }
  const staff = async () => (await server.as(created.admin)).api.staff
  const own = async () => (await server.as(created.proposer)).api.proposals
  const save = async (title: string) => (await own()).save({ params, body: aProposalInput({ title }) })
  return { ...created, params, staff, own, save }
}
const inDays = ({ services }: TestServer, days: number) => daysFrom(services.clock(), days)
const stateOf = async ({ db }: TestServer, id: number) =>
  db
    .selectFrom('proposals')
    .select(['status', 'unlocked_until'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()

describe('an unlocked proposal', () => {
  test.each([0, 1, 2, 3, 9] as const)('can be edited with a report in status %i', (status) =>
    withServer(async (server) => {
      const { params, staff, save } = await afterDeadline(server, status)
      expect(await save('Too early')).toMatchObject({ result: 0 })
      await (await staff()).unlock({ params })
      expect(await save('Mended')).toMatchObject({ result: 1 })
    }),
  )

  test('locks again by itself after seven days, for its proposer and in lists', () =>
    withServer(async (server) => {
      const { params, staff, own, save, admin } = await afterDeadline(server)
      const end = inDays(server, 7)
      expect(await (await staff()).unlock({ params })).toMatchObject({ result: 1 })
      const shown = async () => {
        const { api } = await server.as(admin)
        const [all, unlocked] = [
          await api.staff.list(),
          await api.staff.list({ query: { is_unlocked: true } }),
        ]
        const { is_unlocked } = await api.staff.get({ params })
        const csv = (await (await server.as(admin)).request('GET', await api.staff.download())).payload
        const [header, row] = csv.split('\r\n').map((line) => line.split(','))
        return [
          is_unlocked,
          all.data[0]!.is_unlocked,
          unlocked.total,
          row![header!.indexOf('Unlocked')],
          (await (await own()).edit({ params })).editable_until,
        ]
      }
      server.at(daysFrom(new Date(end), -0.0001))
      expect(await shown()).toEqual([1, 1, 1, '1', end])
      expect(await save('In time')).toMatchObject({ result: 1 })
      server.at(end)
      expect(await shown()).toEqual([0, 0, 0, '0', null])
      expect(await save('Too late')).toMatchObject({ result: 0, message: /deadline/u })
      expect(await (await staff()).unlock({ params })).toMatchObject({ result: 1 })
      expect(await save('Unlocked again')).toMatchObject({ result: 1 })
    }))

  test('is unlocked until the moment that the office names, which must be to come', () =>
    withServer(async (server) => {
      const { params, staff } = await afterDeadline(server)
      const { unlock, get } = await staff()
      const until = inDays(server, 2)
      for (const bad of [inDays(server, 0), '2026-13-01', 'tomorrow'])
        await expect(unlock({ params, body: { until: bad } })).rejects.toMatchObject({
          kind: 'invalid',
          errors: { until: [expect.any(String)] },
        })
      await unlock({ params, body: { until } })
      expect(await get({ params })).toMatchObject({ is_unlocked: 1, unlocked_until: until })
    }))

  test('is locked again by its proposer once it is submitted, and by no other', () =>
    withServer(async (server) => {
      const { params, staff, own } = await afterDeadline(server)
      expect(await (await own()).lock({ params })).toMatchObject({ result: 0, message: /not unlocked/u })
      await (await staff()).unlock({ params, body: { cancel_submission: true } })
      expect(await (await own()).lock({ params })).toMatchObject({ result: 0, message: /^Submit/u })
      await (await own()).submit({ params })
      expect(await stateOf(server, params.id)).toEqual({ status: 2, unlocked_until: null })
      await (await staff()).unlock({ params })
      const { api } = await server.as(await aUser(server.ctx(), ['proposer']))
      await expect(api.proposals.lock({ params })).rejects.toMatchObject({ kind: 'forbidden' })
      expect(await (await own()).lock({ params })).toMatchObject({
        result: 1,
        message: 'The proposal is locked again.',
      })
      expect(await stateOf(server, params.id)).toEqual({ status: 2, unlocked_until: null })
    }))
})

describe('unlocking with cancelling the submission', () => {
  test('is one command with one mail; samples that are not confirmed are taken away and named', () =>
    withServer(async (server) => {
      const { params, staff, office, proposer } = await afterDeadline(server)
      const sample = await aSample(server.ctx(), { name: 'A0042' })
      await anAssignment(office, 1, [{ sample_id: sample.id, proposal_id: params.id }])
      const reply = await (await staff()).unlock({ params, body: { cancel_submission: true } })
      expect(reply).toMatchObject({
        result: 1,
        message: expect.stringMatching(
          /^The proposal is unlocked until .* UTC\. Its submission has been cancelled\. .*A0042/u,
        ),
      })
      expect((await stateOf(server, params.id)).status).toBe(1)
      expect(await findMails(server, 'proposal_cancelled')).toEqual([])
      expect(await findMails(server, 'proposal_unlocked')).toMatchObject([
        { recipients: [proposer.email], body: expect.stringContaining('cancelled its submission') },
      ])
    }))

  test('does neither when a sample is confirmed', () =>
    withServer(async (server) => {
      const { params, staff, office } = await afterDeadline(server)
      const sample = await aSample(server.ctx(), { name: 'A0042' })
      await anAssignment(office, 1, [{ sample_id: sample.id, proposal_id: params.id }], { confirmed: true })
      const reply = await (await staff()).unlock({ params, body: { cancel_submission: true } })
      expect(reply).toMatchObject({ result: 0, message: expect.stringContaining('A0042') })
      expect(await stateOf(server, params.id)).toEqual({ status: 2, unlocked_until: null })
      expect(await findMails(server, 'proposal_unlocked')).toEqual([])
    }))
})

test('the mail names the end and leads to a screen of the proposer', () =>
  withServer(async (server) => {
    const { params, staff, proposer } = await afterDeadline(server)
    server.at('2027-03-01T10:00:00Z')
    await (await staff()).unlock({ params })
    const [mail] = await findMails(server, 'proposal_unlocked')
    expect(mail!.recipients).toEqual([proposer.email])
    expect(mail!.body).toContain('until 2027-03-08 10:00 UTC')
    expect(mail!.body).toContain(`/proposals/edit/${params.id}`)
    expect(mail!.body).not.toContain('/proposals/detail/')
  }))

describe('the end of an unlock is announced', () => {
  const announced = async (server: TestServer, at: string) => {
    server.at(at)
    await announceUnlockEnds(server.services)
    const kinds = ['unlock_ending', 'unlock_ending_office'] as const
    const mails = await Promise.all(kinds.map((kind) => findMails(server, kind)))
    return mails.flat().map(({ kind, recipients }) => [kind, ...recipients])
  }

  test('a day before, once, to proposer and office', () =>
    withServer(async (server) => {
      const { params, staff, admin, proposer } = await afterDeadline(server)
      await aUser(server.ctx(), ['admin'], { disabled: true })
      const end = new Date(inDays(server, 7))
      await (await staff()).unlock({ params })
      expect(await announced(server, daysFrom(end, -1.001))).toEqual([])
      const both = [
        ['unlock_ending', proposer.email],
        ['unlock_ending_office', admin.email],
      ]
      expect(await announced(server, daysFrom(end, -1))).toEqual(both)
      expect(await announced(server, daysFrom(end, -0.5))).toEqual(both)
      const [own] = await findMails(server, 'unlock_ending')
      expect(own!.body).toContain(`/proposals/edit/${params.id}`)
      const [office] = await findMails(server, 'unlock_ending_office')
      expect(office!.body).toContain(`/proposals/detail/${params.id}`)
    }))

  test('not when it has ended, was cancelled, lasted no longer than a day, or its call is closed', () =>
    withServer(async (server) => {
      const { params, staff, own, db } = { ...(await afterDeadline(server)), db: server.db }
      const end = inDays(server, 7)
      const dayBefore = daysFrom(new Date(end), -1)
      await (await staff()).unlock({ params, body: { until: inDays(server, 1) } })
      expect(await announced(server, inDays(server, 0.5))).toEqual([])
      await (await staff()).cancelUnlock({ params })
      await (await staff()).unlock({ params, body: { until: end } })
      await (await staff()).cancelUnlock({ params })
      expect(await announced(server, dayBefore)).toEqual([])
      await (await staff()).unlock({ params, body: { until: daysFrom(new Date(end), 2) } })
      await (await own()).lock({ params })
      expect(await announced(server, daysFrom(new Date(end), 1.5))).toEqual([])
      await (await staff()).unlock({ params, body: { until: daysFrom(new Date(end), 9) } })
      await db.updateTable('terms').set({ disabled: true }).execute()
      expect(await announced(server, daysFrom(new Date(end), 8.5))).toEqual([])
      expect(await announced(server, daysFrom(new Date(end), 9))).toEqual([])
    }))

  test('once by several processes', () =>
    withParallelServer(async (server) => {
      const { params, staff } = await afterDeadline(server)
      const end = new Date(inDays(server, 7))
      await (await staff()).unlock({ params })
      server.at(daysFrom(end, -1))
      await Promise.all([1, 2, 3].map(() => announceUnlockEnds(server.services)))
      expect(await findMails(server, 'unlock_ending')).toHaveLength(1)
    }))
})
