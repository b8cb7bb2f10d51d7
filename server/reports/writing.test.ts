import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import type { ReportStatus } from '#domain/reports/status.ts'
import { NO_PERSON } from '#domain/users/person.ts'
import { aTerm, aUser, makeCurrent } from '../builders/people.ts'
import { aProposalInput, aSubmittedProposal } from '../builders/proposals.ts'
import { aReport, aReview, aReviewer, aSubmittedReport } from '../builders/reports.ts'
import { saveGlobalScore } from '../staff/service.ts'
import { createReport, errorKindOf, findMails } from '../testing/reviews.ts'
import { type TestServer, withServer } from '../testing/test_server.ts'

describe('reports', () => {
  test('saved by staff say so until the reviewer saves again', () =>
    withServer(async (world) => {
      const { reviewer, report_id } = await createReport(world, 2)
      const panel = await aUser(world.ctx(), ['panel'], { first_name: 'Paula', last_name: 'Panel' })
      const theirs = (await world.as(panel)).api.reports
      await theirs.save({ params: { id: report_id }, body: aReview({ science_score: 2 }) })
      const shown = await theirs.get({ params: { id: report_id } })
      expect(shown).toMatchObject({ science_score: 2, on_behalf_by: 'Paula Panel' })
      const own = (await world.as(reviewer)).api.reports
      await own.save({ params: { id: report_id }, body: aReview() })
      expect(await own.get({ params: { id: report_id } })).toMatchObject({ on_behalf_by: null })
      await theirs.submit({ params: { reportId: report_id } })
      expect(await own.get({ params: { id: report_id } })).toMatchObject({
        status: 3,
        on_behalf_by: 'Paula Panel',
      })
      expect(await findMails(world, 'report_received')).toMatchObject([{ recipients: [reviewer.email] }])
      // A submitted report is still editable, and the audit log keeps the values before.
      await own.save({ params: { id: report_id }, body: aReview({ science_score: 5 }) })
      const entries = await world.db
        .selectFrom('audit_entries')
        .selectAll()
        .where('action', '=', 'report.edit')
        .orderBy('id', 'desc')
        .execute()
      expect(entries[0]).toMatchObject({
        object_id: report_id,
        before: { science_score: 4 },
        after: { science_score: 5 },
      })
    }))

  test('cannot be submitted while the submission of their proposal is cancelled', () =>
    withServer(async (world) => {
      const { admin, reviewer, report_id, proposal_id, proposer } = await createReport(world, 2)
      const own = (await world.as(reviewer)).api.reports
      await own.save({ params: { id: report_id }, body: aReview() })
      const { staff } = (await world.as(admin)).api
      await staff.cancel({ params: { id: proposal_id } })
      expect(await own.submit({ params: { reportId: report_id } })).toMatchObject({ result: 0 })
      expect((await own.save({ params: { id: report_id }, body: aReview() })).result).toBe(1)
      await (await world.as(proposer)).api.proposals.submit({ params: { id: proposal_id } })
      expect(await own.submit({ params: { reportId: report_id } })).toMatchObject({ result: 1 })
    }))

  test('carry the reason why they cannot be saved, without revealing that a score exists', () =>
    withServer(async (world) => {
      const { admin, office, reviewer, report_id, proposal_id } = await createReport(world, 2)
      const { reports } = (await world.as(reviewer)).api
      const { staff } = (await world.as(admin)).api
      const both = async () => {
        const shown = await reports.get({ params: { id: report_id } })
        const [beside] = (await staff.get({ params: { id: proposal_id } })).reports
        expect(beside).toMatchObject({
          why_not_save: shown.why_not_save,
          why_not_submit: shown.why_not_submit,
        })
        expect(shown.proposal).not.toHaveProperty('global_score')
        return [shown.why_not_save, shown.why_not_submit]
      }
      const refused = async () => (await reports.save({ params: { id: report_id }, body: aReview() })).message
      expect(await both()).toEqual([null, 'Both scores are needed before this report can be submitted.'])
      await saveGlobalScore(office, proposal_id, { global_score: 4, rank: null })
      const closed = 'This review is closed; nothing is expected from you.'
      expect([...(await both()), await refused()]).toEqual([closed, closed, closed])
      // Someone who may not write anyway does not learn that there is a score.
      await world.db
        .insertInto('proposal_collaborators')
        .values({ ...NO_PERSON, email: reviewer.email, proposal_id, position: 9 })
        .execute()
      const own = 'The reviewer has a conflict of interest with this proposal.'
      expect([...(await both()), await refused()]).toEqual([own, own, own])
      const [listed] = (await (await world.as(admin)).api.reports.reviewer({ params: { id: reviewer.id } }))
        .reports
      expect(listed).toMatchObject({ id: report_id, takes_part: true })
    }))

  test('mail the reviewer when the office declines, withdraws and cancels', () =>
    withServer(async (world) => {
      const { admin, office, reviewer, proposal_id } = await createReport(world)
      const { reports } = (await world.as(admin)).api
      const requested = await aReport(office, { proposal_id, reviewer, status: 1 })
      await reports.decline({ params: { reportId: requested } })
      await reports.request({ params: { reportId: requested } })
      await (await world.as(reviewer)).api.reports.acceptAll()
      const withdraw = (reason: string) =>
        reports.withdraw({ params: { reportId: requested }, body: { reason } })
      await expect(withdraw(' ')).rejects.toMatchObject({ errors: { reason: ['This field is required.'] } })
      await withdraw('A conflict came up.')
      const second = await aReviewer(world.ctx())
      const submitted = await aSubmittedReport(office, { proposal_id, reviewer: second })
      await reports.cancel({ params: { reportId: submitted } })
      expect(await findMails(world, 'review_declined')).toMatchObject([{ recipients: [reviewer.email] }])
      expect((await findMails(world, 'review_withdrawn'))[0]!.body).toContain('A conflict came up.')
      expect(await findMails(world, 'report_cancelled')).toMatchObject([{ recipients: [second.email] }])
      const [row] = (await (await world.as(second)).api.reports.assigned()).data
      expect(row).toMatchObject({ status: 2, science_score: 4 })
    }))
})

describe('ranks', () => {
  test('cover the reviewer’s reports of the current term at 2 and 3, and must differ', () =>
    withServer(async (world) => {
      const { office, reviewer, proposal_id } = await createReport(world)
      const past = await aReport(office, { proposal_id, reviewer, status: 2 })
      await aTerm(world.ctx(), { id: 8, is_current: false })
      await makeCurrent(world.ctx(), 8)
      const ids: number[] = []
      for (const status of [3, 2, 2, 1, 0] as const) {
        const { proposal_id } = await aSubmittedProposal(office)
        ids.push(await aReport(office, { proposal_id, reviewer, status }))
      }
      const [a, b, c, requested] = ids as [number, number, number, number]
      const { reports } = (await world.as(reviewer)).api
      const params = { userId: reviewer.id }
      expect(await reports.ranks({ params })).toEqual({
        ranks: { [a]: null, [b]: null, [c]: null },
        rankRange: [1, 2, 3],
      })
      const save = (ranks: Record<string, unknown>) => reports.saveRanks({ body: { ranks } })
      expect(await save({ [a]: '2', [b]: 1, [c]: '' })).toMatchObject({ result: 1 })
      expect((await reports.ranks({ params })).ranks).toEqual({ [a]: 2, [b]: 1, [c]: null })
      expect(await save({ [c]: 1 })).toMatchObject({ result: 0, message: /different/u })
      expect(await save({ [a]: 1, [b]: 2 })).toMatchObject({ result: 1 })
      expect(await save({ [a]: 4 })).toMatchObject({ result: 0 })
      for (const other of [past, requested]) expect(await save({ [other]: 3 })).toMatchObject({ result: 0 })
      await expect(save({ [a]: 'x' })).rejects.toMatchObject({ kind: 'invalid' })
      const someone = await aReviewer(world.ctx())
      const theirs = (await world.as(someone)).api.reports
      expect(await errorKindOf(theirs.ranks({ params }))).toBe('forbidden')
      expect(await theirs.saveRanks({ body: { ranks: { [a]: 1 } } })).toMatchObject({ result: 0 })
      expect((await reports.assigned({ query: { rank: 1 } })).data.map(({ id }) => id)).toEqual([a])
    }))
})

describe('when a report leaves its reviewer', () => {
  /** A reviewer's accepted reports, ranked in their order. */
  async function ranked(world: TestServer, count: number) {
    const scenery = await createReport(world)
    const { office, reviewer } = scenery
    const ids: number[] = []
    for (let i = 0; i < count; i++) {
      const { proposal_id } = await aSubmittedProposal(office)
      ids.push(await aReport(office, { proposal_id, reviewer }))
    }
    const { reports } = (await world.as(reviewer)).api
    await reports.saveRanks({ body: { ranks: Object.fromEntries(ids.map((id, i) => [id, i + 1])) } })
    const standing = async () => (await reports.ranks({ params: { userId: reviewer.id } })).ranks
    return { ...scenery, ids, reports, standing }
  }
  /** Every way to leave, from the status that it leaves from. */
  const STEPS_AWAY: [way: string, status: ReportStatus][] = [
    ['withdraw', 2],
    ['decline', 1],
    ['removeReviewer', 0],
    ['declineAll', 1],
  ]

  test.each(STEPS_AWAY)('the ranks below move up: %s', (way, status) =>
    withServer(async (world) => {
      const { admin, ids, reports, standing } = await ranked(world, 4)
      const [a, b, c, d] = ids as [number, number, number, number]
      await world.db.updateTable('reports').set({ status }).where('id', '=', b).execute()
      const office = (await world.as(admin)).api.reports
      const params = { reportId: b }
      const leave = {
        withdraw: () => office.withdraw({ params, body: { reason: 'No answer.' } }),
        decline: () => office.decline({ params }),
        removeReviewer: () => office.removeReviewer({ params }),
        declineAll: () => reports.declineAll(),
      }[way]!
      expect(await leave()).toMatchObject({ result: 1 })
      const { rows } = await sql<{ id: number; rank: number }>`select id, rank from reports
        where rank is not null order by rank`.execute(world.db)
      expect(rows).toEqual([a, c, d].map((id, i) => ({ id, rank: i + 1 })))
      expect(await standing()).toEqual({ [a]: 1, [c]: 2, [d]: 3 })
      const entries = await world.db
        .selectFrom('audit_entries')
        .select('object_id')
        .where('action', '=', 'report.rank')
        .orderBy('id', 'desc')
        .limit(2)
        .execute()
      expect(entries.map((entry) => entry.object_id).sort()).toEqual([c, d].sort())
    }),
  )

  test('a rank beyond the last does not prevent saving another', () =>
    withServer(async (world) => {
      const { ids, reports, standing } = await ranked(world, 3)
      const [a, b, c] = ids as [number, number, number]
      await world.db.updateTable('reports').set({ rank: 7 }).where('id', '=', c).execute()
      expect(await standing()).toEqual({ [a]: 1, [b]: 2, [c]: 3 })
      expect(await reports.saveRanks({ body: { ranks: { [a]: 2, [b]: 1 } } })).toMatchObject({ result: 1 })
      expect(await standing()).toEqual({ [a]: 2, [b]: 1, [c]: 3 })
    }))
})

test('a proposal under review is not edited, and one whose reviewers all declined is', () =>
  withServer(async (world) => {
    const { admin, proposer, proposal_id, report_id } = await createReport(world, 1)
    const own = (await world.as(proposer)).api.proposals
    const edit = () => own.put({ params: { id: proposal_id }, body: aProposalInput() as never })
    expect((await edit()).result).toBe(0)
    await (await world.as(admin)).api.reports.decline({ params: { reportId: report_id } })
    expect((await edit()).result).toBe(1)
  }))
