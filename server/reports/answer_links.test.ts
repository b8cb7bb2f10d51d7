import { describe, expect, test } from 'vitest'
import type { Actor } from '#domain/session/actor.ts'
import { aConflict } from '../builders/conflicts.ts'
import { aTerm, aUser, makeCurrent } from '../builders/people.ts'
import { aSubmittedProposal } from '../builders/proposals.ts'
import { aReport, aReviewer } from '../builders/reports.ts'
import { deleteExpired } from '../platform/session.ts'
import { hashToken } from '../platform/tokens.ts'
import { cancelSubmission, saveGlobalScore } from '../staff/service.ts'
import { findMails } from '../testing/reviews.ts'
import { type TestServer, withParallelServer, withServer } from '../testing/test_server.ts'
import { addReviewer, declineReport, requestReport } from './assignment.ts'
import { findOwnReport } from './shared_queries.ts'

const NOW = '2031-03-01T09:00:00.000Z'
const ACCEPTED = { no_conflict: true } as const
const WRONG = { message: 'Not Found' }
const TOKEN = /\/reports\/answer\/([\w-]+)/gu

/** The tokens in the newest request or reminder to an address. */
async function tokensTo({ db }: TestServer, email: string) {
  const mail = await db
    .selectFrom('mails')
    .select('body')
    .where('kind', 'in', ['review_request', 'review_reminder'])
    .orderBy('id', 'desc')
    .execute()
  return [...(mail[0]?.body ?? email).matchAll(TOKEN)].map(([, token]) => token!)
}

/** A request to a reviewer who is not signed in, its link, and a visitor who holds it. */
async function createRequest(world: TestServer) {
  world.at(NOW)
  const term = await aTerm(world.ctx())
  const admin = await aUser(world.ctx(), ['admin'])
  const office = world.ctx(admin)
  const { proposal_id, actor: proposer } = await aSubmittedProposal(office, {
    input: { title: 'Salts in the matrix', abstract: 'Salts of the second touchdown.' },
  })
  const reviewer = await aReviewer(world.ctx(), { first_name: 'Ignês', last_name: 'Araújo' })
  const report_id = await aReport(office, { proposal_id, reviewer, status: 1 })
  const [token] = await tokensTo(world, reviewer.email)
  const at = { params: { token: token! } }
  const statusOf = async () =>
    (
      await world.db
        .selectFrom('reports')
        .select('status')
        .where('id', '=', report_id)
        .executeTakeFirstOrThrow()
    ).status
  const isOpen = async () =>
    (await world.visitor.request('GET', `/api/reports/answer/${token}`)).statusCode === 200
  const { reports } = world.visitor.api
  return {
    term,
    admin,
    office,
    proposal_id,
    proposer,
    reviewer,
    report_id,
    token: token!,
    at,
    statusOf,
    isOpen,
    reports,
  }
}

describe('the link of a request', () => {
  test('shows title, abstract and due date without signing in, and nothing of the proposer', () =>
    withServer(async (world) => {
      const { term, proposal_id, proposer, report_id, token, reports, at } = await createRequest(world)
      const reply = await world.visitor.request('GET', `/api/reports/answer/${token}`)
      expect(JSON.parse(reply.payload)).toEqual({
        report_id,
        reviewer: 'Ignês Araújo',
        term_id: term.id,
        proposal: {
          id: proposal_id,
          title: 'Salts in the matrix',
          abstract: 'Salts of the second touchdown.',
        },
        due_at: term.reviews_due_at,
        requested_at: NOW,
        expires_at: '2031-03-31T09:00:00.000Z',
        why_not_accept: null,
        other_requests: 0,
      })
      for (const secret of [proposer.name, proposer.email]) expect(reply.payload).not.toContain(secret)
      expect(reply.headers['set-cookie'] ?? '').not.toContain('session')
      expect(reply.headers['cache-control']).toBe('private, no-store')
      expect((await reports.linked(at)).report_id).toBe(report_id)
    }))

  test('changes nothing when it is opened, fetched ahead or looked at by a mail scanner', () =>
    withServer(async (world) => {
      const { token, statusOf, isOpen } = await createRequest(world)
      const read = () => world.db.selectFrom('audit_entries').select('id').execute()
      const before = await read()
      for (const method of ['GET', 'HEAD', 'OPTIONS'] as const)
        for (const path of ['', '/accept', '/decline'])
          await world.visitor.request(method as 'GET', `/api/reports/answer/${token}${path}`)
      await world.visitor.request('GET', `/reports/answer/${token}`)
      expect([await statusOf(), await isOpen(), await read()]).toEqual([1, true, before])
    }))

  test('accepts that request alone, as its reviewer, once, and starts no session', () =>
    withServer(async (world) => {
      const { office, reviewer, report_id, proposal_id, at, token, reports, statusOf, isOpen } =
        await createRequest(world)
      const other = await aSubmittedProposal(office)
      const second = await aReport(office, { proposal_id: other.proposal_id, reviewer, status: 1 })
      const sessions = () => world.db.selectFrom('sessions').selectAll().execute()
      const before = await sessions()
      expect(await reports.acceptLinked({ ...at, body: ACCEPTED })).toEqual({
        result: 1,
        message: `You have accepted the review of proposal ${proposal_id}.`,
      })
      expect([await statusOf(), await isOpen(), await sessions()]).toEqual([2, false, before])
      expect(
        (await world.db.selectFrom('reports').select('status').where('id', '=', second).execute())[0],
      ).toEqual({
        status: 1,
      })
      await expect(reports.acceptLinked({ ...at, body: ACCEPTED })).rejects.toMatchObject({ kind: 'missing' })
      const [entry, ...more] = await world.db
        .selectFrom('audit_entries')
        .selectAll()
        .where('action', '=', 'report.accept')
        .execute()
      expect(more).toEqual([])
      expect(entry).toMatchObject({
        user_id: reviewer.id,
        object_id: report_id,
        after: { status: 2, by_link: true },
      })
      expect(JSON.stringify(entry)).not.toContain(token)
      const [mail] = await findMails(world, 'review_accepted')
      expect(mail!.body).toContain(reviewer.name)
    }))

  test('pressed twice at the same time answers once', () =>
    withParallelServer(async (world) => {
      const { at, reports, statusOf } = await createRequest(world)
      const answers = await Promise.allSettled([
        reports.acceptLinked({ ...at, body: ACCEPTED }),
        reports.declineLinked({ ...at, body: { reason: 'time' } }),
      ])
      expect(answers.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
      expect([2, 9]).toContain(await statusOf())
    }))

  test('accepts only with the statement that there is no conflict of interest', () =>
    withServer(async (world) => {
      const { at, reports, statusOf } = await createRequest(world)
      for (const body of [{}, { no_conflict: false }, { no_conflict: 'yes' }])
        await expect(reports.acceptLinked({ ...at, body: body as typeof ACCEPTED })).rejects.toMatchObject({
          kind: 'invalid',
          errors: { no_conflict: ['This field is required.'] },
        })
      expect(await statusOf()).toBe(1)
    }))

  test('declines with reason and suggestion, which the office reads', () =>
    withServer(async (world) => {
      const { admin, reviewer, report_id, at, reports, isOpen } = await createRequest(world)
      const body = { reason: 'field', note: '', suggestion: 'Aoi Aaa' } as const
      expect((await reports.declineLinked({ ...at, body })).result).toBe(1)
      const { api } = await world.as(admin)
      const shown = await api.reports.reviewer({ params: { id: reviewer.id } })
      expect(shown.reports.find(({ id }) => id === report_id)).toMatchObject({
        status: 9,
        decline_reason: 'field',
        decline_suggestion: 'Aoi Aaa',
        conflict_stated: false,
      })
      expect(await isOpen()).toBe(false)
      await expect(reports.declineLinked({ ...at, body: {} as typeof body })).rejects.toMatchObject({
        kind: 'invalid',
      })
    }))

  test('says with a conflict of interest why it cannot be accepted', () =>
    withServer(async (world) => {
      const { office, proposal_id, reviewer, at, reports } = await createRequest(world)
      await aConflict(office, { proposal_id, user_id: reviewer.id })
      const why = 'The reviewer has a conflict of interest with this proposal.'
      expect((await reports.linked(at)).why_not_accept).toBe(why)
      expect(await reports.acceptLinked({ ...at, body: ACCEPTED })).toEqual({ result: 0, message: why })
    }))

  test('works for whoever holds it, also signed in as someone else, but not while viewing as a user', () =>
    withServer(async (world) => {
      const { admin, reviewer, at, token, statusOf } = await createRequest(world)
      const acting = await world.as(admin)
      await acting.api.acting.start({ params: { id: reviewer.id } })
      await expect(acting.api.reports.acceptLinked({ ...at, body: ACCEPTED })).rejects.toMatchObject({
        kind: 'forbidden',
      })
      expect(await statusOf()).toBe(1)
      const other = await world.as(await aUser(world.ctx(), ['panel']))
      expect((await other.request('GET', `/api/reports/answer/${token}`)).statusCode).toBe(200)
      await other.api.reports.acceptLinked({ ...at, body: ACCEPTED })
      const [mail] = await findMails(world, 'review_accepted')
      expect(mail!.subject).toContain(reviewer.name)
    }))

  test('is kept as a hash, and its mail is blanked once it is sent', () =>
    withServer(async (world) => {
      const { report_id, token } = await createRequest(world)
      const links = await world.db.selectFrom('review_answer_links').selectAll().execute()
      expect(links).toMatchObject([{ report_id, token_hash: hashToken(token) }])
      expect(JSON.stringify(links)).not.toContain(token)
      expect((await findMails(world, 'review_request')).map(({ secret }) => secret)).toEqual([true])
    }))

  test('is renewed by a reminder, and both work until one is used', () =>
    withServer(async (world) => {
      const { admin, reviewer, token, reports, isOpen } = await createRequest(world)
      const { api } = await world.as(admin)
      await api.reports.remind({ params: { id: reviewer.id } })
      const [renewed] = await tokensTo(world, reviewer.email)
      expect(renewed).not.toBe(token)
      expect(await isOpen()).toBe(true)
      await reports.acceptLinked({ params: { token: renewed! }, body: ACCEPTED })
      expect(await isOpen()).toBe(false)
      world.at('2031-03-03T09:00:00.000Z')
      const again = await world.as(admin)
      await again.api.reports.remind({ params: { id: reviewer.id } })
      const [last] = (await findMails(world, 'review_reminder')).slice(-1)
      expect([last!.secret, TOKEN.test(last!.body)]).toEqual([false, false])
    }))
})

type Scene = Awaited<ReturnType<typeof createRequest>>
const ENDINGS: Record<string, (scene: Scene, world: TestServer) => Promise<unknown>> = {
  'thirty days': async (_, world) => world.at('2031-03-31T09:00:00.000Z'),
  'an answer signed in': async ({ reviewer, report_id }, world) =>
    (await world.as(reviewer)).api.reports.accept({ params: { reportId: report_id } }),
  'a request taken back': ({ office, report_id }) => declineReport(office, report_id),
  'a request taken back and made again': async ({ office, report_id }) => {
    await declineReport(office, report_id)
    await requestReport(office, report_id)
  },
  'a change of the term': ({ term }, world) =>
    world.db
      .updateTable('terms')
      .set({ reviews_due_at: '2031-05-01T00:00:00.000Z' })
      .where('id', '=', term.id)
      .execute(),
  'another current term': async ({ term }, world) => {
    await aTerm(world.ctx(), { id: term.id + 1, is_current: false })
    await makeCurrent(world.ctx(), term.id + 1)
  },
  'a disabled reviewer': ({ reviewer }, world) => changeUser(world, reviewer, { disabled: true }),
  'a lost role': ({ reviewer }, world) => changeUser(world, reviewer, { is_reviewer: false, is_panel: true }),
  'a new address': ({ reviewer }, world) => changeUser(world, reviewer, { email: 'new@example.org' }),
  'a new password': ({ reviewer }, world) => changeUser(world, reviewer, { password_hash: 'x' }),
  'a cancelled submission': ({ office, proposal_id }) => cancelSubmission(office, proposal_id),
  'a global score': ({ office, proposal_id }) =>
    saveGlobalScore(office, proposal_id, { global_score: 3, rank: null }),
}
const changeUser = (world: TestServer, { id }: Actor, change: object) =>
  world.db.updateTable('users').set(change).where('id', '=', id).execute()

describe('a link ends, and then answers like one that never was, with', () => {
  test.each(Object.entries(ENDINGS))('%s', (_, end) =>
    withServer(async (world) => {
      const scene = await createRequest(world)
      expect(await scene.isOpen()).toBe(true)
      await end(scene, world)
      const status = await scene.statusOf()
      const answers = async (token: string) => {
        const { visitor } = world
        const accept = { method: 'POST', path: 'accept', body: ACCEPTED } as const
        const replies = [
          await visitor.request('GET', `/api/reports/answer/${token}`),
          await visitor.request(accept.method, `/api/reports/answer/${token}/accept`, ACCEPTED),
          await visitor.request(accept.method, `/api/reports/answer/${token}/decline`, { reason: 'time' }),
        ]
        return replies.map(({ statusCode, payload }) => [statusCode, JSON.parse(payload)])
      }
      expect(await answers(scene.token)).toEqual(Array(3).fill([404, WRONG]))
      expect(await answers('x'.repeat(43))).toEqual(await answers(scene.token))
      expect(await answers('x'.repeat(90))).toEqual(await answers(scene.token))
      expect(await scene.statusOf()).toBe(status)
    }),
  )

  test('a name that is only read, a sign-in or a list view ends nothing; the sweep removes what has expired', () =>
    withServer(async (world) => {
      const { reviewer, isOpen } = await createRequest(world)
      await changeUser(world, reviewer, { last_login_at: NOW, list_views: '{}', first_name: 'Ignês' })
      await deleteExpired(world.db, new Date('2031-03-30T00:00:00.000Z'))
      expect(await isOpen()).toBe(true)
      await deleteExpired(world.db, new Date('2031-04-02T00:00:00.000Z'))
      expect(await world.db.selectFrom('review_answer_links').selectAll().execute()).toEqual([])
    }))
})

test('wrong links are limited for an address; right ones are not counted', () =>
  withServer(async (world) => {
    world.services.config = { ...world.services.config, rateLimit: 100_000 }
    const { token } = await createRequest(world)
    const read = async (link: string) =>
      (await world.visitor.request('GET', `/api/reports/answer/${link}`)).statusCode
    for (let read_again = 0; read_again < 70; read_again++) expect(await read(token)).toBe(200)
    const wrong = []
    for (let tried = 0; tried < 61; tried++) wrong.push(await read(`wrong${tried}`))
    expect(wrong).toEqual([...Array(60).fill(404), 429])
  }))

describe('a conflict of interest stated through a link', () => {
  const CONFLICT = { reason: 'conflict', note: 'My former student.', suggestion: '' } as const
  async function createStated(world: TestServer, roles: ('reviewer' | 'panel')[] = ['reviewer']) {
    const scene = await createRequest(world)
    if (roles.includes('panel')) {
      await changeUser(world, scene.reviewer, { is_panel: true })
      const { api } = await world.as(scene.admin)
      await api.reports.remind({ params: { id: scene.reviewer.id } })
    }
    const [token] = await tokensTo(world, scene.reviewer.email)
    await scene.reports.declineLinked({ params: { token: token! }, body: CONFLICT })
    await world.db.deleteFrom('mails').where('kind', '=', 'review_request').execute()
    return scene
  }

  test('keeps its reviewer from being asked again, and from nothing else', () =>
    withServer(async (world) => {
      const { admin, office, reviewer, report_id, proposal_id } = await createStated(world, [
        'reviewer',
        'panel',
      ])
      expect(await world.db.selectFrom('conflicts').selectAll().execute()).toEqual([])
      const { api } = await world.as(admin)
      expect(await api.reports.request({ params: { reportId: report_id } })).toMatchObject({
        result: 0,
        message: 'The reviewer has a conflict of interest with this proposal.',
      })
      const [row] = (await api.reports.reviewer({ params: { id: reviewer.id } })).reports
      expect(row).toMatchObject({ takes_part: true, conflict_stated: true, decline_reason: 'conflict' })
      // Staff still read the proposal with its reports.
      const colleague = await aReviewer(world.ctx())
      await addReviewer(office, proposal_id, { reviewer_id: colleague.id, acknowledged: true })
      const seen = await (await world.as(reviewer)).api.staff.get({ params: { id: proposal_id } })
      expect(seen.reports.map(({ user_id }) => user_id).sort()).toEqual([reviewer.id, colleague.id].sort())
      const [mail] = await findMails(world, 'review_declined_by_reviewer')
      expect(mail!.body).toContain('Stated through the link in the e-mail')
      expect((await findOwnReport(world.db, reviewer.id, proposal_id))!.status).toBe(9)
    }))

  test('has its full effect once it is confirmed signed in', () =>
    withServer(async (world) => {
      const { reviewer, report_id, proposal_id } = await createStated(world, ['reviewer', 'panel'])
      const { api } = await world.as(reviewer)
      expect((await api.callState.get()).reviewer!.confirm.map(({ id }) => id)).toEqual([report_id])
      const confirm = () =>
        api.reports.confirmConflict({ params: { reportId: report_id }, body: { confirmed: true } })
      expect((await confirm()).result).toBe(1)
      expect(await world.db.selectFrom('conflicts').selectAll().execute()).toMatchObject([
        { proposal_id, user_id: reviewer.id, reason: 'My former student.', declared_by: reviewer.id },
      ])
      expect((await api.staff.get({ params: { id: proposal_id } })).reports).toEqual([])
      expect((await api.callState.get()).reviewer!.confirm).toEqual([])
      expect((await confirm()).result).toBe(0)
    }))

  test('ends when its reviewer says that it was a mistake, and only the reviewer can say so', () =>
    withServer(async (world) => {
      const { admin, reviewer, report_id } = await createStated(world)
      const taken = { params: { reportId: report_id }, body: { confirmed: false } }
      const other = await world.as(await aReviewer(world.ctx()))
      await expect(other.api.reports.confirmConflict(taken)).rejects.toMatchObject({ kind: 'forbidden' })
      await (await world.as(reviewer)).api.reports.confirmConflict(taken)
      expect(await world.db.selectFrom('conflicts').selectAll().execute()).toEqual([])
      const { api } = await world.as(admin)
      const [row] = (await api.reports.reviewer({ params: { id: reviewer.id } })).reports
      expect(row).toMatchObject({
        takes_part: false,
        conflict_stated: false,
        decline_reason: 'other',
        decline_note: 'The conflict of interest was stated by mistake.',
      })
      expect((await api.reports.request({ params: { reportId: report_id } })).result).toBe(1)
    }))
})
