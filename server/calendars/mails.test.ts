import { simpleParser } from 'mailparser'
import { describe, expect, test } from 'vitest'
import { REPORT_NOT_REQUESTED } from '#domain/reports/status.ts'
import { aTerm, aUser } from '../builders/people.ts'
import { aSubmittedProposal } from '../builders/proposals.ts'
import { aReport, aReviewer } from '../builders/reports.ts'
import { aDraftedResult } from '../builders/results.ts'
import { smtpTransport } from '../platform/outbox/transport.ts'
import { deliverNext, recordDelivery } from '../platform/outbox/worker.ts'
import { requestReport } from '../reports/assignment.ts'
import { correctResult } from '../results/corrections.ts'
import { releaseResults } from '../results/release.ts'
import { readEntries } from '../testing/calendar.ts'
import { mailbox } from '../testing/mailbox.ts'
import { findMails } from '../testing/reviews.ts'
import { type TestServer, withServer } from '../testing/test_server.ts'

const NOW = '2031-01-10T08:00:00.000Z'
const DUE = '2031-04-05T23:59:00.000Z'
const TITLE = 'Canary7x'

async function scene(world: TestServer) {
  world.at(NOW)
  await aTerm(world.ctx(), { reviews_due_at: DUE })
  const admin = await aUser(world.ctx(), ['admin'])
  return { office: world.ctx(admin), admin }
}

/** Sends the mails that wait, and returns what arrived. */
async function delivered(world: TestServer) {
  const box = await mailbox()
  const transport = smtpTransport(box.url, 'https://example.org')
  for (;;) {
    const result = await deliverNext(world.db, transport, 'ao@example.org', world.services.clock)
    if (!result) break
    await recordDelivery(world.db, result)
  }
  transport.close()
  await box.close()
  return Promise.all(box.received.map(async ({ raw }) => ({ raw, ...(await simpleParser(raw)) })))
}

describe('a review request', () => {
  test('carries the due date of each report as dates.ics, beside its text and its HTML', () =>
    withServer(async (world) => {
      const { office } = await scene(world)
      const reviewer = await aReviewer(world.ctx(), { last_name: 'Ωmega "Ω"' })
      const { proposal_id } = await aSubmittedProposal(office, { input: { title: TITLE } })
      const id = await aReport(office, { proposal_id, reviewer, status: REPORT_NOT_REQUESTED })
      await world.db.deleteFrom('mails').execute()
      await requestReport(office, id)
      const [mail] = await delivered(world)
      expect([mail!.text, mail!.html]).toEqual([
        expect.stringContaining(TITLE),
        expect.stringContaining(TITLE),
      ])
      const files = mail!.attachments.filter(({ filename }) => filename === 'dates.ics')
      expect(files).toHaveLength(1)
      expect(mail!.raw).toMatch(/^Content-Type: text\/calendar; charset=utf-8; method=PUBLISH/mu)
      const file = files[0]!.content.toString()
      expect(file).not.toMatch(/Canary7x|Ωmega|ORGANIZER|ATTENDEE/u)
      expect(readEntries(file)).toMatchObject([
        {
          uid: expect.stringMatching(new RegExp(`^report-${id}@`, 'u')),
          title: `AO7: report on proposal ${proposal_id} is due`,
          starts_at: DUE,
          stamp: NOW,
          url: expect.stringMatching(new RegExp(`/reports/detail/${id}$`, 'u')),
        },
      ])
    }))

  test('of many reports from many reviewers carries to each their own', () =>
    withServer(async (world) => {
      const { office, admin } = await scene(world)
      const { api } = await world.as(admin)
      const reviewers = [await aReviewer(world.ctx()), await aReviewer(world.ctx())]
      const wanted = new Map<string, string[]>()
      for (const n of [0, 1, 2]) {
        const { proposal_id } = await aSubmittedProposal(office)
        for (const reviewer of n === 2 ? reviewers.slice(1) : reviewers) {
          const id = await aReport(office, { proposal_id, reviewer, status: REPORT_NOT_REQUESTED })
          wanted.set(reviewer.email, [...(wanted.get(reviewer.email) ?? []), `report-${id}`])
        }
      }
      await api.reports.requestAllReviewers({ body: {} })
      const mails = await findMails(world, 'review_request')
      const got = mails.map(
        ({ recipients, calendar }) =>
          [recipients.join(), readEntries(calendar!).map(({ uid }) => uid.split('@')[0])] as const,
      )
      expect(new Map(got)).toEqual(wanted)
    }))
})

describe('a result', () => {
  test('carries the last day for an answer to its proposer alone; a correction replaces it', () =>
    withServer(async (world) => {
      const { office } = await scene(world)
      const { proposal_id } = await aDraftedResult(office, {
        input: {
          collaborators: [{ first_name: 'Co', last_name: 'Lab', email: 'co@example.org', affiliation: 'X' }],
        } as never,
      })
      await releaseResults(office, [proposal_id])
      await correctResult(office, proposal_id, { correction: 'A slip.', remove: [], add: [] })
      await releaseResults(office, [proposal_id])
      const read = async (kind: 'result_released' | 'result_corrected') =>
        (await findMails(world, kind)).flatMap(({ calendar }) => (calendar ? [readEntries(calendar)] : []))
      const { answer_by } = await world.db
        .selectFrom('results')
        .select(({ cast, ref }) => cast<string>(ref('answer_by'), 'text').as('answer_by'))
        .where('edition', '=', 1)
        .executeTakeFirstOrThrow()
      const entry = {
        uid: expect.stringMatching(new RegExp(`^answer-${proposal_id}@`, 'u')),
        title: `AO7: answer to the result of proposal ${proposal_id} is due`,
        starts_at: `${answer_by}T23:59:00.000Z`,
        url: expect.stringMatching(/\/proposals\/myproposal$/u),
      }
      expect(await read('result_released')).toMatchObject([[{ ...entry, sequence: 0 }]])
      expect(await read('result_corrected')).toMatchObject([[{ ...entry, sequence: 1 }]])
    }))

  test('that grants nothing has no date, and its mail no file', () =>
    withServer(async (world) => {
      const { office } = await scene(world)
      const { proposal_id } = await aDraftedResult(office, { granted: 0 })
      await releaseResults(office, [proposal_id])
      const mails = await findMails(world, 'result_released')
      expect(mails.map(({ calendar }) => calendar)).toEqual([null])
    }))
})
