import { describe, expect, test } from 'vitest'
import { aConflict } from '../builders/conflicts.ts'
import { aTerm, aUser, daysFrom } from '../builders/people.ts'
import { aSubmittedProposal } from '../builders/proposals.ts'
import { aReport, aReviewer } from '../builders/reports.ts'
import { anAssignment, aSample } from '../builders/samples.ts'
import { findMails } from '../testing/reviews.ts'
import { type TestServer, withServer } from '../testing/test_server.ts'

const NOW = '2031-03-01T09:00:00.000Z'
const REASON = { reason: 'The beam time is gone.' }

/** A submitted proposal with an assigned sample, its proposer's browser and the office's. */
async function createSubmitted(world: TestServer) {
  world.at(NOW)
  const now = new Date(NOW)
  const term = await aTerm(world.ctx(), {
    noi_closes_at: daysFrom(now, 19),
    proposals_close_at: daysFrom(now, 20),
  })
  const admin = await aUser(world.ctx(), ['admin'])
  const office = world.ctx(admin)
  const { proposal_id: id, actor: proposer } = await aSubmittedProposal(office)
  const sample = await aSample(world.ctx())
  const pair = { sample_id: sample.id, proposal_id: id }
  await anAssignment(office, 1, [pair])
  const own = (await world.as(proposer)).api
  const api = (await world.as(admin)).api
  const params = { id }
  return {
    ...{ term, admin, office, id, params, proposer, pair, own, api },
    withdraw: () => own.staff.withdraw({ params, body: REASON }),
    shown: () => own.proposals.edit({ params }),
    assignments: () => world.db.selectFrom('assignments').select('status').execute(),
    /** A new report in a status. */
    report: async (status: 0 | 1 | 2 | 3 | 9) => {
      const reviewer = await aReviewer(world.ctx())
      return { reviewer, report_id: await aReport(office, { proposal_id: id, reviewer, status }) }
    },
    statuses: async () =>
      (await world.db.selectFrom('reports').select('status').orderBy('id').execute()).map(
        ({ status }) => status,
      ),
  }
}

describe('a withdrawal before the deadline', () => {
  test('is at once, removes unconfirmed assignments and tells the people of the proposal', () =>
    withServer(async (world) => {
      const { proposer, withdraw, shown, assignments, own, params, report, statuses } =
        await createSubmitted(world)
      await report(0)
      expect(await shown()).toMatchObject({
        why_not_withdraw: null,
        withdraws_at_once: true,
        withdrawal: null,
      })
      expect(await withdraw()).toMatchObject({ result: 1, message: expect.not.stringContaining('assigned') })
      expect(await shown()).toMatchObject({
        status: 1,
        why_not_withdraw: 'This proposal is not submitted.',
        withdrawal: { reason: REASON.reason, granted: true, asked_at: NOW, decided_at: NOW },
      })
      expect([await assignments(), await statuses()]).toEqual([[], [0]])
      const mails = await findMails(world, 'proposal_withdrawn')
      expect(mails.map(({ recipients }) => recipients)).toContainEqual([proposer.email])
      expect(await withdraw()).toMatchObject({ result: 0 })
      expect(await own.proposals.submit({ params })).toMatchObject({ result: 1 })
    }))

  test.each([1, 2, 3] as const)('is asked of the office once a report has the status %i', (status) =>
    withServer(async (world) => {
      const { report, shown, withdraw } = await createSubmitted(world)
      await report(status)
      expect((await shown()).withdraws_at_once).toBe(false)
      expect((await withdraw()).message).toBe(
        'The office has been asked to withdraw the proposal. It stays submitted until it has decided.',
      )
      expect((await shown()).status).toBe(2)
    }),
  )

  test('says the same whatever keeps it from being at once', () =>
    withServer(async (world) => {
      const first = await createSubmitted(world)
      await first.report(1)
      const second = await aSubmittedProposal(first.office)
      const sample = await aSample(world.ctx())
      const given = { sample_id: sample.id, proposal_id: second.proposal_id }
      await anAssignment(first.office, 1, [first.pair, given])
      await world.db
        .updateTable('assignments')
        .set({ status: 1, confirmed_at: NOW })
        .where('proposal_id', '=', second.proposal_id)
        .execute()
      const other = (await world.as(second.actor)).api
      const params = { id: second.proposal_id }
      expect(await other.staff.withdraw({ params, body: REASON })).toEqual(await first.withdraw())
      const told = ({ withdraws_at_once, why_not_withdraw }: Awaited<ReturnType<typeof first.shown>>) => [
        withdraws_at_once,
        why_not_withdraw,
      ]
      expect(told(await other.proposals.edit({ params }))).toEqual(told(await first.shown()))
    }))
})

describe('a withdrawal that the office is asked for', () => {
  /** After the deadline, with a requested, an accepted, a submitted and a planned report. */
  async function createAsked(world: TestServer) {
    const scene = await createSubmitted(world)
    const reports = [
      await scene.report(1),
      await scene.report(2),
      await scene.report(3),
      await scene.report(0),
    ]
    const conflicted = await aUser(world.ctx(), ['admin'])
    await aConflict(scene.office, { proposal_id: scene.id, user_id: conflicted.id })
    world.at(daysFrom(new Date(NOW), 21))
    const [own, api] = [(await world.as(scene.proposer)).api, (await world.as(scene.admin)).api]
    await world.db.deleteFrom('mails').execute()
    await own.staff.withdraw({ params: scene.params, body: REASON })
    return { ...scene, own, api, reports, conflicted, conflictedApi: (await world.as(conflicted)).api }
  }

  test('is a to-do and a mail of its members without a conflict of interest', () =>
    withServer(async (world) => {
      const { api, admin, id, params, conflictedApi } = await createAsked(world)
      const todo = async (of: typeof api) =>
        (await of.callState.get()).todo.filter(({ key }) => key === 'withdrawals')
      expect(await todo(api)).toMatchObject([{ count: 1, href: '/proposals?withdrawal_asked=true' }])
      expect(await todo(conflictedApi)).toEqual([])
      expect((await findMails(world, 'withdrawal_asked')).map(({ recipients }) => recipients)).toEqual([
        [admin.email],
      ])
      expect((await api.staff.get({ params })).withdrawal).toMatchObject({
        reason: REASON.reason,
        granted: null,
      })
      expect((await conflictedApi.staff.get({ params })).withdrawal).toBeNull()
      const listed = async (of: typeof api) =>
        (await of.staff.list({ query: { withdrawal_asked: true } })).data.map((row) => row.id)
      expect([await listed(api), await listed(conflictedApi)]).toEqual([[id], []])
      for (const decide of [
        conflictedApi.staff.grantWithdrawal({ params }),
        conflictedApi.staff.refuseWithdrawal({ params, body: REASON }),
      ])
        await expect(decide).rejects.toMatchObject({ kind: 'forbidden' })
    }))

  test('closes open reports when it is granted, tells their reviewers, and removes assignments', () =>
    withServer(async (world) => {
      const { api, own, params, id, reports, statuses, assignments } = await createAsked(world)
      const [requested, accepted] = [reports[0]!, reports[1]!]
      const { message } = await api.staff.grantWithdrawal({ params })
      for (const text of [
        `Proposal ${id} has been withdrawn.`,
        requested.reviewer.name,
        accepted.reviewer.name,
      ])
        expect(message).toContain(text)
      expect([await statuses(), await assignments()]).toEqual([[9, 9, 3, 0], []])
      const told = (await findMails(world, 'review_closed')).flatMap(({ recipients }) => recipients)
      expect(told.sort()).toEqual([requested.reviewer.email, accepted.reviewer.email].sort())
      expect(await own.proposals.edit({ params })).toMatchObject({ status: 1, withdrawal: { granted: true } })
      expect(await api.staff.grantWithdrawal({ params })).toMatchObject({ result: 0 })
    }))

  test('is not granted while a sample is confirmed, and nothing changes', () =>
    withServer(async (world) => {
      const { api, params, statuses } = await createAsked(world)
      await world.db.updateTable('assignments').set({ status: 1, confirmed_at: NOW }).execute()
      const refused = await api.staff.grantWithdrawal({ params })
      expect(refused).toMatchObject({ result: 0, message: expect.stringContaining('Samples are confirmed') })
      expect(await statuses()).toEqual([1, 2, 3, 0])
      expect((await api.staff.get({ params })).withdrawal).toMatchObject({ granted: null })
    }))

  test('is refused with a reason, and can be asked for again', () =>
    withServer(async (world) => {
      const { api, own, params, proposer, statuses } = await createAsked(world)
      expect(await own.staff.withdraw({ params, body: REASON })).toMatchObject({ result: 0 })
      await expect(api.staff.refuseWithdrawal({ params, body: { reason: ' ' } })).rejects.toMatchObject({
        errors: { reason: ['This field is required.'] },
      })
      await api.staff.refuseWithdrawal({ params, body: { reason: 'The samples are cut.' } })
      const [mail] = await findMails(world, 'withdrawal_refused')
      expect(mail).toMatchObject({
        recipients: [proposer.email],
        body: expect.stringContaining('The samples are cut.'),
      })
      expect(await own.proposals.edit({ params })).toMatchObject({
        status: 2,
        withdrawal: { granted: false, answer: 'The samples are cut.' },
      })
      expect(await statuses()).toEqual([1, 2, 3, 0])
      expect(await own.staff.withdraw({ params, body: REASON })).toMatchObject({ result: 1 })
    }))

  test('belongs to its proposer', () =>
    withServer(async (world) => {
      const { office, params } = await createSubmitted(world)
      const other = (await world.as((await aSubmittedProposal(office)).actor)).api
      await expect(other.staff.withdraw({ params, body: REASON })).rejects.toMatchObject({
        kind: 'forbidden',
      })
    }))
})
