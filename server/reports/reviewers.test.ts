import { describe, expect, test } from 'vitest'
import type { ReportStatus } from '#domain/reports/status.ts'
import type { Actor } from '#domain/session/actor.ts'
import { aConflict } from '../builders/conflicts.ts'
import { aTerm, aUser } from '../builders/people.ts'
import { aSubmittedProposal } from '../builders/proposals.ts'
import { aReport, aReviewer } from '../builders/reports.ts'
import { createReport, errorKindOf, findMails, storedScores } from '../testing/reviews.ts'
import { withServer } from '../testing/test_server.ts'

describe('Add Reviewer', () => {
  test('refuses users who may not review, with the reason', () =>
    withServer(async (world) => {
      const { admin, office, proposer } = await createReport(world)
      const both = await aReviewer(world.ctx(), { email: 'Co@Example.org' })
      const { proposal_id } = await aSubmittedProposal(office, {
        input: {
          proposal_collaborator: [
            { first_name: 'C', last_name: 'O', email: 'co@example.ORG', affiliation: 'JAXA' },
          ],
        },
      })
      const disabled = await aUser(world.ctx(), ['reviewer'], { disabled: true })
      const { reports } = (await world.as(admin)).api
      const add = (reviewer_id: number) =>
        reports.add({ params: { proposalId: proposal_id }, body: { reviewer_id, acknowledged: true } })
      expect(await add(both.id)).toMatchObject({ result: 0, message: /conflict of interest/u })
      expect(await add(disabled.id)).toMatchObject({ result: 0, message: /disabled/u })
      expect(await add(proposer.id)).toMatchObject({ result: 0, message: /not a reviewer/u })
      await expect(add(2_000_000)).rejects.toMatchObject({ errors: { reviewer_id: expect.anything() } })
      const fine = await aReviewer(world.ctx())
      expect(await add(fine.id)).toMatchObject({ result: 1 })
      expect(await add(fine.id)).toMatchObject({ result: 0, message: /already has a report/u })
      const none = reports.add({
        params: { proposalId: 2_000_000 },
        body: { reviewer_id: fine.id, acknowledged: true },
      })
      expect(await errorKindOf(none)).toBe('missing')
      expect(await findMails(world, 'review_request')).toEqual([])
    }))

  test('a request is refused once the reviewer has a conflict', () =>
    withServer(async (world) => {
      const { admin, reviewer, report_id, proposal_id, proposer } = await createReport(world, 0)
      const person = { first_name: 'N', last_name: 'N', email: reviewer.email, affiliation: 'X' }
      const own = (await world.as(proposer)).api
      await world.db
        .insertInto('proposal_collaborators')
        .values({ ...person, proposal_id, position: 0 })
        .execute()
      expect(await errorKindOf(own.proposals.edit({ params: { id: proposal_id } }))).toBe('ok')
      const { reports } = (await world.as(admin)).api
      expect(await reports.request({ params: { reportId: report_id } })).toMatchObject({
        result: 0,
        message: /conflict of interest/u,
      })
      expect((await reports.requestAllReviewers({ body: {} })).result).toBe(0)
      expect((await reports.reviewers()).not_requested).toBe(0)
    }))
})

describe('requests in bulk', () => {
  test('SEND ALL REQUEST requests status 0 of every reviewer that matches the filters, one mail each', () =>
    withServer(async (world) => {
      const { admin, office, proposal_id } = await createReport(world)
      const second = await aSubmittedProposal(office)
      const people: Actor[] = []
      for (let i = 0; i < 3; i++)
        people.push(await aReviewer(world.ctx(), { affiliation: i < 2 ? 'ISAS' : 'CNES' }))
      for (const reviewer of people) {
        await aReport(office, { proposal_id, reviewer, status: 0 })
        await aReport(office, { proposal_id: second.proposal_id, reviewer, status: 0 })
      }
      const declined = await aSubmittedProposal(office)
      await aReport(office, { proposal_id: declined.proposal_id, reviewer: people[0]!, status: 9 })
      await world.db.deleteFrom('mails').execute()
      const { reports } = (await world.as(admin)).api
      const query = { affiliation: 'isas', per_page: 1 }
      const ticked = { ...query, status: [1, 2, 3, 9] }
      expect((await reports.reviewers({ query: ticked })).not_requested).toBe(0)
      expect(await reports.requestAllReviewers({ body: ticked })).toEqual({
        result: 0,
        message: "The search leaves out 'Not Requested', so there is no report to request.",
      })
      expect(await findMails(world, 'review_request')).toEqual([])
      // `term`, the lists' alias of `term_id`, limits the request to that term.
      const whole = { name: null, email: null, status: [0], term: 9999, term_id: undefined }
      expect((await reports.requestAllReviewers({ body: whole })).result).toBe(0)
      const page = await reports.reviewers({ query: { ...query, status: [0, 9] } })
      expect(page).toMatchObject({ total: 2, not_requested: 4 })
      expect(page.to_request.map(({ email }) => email)).toEqual([people[0]!.email, people[1]!.email])
      expect(await reports.requestAllReviewers({ body: { ...query, status: [0, 9] } })).toEqual({
        result: 1,
        message: '4 reports have been requested from 2 reviewers.',
      })
      const sent = await findMails(world, 'review_request')
      expect(sent.map(({ recipients }) => recipients)).toEqual([[people[0]!.email], [people[1]!.email]])
      const left = await world.db.selectFrom('reports').select('status').execute()
      expect(left.map(({ status }) => status).sort()).toEqual([0, 0, 1, 1, 1, 1, 9])
      expect((await reports.requestAllReviewers({ body: query })).result).toBe(0)
    }))

  test('SEND ALL REQUEST counts, names and asks no reviewer who misses one condition', () =>
    withServer(async (world) => {
      const { admin, office, reviewer } = await createReport(world, 0)
      await aTerm(world.ctx(), { id: 6, is_current: false, disabled: true })
      const { reports } = (await world.as(admin)).api
      const counted = async () => {
        const { not_requested, to_request } = await reports.reviewers()
        return { not_requested, to_request }
      }
      const before = await counted()
      const outsiders: [
        what: string,
        outside: {
          report?: ReportStatus
          proposal?: { status?: 1; global_score?: number; term_id?: number }
          user?: { is_reviewer?: false; disabled?: true }
          conflictOf?: 'reviewer' | 'viewer'
        },
      ][] = [
        ['a report that is requested', { report: 1 }],
        ['a report that is declined', { report: 9 }],
        ['a proposal that is not submitted', { proposal: { status: 1 } }],
        ['a proposal with a score', { proposal: { global_score: 4 } }],
        ['a proposal of a closed term', { proposal: { term_id: 6 } }],
        ['a former reviewer', { user: { is_reviewer: false } }],
        ['a disabled reviewer', { user: { disabled: true } }],
        ['a reviewer with a conflict', { conflictOf: 'reviewer' }],
        ['a proposal that the viewer has a conflict with', { conflictOf: 'viewer' }],
      ]
      for (const [what, { report = 0, proposal = {}, user = {}, conflictOf }] of outsiders) {
        const { proposal_id } = await aSubmittedProposal(office)
        const { id: user_id } = await aReviewer(world.ctx())
        await world.db
          .insertInto('reports')
          .values({ proposal_id, user_id, ...storedScores(report) })
          .execute()
        await world.db
          .updateTable('proposals')
          .set({ title: what, ...proposal })
          .where('id', '=', proposal_id)
          .execute()
        await world.db
          .updateTable('users')
          .set({ last_name: what, ...user })
          .where('id', '=', user_id)
          .execute()
        if (conflictOf)
          await aConflict(office, { proposal_id, user_id: conflictOf === 'viewer' ? admin.id : user_id })
        expect.soft(await counted(), what).toEqual(before)
      }
      expect(before.not_requested).toBe(1)
      await world.db.deleteFrom('mails').execute()
      expect((await reports.requestAllReviewers({ body: {} })).result).toBe(1)
      expect((await findMails(world, 'review_request')).map(({ recipients }) => recipients)).toEqual([
        [reviewer.email],
      ])
    }))

  test('SEND All REQUEST requests all reports of one reviewer, SEND REMINDER MAIL names those at 1 and 2', () =>
    withServer(async (world) => {
      const { admin, office, proposal_id, reviewer } = await createReport(world)
      const second = await aSubmittedProposal(office, { input: { title: 'The second of them' } })
      await aReport(office, { proposal_id, reviewer, status: 2 })
      await aReport(office, { proposal_id: second.proposal_id, reviewer, status: 0 })
      const third = await aSubmittedProposal(office, { input: { title: 'The third of them' } })
      await aReport(office, {
        proposal_id: third.proposal_id,
        reviewer: await aReviewer(world.ctx()),
        status: 1,
      })
      const { reports } = (await world.as(admin)).api
      const params = { id: reviewer.id }
      expect((await reports.requestAll({ params })).result).toBe(1)
      expect((await reports.requestAll({ params })).result).toBe(0)
      expect((await reports.remind({ params })).result).toBe(1)
      const [mail] = await findMails(world, 'review_reminder')
      expect(mail!.body).toContain('The second of them')
      expect(mail!.body).not.toContain('The third of them')
      expect(mail!.body).toContain(`proposal ${proposal_id}`)
      const idle = await aReviewer(world.ctx())
      expect((await reports.remind({ params: { id: idle.id } })).result).toBe(0)
      expect(await errorKindOf(reports.remind({ params: { id: admin.id } }))).toBe('missing')
    }))
})
