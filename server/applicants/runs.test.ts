import { describe, expect, test } from 'vitest'
import type { RunDecision } from '#domain/applicants/runs.ts'
import type { Actor } from '#domain/session/actor.ts'
import { aNotice, aTerm, aUser } from '../builders/people.ts'
import { type TestServer, withParallelServer, withServer } from '../testing/test_server.ts'
import { carryOutRuns } from './runs.ts'

/** An open term, and a signed-in administrator. */
async function office(world: TestServer) {
  const term = await aTerm(world.ctx())
  const admin: Actor = await aUser(world.ctx(), ['admin'], { first_name: 'Olga', last_name: 'Office' })
  const { api } = await world.as(admin)
  const start = (ids: number[], decision: RunDecision = 'register', without_mail: number[] = []) =>
    api.applicants.startRun({ body: { decision, ids, without_mail } })
  const rowsOf = async (id: number | undefined) =>
    (await api.applicants.run({ params: { id: id! } })).rows.map(({ state, message }) => [state, message])
  return { term, admin, api: api.applicants, start, rowsOf }
}

const mailsOf = async ({ db }: TestServer, kind: string) =>
  (await db.selectFrom('mails').select('recipients').where('kind', '=', kind).orderBy('id').execute()).map(
    ({ recipients }) => recipients[0],
  )

const aNoticeOf = async ({ ctx }: TestServer, email: string) => ({
  id: await aNotice(ctx(), { email }),
  email,
})

describe('a run', () => {
  test('registers each applicant as REGISTER does, and says what happened to each', () =>
    withServer(async (world) => {
      const { api, start, rowsOf, admin } = await office(world)
      const reviewer = await aUser(world.ctx(), ['reviewer'])
      const proposer = await aUser(world.ctx(), ['proposer'])
      const ids = [
        await aNotice(world.ctx(), { email: 'new@example.org' }),
        await aNotice(world.ctx(), { email: reviewer.email }),
        await aNotice(world.ctx(), { email: proposer.email }),
      ]
      const answer = await start(ids)
      expect(answer).toMatchObject({ result: 1, message: 'Registering 3 applicants.' })
      expect(await api.run({ params: { id: answer.id! } })).toMatchObject({
        decision: 'register',
        started_by: 'Olga Office',
        ended_at: null,
        waiting: 3,
        done: 0,
        failed: 0,
      })
      await carryOutRuns(world.services)
      expect(await rowsOf(answer.id)).toEqual([
        ['done', 'New account'],
        ['done', 'Role added'],
        ['done', 'Account kept'],
      ])
      expect((await api.runs())[0]).toMatchObject({ waiting: 0, done: 3, failed: 0 })
      expect((await api.runs())[0]!.ended_at).not.toBeNull()
      for (const id of ids) expect((await api.get({ params: { id } })).status).toBe(1)
      expect(await mailsOf(world, 'registration')).toEqual([
        'new@example.org',
        reviewer.email,
        proposer.email,
      ])
      const audited = await world.db
        .selectFrom('audit_entries')
        .select(['object_id', 'user_id'])
        .where('action', '=', 'applicant.register')
        .orderBy('id')
        .execute()
      expect(audited).toEqual(ids.map((object_id) => ({ object_id, user_id: admin.id })))
    }))

  test('rejects, and mails none of those that are to get no e-mail', () =>
    withServer(async (world) => {
      const { start, rowsOf } = await office(world)
      const one = await aNoticeOf(world, 'one@example.org')
      const two = await aNoticeOf(world, 'two@example.org')
      const three = await aNoticeOf(world, 'three@example.org')
      const mixed = await start([one.id, two.id], 'reject', [two.id])
      const silent = await start([three.id], 'reject_no_mail')
      await carryOutRuns(world.services)
      expect(await rowsOf(mixed.id)).toEqual([
        ['done', 'Rejected'],
        ['done', 'Rejected without an e-mail'],
      ])
      expect(await rowsOf(silent.id)).toEqual([['done', 'Rejected without an e-mail']])
      expect(await mailsOf(world, 'rejection')).toEqual([one.email])
    }))

  test('leaves out each applicant that cannot be registered, with its reason, and registers the others', () =>
    withServer(async (world) => {
      const { api, start, rowsOf } = await office(world)
      const [registered, rejected] = [await aNotice(world.ctx()), await aNotice(world.ctx())]
      await api.register({ params: { id: registered } })
      await api.rejectNoMail({ params: { id: rejected } })
      const disabled = await aUser(world.ctx(), ['reviewer'], { disabled: true })
      const gone = await aUser(world.ctx(), ['reviewer'])
      await world.db
        .updateTable('users')
        .set({ deleted_at: world.services.clock().toISOString(), disabled: true })
        .where('id', '=', gone.id)
        .execute()
      const closed = await aNotice(world.ctx())
      await aTerm(world.ctx(), { id: 6, is_current: false, disabled: true })
      await world.db.updateTable('applicants').set({ term_id: 6 }).where('id', '=', closed).execute()
      const answer = await start([
        registered,
        rejected,
        (await aNoticeOf(world, disabled.email)).id,
        (await aNoticeOf(world, gone.email)).id,
        closed,
        (await aNoticeOf(world, 'twice@example.org')).id,
        (await aNoticeOf(world, 'Twice@example.org')).id,
        await aNotice(world.ctx()),
      ])
      const sent = (await mailsOf(world, 'registration')).length
      await carryOutRuns(world.services)
      expect(await rowsOf(answer.id)).toEqual([
        ['failed', 'This applicant is already registered.'],
        ['failed', 'This applicant is rejected.'],
        ['failed', `The user ${disabled.email} is disabled.`],
        ['failed', 'This e-mail address was that of a user who was deleted.'],
        ['failed', 'AO6 is closed; nothing in it can be changed.'],
        ['done', 'New account'],
        ['failed', 'This user already has a proposal in AO7.'],
        ['done', 'New account'],
      ])
      expect((await mailsOf(world, 'registration')).length).toBe(sent + 2)
      const failed = await api.list({ query: { run_failed: true, sort: 'id' } })
      expect(failed.data.map(({ run_failure }) => run_failure)).toEqual([
        'AO6 is closed; nothing in it can be changed.',
        `The user ${disabled.email} is disabled.`,
        'This e-mail address was that of a user who was deleted.',
        'This user already has a proposal in AO7.',
      ])
    }))

  test('is refused for applicants that do not exist, for none, and for unfitting ones without an e-mail', () =>
    withServer(async (world) => {
      const { start } = await office(world)
      const id = await aNotice(world.ctx())
      const errorsOf = (run: Promise<unknown>) =>
        run.then(
          () => expect.unreachable(),
          ({ errors }) => errors,
        )
      expect(await errorsOf(start([id, id + 1]))).toEqual({ ids: [`There is no applicant ${id + 1}.`] })
      expect(await errorsOf(start([]))).toEqual({ ids: ['Select at least one applicant.'] })
      expect(await errorsOf(start(Array.from({ length: 501 }, (_, n) => n + 1)))).toEqual({
        ids: ['At most 500 applicants can be decided on at once.'],
      })
      expect(await errorsOf(start([id], 'register', [id]))).toHaveProperty('without_mail')
      expect(await errorsOf(start([id], 'reject', [id + 1]))).toHaveProperty('without_mail')
      expect(await world.db.selectFrom('applicant_runs').selectAll().execute()).toEqual([])
    }))

  test('of applicants that another run has takes the others, and is refused if there are none', () =>
    withServer(async (world) => {
      const { start, rowsOf } = await office(world)
      const colleague = (await world.as(await aUser(world.ctx(), ['admin']))).api.applicants
      const [one, two] = [await aNotice(world.ctx()), await aNotice(world.ctx())]
      const first = await start([one])
      const again = await colleague.startRun({ body: { decision: 'reject', ids: [one] } })
      expect(again).toEqual({
        result: 0,
        message: 'This applicant is already being registered by Olga Office.',
      })
      const second = await colleague.startRun({ body: { decision: 'reject', ids: [one, two] } })
      await carryOutRuns(world.services)
      expect(await rowsOf(first.id)).toEqual([['done', 'New account']])
      expect(await rowsOf(second.id)).toEqual([
        ['failed', 'This applicant is already being registered by Olga Office.'],
        ['done', 'Rejected'],
      ])
    }))

  test('does nothing for someone who is no longer a member of the office', () =>
    withServer(async (world) => {
      const { start, api, admin, rowsOf } = await office(world)
      const colleague = await aUser(world.ctx(), ['admin'])
      const id = await aNotice(world.ctx())
      const answer = await start([id])
      await world.db
        .updateTable('users')
        .set({ is_administration_office: false, is_reviewer: true })
        .where('id', '=', admin.id)
        .execute()
      await carryOutRuns(world.services)
      const { applicants } = (await world.as(colleague)).api
      expect((await applicants.get({ params: { id } })).status).toBe(0)
      await expect(api.runs()).rejects.toMatchObject({ kind: 'forbidden' })
      await world.db.updateTable('users').set({ is_administration_office: true }).execute()
      expect(await rowsOf(answer.id)).toEqual([
        ['failed', 'Olga Office is no longer a member of the office.'],
      ])
    }))

  test('of which a server left a row without a result goes on with the others, and later with that row', () =>
    withServer(async (world) => {
      const { start, rowsOf } = await office(world)
      const now = world.services.clock()
      world.at(now)
      const answer = await start([await aNotice(world.ctx()), await aNotice(world.ctx())])
      // As a server leaves it that was killed in the middle.
      await world.db
        .updateTable('applicant_run_rows')
        .set({ tries: 1, taken_at: now.toISOString() })
        .where('position', '=', 1)
        .execute()
      await carryOutRuns(world.services)
      expect(await rowsOf(answer.id)).toEqual([
        ['waiting', ''],
        ['done', 'New account'],
      ])
      world.at(new Date(+now + 11_000))
      await carryOutRuns(world.services)
      expect(await rowsOf(answer.id)).toEqual([
        ['done', 'New account'],
        ['done', 'New account'],
      ])
    }))

  test('gives up a row that was left without a result three times', () =>
    withServer(async (world) => {
      const { start, rowsOf } = await office(world)
      const answer = await start([await aNotice(world.ctx())])
      const long_ago = '2026-01-01T00:00:00Z'
      await world.db.updateTable('applicant_run_rows').set({ tries: 3, taken_at: long_ago }).execute()
      await carryOutRuns(world.services)
      expect(await rowsOf(answer.id)).toEqual([
        ['failed', 'The server could not do this. Nothing was changed; try again.'],
      ])
    }))

  test('is listed until a day after its end', () =>
    withServer(async (world) => {
      const { start, admin } = await office(world)
      const now = world.services.clock()
      world.at(now)
      const { id } = await start([await aNotice(world.ctx())])
      const listed = async (hours: number) => {
        world.at(new Date(+now + hours * 3_600_000))
        const { api } = await world.as(admin)
        return (await api.applicants.runs()).map((run) => run.id)
      }
      expect(await listed(100)).toEqual([id])
      world.at(now)
      await carryOutRuns(world.services)
      expect(await listed(23)).toEqual([id])
      expect(await listed(25)).toEqual([])
    }))

  test('stops between two applicants when the server stops', () =>
    withServer(async (world) => {
      const { start, rowsOf } = await office(world)
      const answer = await start([await aNotice(world.ctx())])
      await carryOutRuns(world.services, AbortSignal.abort())
      expect(await rowsOf(answer.id)).toEqual([['waiting', '']])
    }))
})

describe('several servers and administrators', () => {
  test('carry out each row once', () =>
    withParallelServer(async (world) => {
      const { start, api } = await office(world)
      const ids: number[] = []
      for (let n = 0; n < 12; n++) ids.push(await aNotice(world.ctx()))
      const { id } = await start(ids)
      await Promise.all([1, 2, 3, 4].map(() => carryOutRuns(world.services)))
      expect(await api.run({ params: { id: id! } })).toMatchObject({ waiting: 0, done: 12, failed: 0 })
      expect(await mailsOf(world, 'registration')).toHaveLength(12)
      const { count } = await world.db
        .selectFrom('audit_entries')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .where('action', '=', 'applicant.register')
        .executeTakeFirstOrThrow()
      expect(count).toBe(12)
    }))

  test('start one run with an applicant, whoever is first', () =>
    withParallelServer(async (world) => {
      const { start } = await office(world)
      const ids = [await aNotice(world.ctx()), await aNotice(world.ctx())]
      const answers = await Promise.all([start(ids), start(ids.toReversed()), start(ids)])
      expect(answers.map(({ result }) => result).sort()).toEqual([0, 0, 1])
      await carryOutRuns(world.services)
      expect(await mailsOf(world, 'registration')).toHaveLength(2)
    }))
})

describe('selected applicants', () => {
  test('are shown with their account, proposal and namesakes', () =>
    withServer(async (world) => {
      const { api } = await office(world)
      const member = await aUser(world.ctx(), ['panel', 'reviewer'], { email: 'before@example.org' })
      await world.db
        .updateTable('users')
        .set({ email: 'now@example.org' })
        .where('id', '=', member.id)
        .execute()
      const name = { first_name: 'João', last_name: 'Muñoz' }
      const one = await aNotice(world.ctx(), { ...name, email: 'Before@example.org' })
      const other = await aNotice(world.ctx(), {
        first_name: 'Joao',
        last_name: 'MUNOZ',
        email: 'else@example.org',
      })
      const same = await aNotice(world.ctx(), { email: 'now@example.org' })
      const [first, second, third] = await api.selected({ query: { ids: [one, other, same, one, 999_999] } })
      expect(first).toMatchObject({
        id: one,
        name: 'João Muñoz',
        why_not: null,
        account: { id: member.id, roles: ['panel', 'reviewer'], disabled: false, deleted: false },
        proposal: null,
        namesakes: [
          { id: other, email: 'else@example.org', same_account: false },
          { id: same, same_account: true },
        ],
      })
      expect(second).toMatchObject({
        id: other,
        account: null,
        namesakes: [{ id: one, same_account: false }],
      })
      expect(third!.namesakes.map(({ id }) => id)).toEqual([one])
      await api.register({ params: { id: one } })
      const [registered, , blocked] = await api.selected({ query: { ids: [one, other, same] } })
      expect(registered!.why_not).toBe('This applicant is already registered.')
      expect(blocked!.proposal).toMatchObject({ title: expect.any(String) })
      expect(await api.selected()).toEqual([])
    }))
})
