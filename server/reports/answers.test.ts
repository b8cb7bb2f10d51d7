import { describe, expect, test } from 'vitest'
import type { Actor } from '#domain/session/actor.ts'
import { aConflict } from '../builders/conflicts.ts'
import { aTerm, aUser } from '../builders/people.ts'
import { aSubmittedProposal } from '../builders/proposals.ts'
import { aReport, aReviewer } from '../builders/reports.ts'
import { createReport, errorKindOf, findMails } from '../testing/reviews.ts'
import { type TestServer, withServer } from '../testing/test_server.ts'

/** Two requests to one reviewer, and one of the first proposal to another reviewer. */
async function createRequests(world: TestServer) {
  const made = await createReport(world, 1)
  const { office, reviewer, proposal_id, report_id: first } = made
  const { proposal_id: other_proposal } = await aSubmittedProposal(office, {
    input: { title: 'The second of them' },
  })
  const second = await aReport(office, { proposal_id: other_proposal, reviewer, status: 1 })
  const colleague = await aReviewer(world.ctx())
  const others = await aReport(office, { proposal_id, reviewer: colleague, status: 1 })
  await world.db.deleteFrom('mails').execute()
  const own = (await world.as(reviewer)).api.reports
  const statuses = async () =>
    Object.fromEntries(
      (await world.db.selectFrom('reports').select(['id', 'status']).execute()).map(({ id, status }) => [
        id,
        status,
      ]),
    )
  return { ...made, first, second, others, other_proposal, colleague, own, statuses }
}

const asReviewer = async (world: TestServer, who: Actor) => (await world.as(who)).api.reports

describe('the answer to one request', () => {
  test('accepts it alone and tells the office', () =>
    withServer(async (world) => {
      const { admin, first, second, others, proposal_id, own, statuses } = await createRequests(world)
      expect(await own.accept({ params: { reportId: first } })).toEqual({
        result: 1,
        message: `You have accepted the review of proposal ${proposal_id}.`,
      })
      expect(await statuses()).toEqual({ [first]: 2, [second]: 1, [others]: 1 })
      const [mail, ...more] = await findMails(world, 'review_accepted')
      expect(more).toEqual([])
      expect(mail).toMatchObject({ recipients: [admin.email], proposal_ids: [proposal_id] })
      expect(mail!.body).not.toContain('The second of them')
    }))

  test('declines it alone with reason, note and suggestion, which the office reads', () =>
    withServer(async (world) => {
      const { admin, reviewer, first, second, others, own, statuses } = await createRequests(world)
      const body = { reason: 'time', note: 'At sea until May.', suggestion: 'Aoi Aaa of JAXA' } as const
      expect((await own.declineOwn({ params: { reportId: second }, body })).result).toBe(1)
      expect(await statuses()).toEqual({ [first]: 1, [second]: 9, [others]: 1 })
      const [mail] = await findMails(world, 'review_declined_by_reviewer')
      expect(mail!.body).toContain('No time: At sea until May.\nSuggests: Aoi Aaa of JAXA')
      const office = (await world.as(admin)).api.reports
      const shown = (await office.reviewer({ params: { id: reviewer.id } })).reports
      expect(shown.find(({ id }) => id === second)).toMatchObject({
        decline_reason: 'time',
        decline_note: 'At sea until May.',
        decline_suggestion: 'Aoi Aaa of JAXA',
      })
      expect(await world.db.selectFrom('conflicts').selectAll().execute()).toEqual([])
      // Asking again forgets the answer.
      await office.request({ params: { reportId: second } })
      const again = (await office.reviewer({ params: { id: reviewer.id } })).reports
      expect(again.find(({ id }) => id === second)).toMatchObject({
        status: 1,
        decline_reason: null,
        decline_note: '',
        decline_suggestion: '',
      })
    }))

  test('declining tells staff without a conflict why, and no one else', () =>
    withServer(async (world) => {
      const { admin, office, reviewer, proposer, colleague, first, others, proposal_id, own } =
        await createRequests(world)
      await world.db.updateTable('reports').set({ status: 2 }).where('id', '=', others).execute()
      const body = { reason: 'field', note: 'Gas is not mine.', suggestion: 'Aoi Aaa of JAXA' } as const
      await own.declineOwn({ params: { reportId: first }, body })
      const conflicted = await aUser(world.ctx(), ['admin', 'panel'])
      await aConflict(office, { proposal_id, user_id: conflicted.id })
      const read = async (who: Actor, ...addresses: string[]) => {
        const visit = await world.as(who)
        const answers = []
        for (const address of addresses) answers.push((await visit.request('GET', address)).payload)
        return answers.map((text) => [/Gas is not mine/u.test(text), /Aoi Aaa of JAXA/u.test(text)])
      }
      const proposal = `/api/proposals/${proposal_id}`
      const staffs = [proposal, `/api/reviewers/${reviewer.id}`, '/api/reviewers']
      const shown = [true, true]
      const hidden = [false, false]
      expect(await read(admin, ...staffs)).toEqual([shown, shown, shown])
      expect(await read(await aUser(world.ctx(), ['panel']), ...staffs)).toEqual([shown, shown, shown])
      expect(await read(conflicted, ...staffs)).toEqual([hidden, hidden, hidden])
      const reviewers = ['/api/assigned_proposals', `/api/assigned_proposals/${others}`, '/api/call_state']
      expect(await read(colleague, ...reviewers, ...staffs)).toEqual(Array(6).fill(hidden))
      expect(await read(proposer, proposal, '/api/proposals/myProposal', ...staffs)).toEqual(
        Array(5).fill(hidden),
      )
    }))

  test('that declines for a conflict of interest records the conflict', () =>
    withServer(async (world) => {
      const { admin, reviewer, second, other_proposal, own } = await createRequests(world)
      const body = { reason: 'conflict', note: 'My former student.', suggestion: '' } as const
      await own.declineOwn({ params: { reportId: second }, body })
      expect(await (await world.as(reviewer)).api.conflicts.list()).toMatchObject([
        { proposal_id: other_proposal, user_id: reviewer.id, reason: 'My former student.' },
      ])
      const again = await asReviewer(world, admin)
      expect(await again.request({ params: { reportId: second } })).toMatchObject({
        result: 0,
        message: 'The reviewer has a conflict of interest with this proposal.',
      })
    }))

  test('wants a reason, and a note where the reason says nothing', () =>
    withServer(async (world) => {
      const { first, own } = await createRequests(world)
      const decline = (body: object) =>
        own.declineOwn({ params: { reportId: first }, body: body as { reason: 'time' } })
      for (const [body, field] of [
        [{}, 'reason'],
        [{ reason: 'weather' }, 'reason'],
        [{ reason: 'other', note: ' ' }, 'note'],
      ] as const)
        await expect(decline(body)).rejects.toMatchObject({
          errors: { [field]: ['This field is required.'] },
        })
      expect((await decline({ reason: 'other', note: 'On leave.' })).result).toBe(1)
    }))

  test('can only decline with a conflict of interest, and Accept all leaves that request out', () =>
    withServer(async (world) => {
      const { office, reviewer, first, second, others, proposal_id, own, statuses } =
        await createRequests(world)
      await aConflict(office, { proposal_id, user_id: reviewer.id })
      expect((await own.requested()).map(({ id, takes_part }) => [id, takes_part])).toEqual([
        [first, true],
        [second, false],
      ])
      expect(await own.accept({ params: { reportId: first } })).toMatchObject({
        result: 0,
        message: 'The reviewer has a conflict of interest with this proposal.',
      })
      expect(await own.acceptAll()).toMatchObject({ result: 1, message: '1 review has been accepted.' })
      expect(await statuses()).toEqual({ [first]: 1, [second]: 2, [others]: 1 })
      expect(
        (await own.declineOwn({ params: { reportId: first }, body: { reason: 'conflict' } })).result,
      ).toBe(1)
    }))

  test('belongs to the reviewer, also where the caller is on the panel', () =>
    withServer(async (world) => {
      const { first, statuses } = await createRequests(world)
      const both = await asReviewer(world, await aUser(world.ctx(), ['panel', 'reviewer']))
      const params = { reportId: first }
      for (const call of [both.accept({ params }), both.declineOwn({ params, body: { reason: 'time' } })])
        expect(await errorKindOf(call)).toBe('forbidden')
      expect((await statuses())[first]).toBe(1)
    }))

  test('is refused once the review is closed', () =>
    withServer(async (world) => {
      const { first, second, own, statuses, proposal_id } = await createRequests(world)
      await world.db.updateTable('proposals').set({ global_score: 3 }).where('id', '=', proposal_id).execute()
      const closed = { result: 0, message: 'This review is closed; nothing is expected from you.' }
      expect(await own.accept({ params: { reportId: first } })).toEqual(closed)
      expect(await own.declineOwn({ params: { reportId: first }, body: { reason: 'time' } })).toEqual(closed)
      expect((await own.declineAll()).message).toBe('1 review has been declined.')
      expect(await statuses()).toMatchObject({ [first]: 1, [second]: 9 })
    }))
})

test('requests to answer are those of the reviewer, in open terms, whose review is not closed', () =>
  withServer(async (world) => {
    const { office, reviewer, first, second, other_proposal } = await createRequests(world)
    const request = async () => {
      const { proposal_id } = await aSubmittedProposal(office)
      return { proposal_id, id: await aReport(office, { proposal_id, reviewer, status: 1 }) }
    }
    const closed = await request()
    const past = await request()
    const { proposal_id: fresh } = await aSubmittedProposal(office)
    await aReport(office, { proposal_id: fresh, reviewer, status: 0 })
    const { db } = world
    await db.updateTable('proposals').set({ global_score: 3 }).where('id', '=', closed.proposal_id).execute()
    // A term that is open besides the current one, and one that is closed.
    await aTerm(world.ctx(), { id: 5, is_current: false })
    await aTerm(world.ctx(), { id: 6, is_current: false })
    await db.updateTable('proposals').set({ term_id: 5 }).where('id', '=', other_proposal).execute()
    await db.updateTable('proposals').set({ term_id: 6 }).where('id', '=', past.proposal_id).execute()
    await db.updateTable('terms').set({ disabled: true }).where('id', '=', 6).execute()
    const { api } = await world.as(reviewer)
    const ids = (reports: readonly { id: number }[]) => reports.map(({ id }) => id).sort((a, b) => a - b)
    const open = [first, second].sort((a, b) => a - b)
    expect(ids(await api.reports.requested())).toEqual(open)
    expect(ids((await api.callState.get()).reviewer!.answer)).toEqual(open)
    expect(await api.reports.declineAll()).toMatchObject({ message: '2 reviews have been declined.' })
  }))
