import { describe, expect, test } from 'vitest'
import { completeMail } from '#domain/mail_merge.ts'
import { officeOf } from '#domain/mail_text.ts'
import { reportTemplates } from '#domain/reports/mail_templates.ts'
import { reminderValues } from '#domain/reports/reminders.ts'
import type { ReportStatus } from '#domain/reports/status.ts'
import { aConflict } from '../builders/conflicts.ts'
import { aTerm, aUser, makeCurrent } from '../builders/people.ts'
import { aSubmittedProposal } from '../builders/proposals.ts'
import { aReport, aReviewer } from '../builders/reports.ts'
import { createReport, errorKindOf, findMails, storedScores } from '../testing/reviews.ts'
import { type TestServer, withParallelServer, withServer } from '../testing/test_server.ts'

const DUE = '2026-04-20T23:59:00.000Z'
const LATE = '2026-04-24T10:00:00.000Z'

/** Two late reviewers, one with a request and a report, and reviewers without open reports. */
async function createLateReports(world: TestServer) {
  world.at('2026-03-01T12:00:00Z')
  const made = await createReport(world)
  const { office, proposal_id, reviewer } = made
  await world.db.updateTable('terms').set({ reviews_due_at: DUE }).execute()
  const second = await aSubmittedProposal(office, { input: { title: 'The second of them' } })
  const third = await aSubmittedProposal(office, { input: { title: 'The third of them' } })
  const other = await aReviewer(world.ctx(), { first_name: 'Aoi', last_name: 'Aaa' })
  const on = (proposal: number, who: typeof reviewer, status: ReportStatus) =>
    aReport(office, { proposal_id: proposal, reviewer: who, status })
  const done = await on(third.proposal_id, reviewer, 3)
  const accepted = await on(proposal_id, reviewer, 2)
  const requested = await on(second.proposal_id, reviewer, 1)
  const others = await on(second.proposal_id, other, 2)
  const declined = await on(third.proposal_id, other, 9)
  await world.db.deleteFrom('mails').execute()
  world.at(LATE)
  return { ...made, other, second, third, done, accepted, requested, others, declined }
}

describe('late reports', () => {
  test('are the requested and accepted ones, with what the office needs', () =>
    withServer(async (world) => {
      const { admin, reviewer, other, requested, accepted, others, second, proposal_id } =
        await createLateReports(world)
      const { reports } = (await world.as(admin)).api
      const rows = await reports.late()
      expect(rows.map(({ id }) => id)).toEqual([others, accepted, requested])
      expect(rows[2]).toEqual({
        id: requested,
        status: 1,
        reviewer: {
          id: reviewer.id,
          name: reviewer.name,
          email: reviewer.email,
          affiliation: expect.any(String),
          submitted: 1,
        },
        proposal: { id: second.proposal_id, title: 'The second of them', term_id: 7 },
        requested_at: '2026-03-01T12:00:00.000Z',
        due_at: DUE,
        days_late: 4,
        reminded_at: null,
        about_to: null,
        why_not_remind: null,
      })
      expect(rows[1]).toMatchObject({ status: 2, proposal: { id: proposal_id } })
      expect(rows[0]).toMatchObject({ reviewer: { id: other.id, submitted: 0 } })
      world.at(DUE)
      expect((await reports.late()).map(({ days_late }) => days_late)).toEqual([0, 0, 0])
      expect((await reports.reviewers({ query: { term_id: 7 } })).report_counts).toEqual({
        1: 1,
        2: 2,
        3: 1,
        9: 1,
      })
      expect((await reports.reviewers({ query: { term_id: 7, name: 'Aaa' } })).report_counts).toEqual({
        2: 1,
        9: 1,
      })
    }))

  test('leave out what misses one condition, and so does the number of those submitted', () =>
    withServer(async (world) => {
      const { admin, office, reviewer, done } = await createLateReports(world)
      await aTerm(world.ctx(), { id: 6, is_current: false })
      const late = async () => (await world.as(admin)).api.reports.late()
      const before = await late()
      const outsiders: [
        string,
        ReportStatus,
        { term_id?: number; global_score?: number; conflict?: true },
      ][] = [
        ['not requested', 0, {}],
        ['declined', 9, {}],
        ['a request closed by the score', 1, { global_score: 4 }],
        ['closed by the score', 2, { global_score: 4 }],
        ['a request of another term', 1, { term_id: 6 }],
        ['of another term', 2, { term_id: 6 }],
        ['submitted in another term', 3, { term_id: 6 }],
        ['submitted on a proposal with a conflict', 3, { conflict: true }],
      ]
      for (const [what, status, { conflict, ...change }] of outsiders) {
        world.at('2026-03-01T12:00:00Z')
        const { proposal_id } = await aSubmittedProposal(office)
        const report = { proposal_id, user_id: reviewer.id, ...storedScores(status) }
        await world.db.insertInto('reports').values(report).execute()
        await world.db
          .updateTable('proposals')
          .set({ title: what, ...change })
          .where('id', '=', proposal_id)
          .execute()
        if (conflict) await aConflict(office, { proposal_id, user_id: admin.id })
        world.at(LATE)
        expect.soft(await late(), what).toEqual(before)
      }
      // Not vacuous: the reviewer's own submitted report is counted.
      await world.db.deleteFrom('reports').where('id', '=', done).execute()
      expect((await late()).map((row) => row.reviewer.submitted)).toEqual([0, 0, 0])
    }))

  test('are those of the current term by default', () =>
    withServer(async (world) => {
      const { admin, requested } = await createLateReports(world)
      await aTerm(world.ctx(), { id: 8, is_current: false })
      await makeCurrent(world.ctx(), 8)
      const { reports } = (await world.as(admin)).api
      expect(await reports.late()).toEqual([])
      expect((await reports.reviewers({ query: { term_id: 8 } })).report_counts).toEqual({})
      const past = await reports.late({ query: { term_id: 7 } })
      expect(past.map(({ id }) => id)).toContain(requested)
      expect(past.map(({ why_not_remind }) => why_not_remind)).toEqual(past.map(() => expect.any(String)))
      expect(await reports.remindMany({ body: { report_ids: [requested] } })).toMatchObject({
        result: 0,
        message: expect.stringContaining('AO7 is closed'),
      })
      expect(await findMails(world, 'review_reminder')).toEqual([])
    }))

  test('of a proposal with a conflict can neither be seen nor reminded of', () =>
    withServer(async (world) => {
      const { office, requested, accepted, others, second } = await createLateReports(world)
      const conflicted = await aUser(world.ctx(), ['admin'])
      await aConflict(office, { proposal_id: second.proposal_id, user_id: conflicted.id })
      const { reports } = (await world.as(conflicted)).api
      expect((await reports.late()).map(({ id }) => id)).toEqual([accepted])
      expect((await reports.reviewers()).report_counts).toEqual({ 2: 1, 3: 1, 9: 1 })
      for (const report_ids of [[requested], [accepted, others], [2_000_000]])
        expect(await errorKindOf(reports.remindMany({ body: { report_ids } }))).toBe('missing')
      expect(await findMails(world, 'review_reminder')).toEqual([])
    }))
})

describe('a reminder of selected reports', () => {
  test('is one mail per reviewer with the text that the screen shows', () =>
    withServer(async (world) => {
      const { admin, reviewer, other, requested, accepted, others } = await createLateReports(world)
      const { api } = await world.as(admin)
      const shown = (await api.reports.late()).filter((row) => row.reviewer.id === reviewer.id)
      const settings = await api.masters.settings()
      const installation = { baseUrl: settings.base_url }
      expect(
        await api.reports.remindMany({ body: { report_ids: [requested, accepted, others, others] } }),
      ).toEqual({ result: 1, message: '2 reviewers have been reminded of 3 reports.' })
      const sent = await findMails(world, 'review_reminder')
      expect(sent.map(({ recipients }) => recipients).sort()).toEqual(
        [[reviewer.email], [other.email]].sort(),
      )
      const values = reminderValues(
        installation,
        reviewer.name,
        shown.map(({ id, status, proposal, due_at }) => ({
          id,
          status,
          proposal_id: proposal.id,
          title: proposal.title,
          term_id: proposal.term_id,
          reviews_due_at: due_at,
        })),
      )
      const { review_reminder: template } = reportTemplates
      const office = officeOf(settings, settings.sender)
      const { text } = completeMail(template, template, values, office, installation)
      const withoutTokens = sent.map(({ body }) =>
        body.replace(/https?:\S+\/answer\/\S+/gu, '(a personal link, made when the e-mail is sent)'),
      )
      expect(withoutTokens).toContain(text)
      const after = await api.reports.late()
      expect(after.map(({ reminded_at }) => reminded_at)).toEqual([LATE, LATE, LATE])
      const entries = await world.db
        .selectFrom('audit_entries')
        .select(['object_id', 'user_id'])
        .where('action', '=', 'report.remind')
        .orderBy('object_id')
        .execute()
      expect(entries).toEqual(
        [requested, accepted, others]
          .sort((a, b) => a - b)
          .map((object_id) => ({ object_id, user_id: admin.id })),
      )
    }))

  test('leaves out and names reports that are no longer open', () =>
    withServer(async (world) => {
      const { admin, reviewer, other, requested, accepted, others, done, third } =
        await createLateReports(world)
      const { reports } = (await world.as(admin)).api
      await (await world.as(other)).api.reports.declineAll()
      const { message, result } = await reports.remindMany({ body: { report_ids: [requested, done] } })
      expect(result).toBe(1)
      expect(message).toBe(
        `1 reviewer has been reminded of 1 report. Left out: ${reviewer.name} on proposal ${third.proposal_id}: This report is already submitted.`,
      )
      // Reports that were reminded of today are left out, the others are not.
      expect((await reports.remindMany({ body: { report_ids: [requested, done] } })).result).toBe(0)
      expect((await reports.remindMany({ body: { report_ids: [requested, accepted] } })).message).toContain(
        'already been reminded of this report today',
      )
      expect(await findMails(world, 'review_reminder')).toHaveLength(2)
      await world.db.updateTable('users').set({ is_reviewer: false }).where('id', '=', other.id).execute()
      expect((await reports.remindMany({ body: { report_ids: [others] } })).result).toBe(0)
      expect((await reports.remindMany({ body: { report_ids: [] } })).result).toBe(0)
      world.at('2026-04-25T00:00:00Z')
      const again = (await world.as(admin)).api.reports
      expect((await again.remindMany({ body: { report_ids: [requested] } })).result).toBe(1)
    }))

  test('is sent once when requested twice at the same moment', () =>
    withParallelServer(async (world) => {
      const { admin, requested, accepted } = await createLateReports(world)
      const { reports } = (await world.as(admin)).api
      const send = () => reports.remindMany({ body: { report_ids: [requested, accepted] } })
      const results = (await Promise.all([send(), send(), send()])).map(({ result }) => result)
      expect(results.sort()).toEqual([0, 0, 1])
      expect(await findMails(world, 'review_reminder')).toHaveLength(1)
    }))
})
