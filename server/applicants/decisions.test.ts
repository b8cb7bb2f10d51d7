import { describe, expect, test } from 'vitest'
import { REGISTERED, REJECTED } from '#domain/applicants/status.ts'
import type { Fault } from '#domain/errors.ts'
import { aNotice, aPerson, aTerm, aUser, daysFrom } from '../builders/people.ts'
import { smtpTransport } from '../platform/outbox/transport.ts'
import { deliverNext, recordDelivery } from '../platform/outbox/worker.ts'
import { type TestServer, withParallelServer, withServer } from '../testing/test_server.ts'

/** A signed-in administrator and a Notice to decide on. */
async function undecidedNotice({ ctx, as }: TestServer) {
  const term = await aTerm(ctx())
  const admin = await aUser(ctx(), ['admin'])
  const { api } = await as(admin)
  const id = await aNotice(ctx())
  return { term, admin, api: api.applicants, id, one: { params: { id } } }
}

const mailKinds = async ({ db }: TestServer) =>
  (await db.selectFrom('mails').select('kind').orderBy('id').execute()).map(({ kind }) => kind)

const edited = {
  ...aPerson({ first_name: 'Élodie', last_name: 'Müller', email: 'elodie@example.org' }),
  methods: 'validate' as const,
  early_career: 2,
  proposal_title: 'Ωmega grains',
  proposal_abstract: 'Short.',
  collaborators: [aPerson({ first_name: '山田', last_name: '太郎' }), aPerson()],
}

describe('editing a Notice', () => {
  test('saves everything on methods validate, the collaborators in their order', () =>
    withServer(async (world) => {
      const { api, id, one } = await undecidedNotice(world)
      expect(await api.save({ ...one, body: edited })).toMatchObject({ result: 1 })
      expect(await api.edit(one)).toMatchObject({
        id,
        name: 'Élodie Müller',
        early_career: 2,
        proposal_title: 'Ωmega grains',
        applicant_collaborator: [{ name: '山田 太郎' }, { email: edited.collaborators[1]!.email }],
      })
      await api.save({ ...one, body: { ...edited, collaborators: [] } })
      expect((await api.get(one)).applicant_collaborator).toEqual([])
      const audited = await world.db
        .selectFrom('audit_entries')
        .select(['before', 'after'])
        .where('action', '=', 'applicant.edit')
        .orderBy('id')
        .execute()
      expect(audited[0]).toMatchObject({ after: { proposal_title: 'Ωmega grains' } })
      expect(Object.keys(audited[1]!.after as object)).toEqual(['collaborators'])
    }))

  test('with invalid input names the fields and changes nothing', () =>
    withServer(async (world) => {
      const { api, one } = await undecidedNotice(world)
      const before = await api.get(one)
      const bad = {
        ...edited,
        early_career: '',
        affiliation: ' ',
        proposal_title: 'x'.repeat(201),
        proposal_abstract: 'word '.repeat(151),
        collaborators: [aPerson(), aPerson({ email: 'a@b\r\nBcc: c@example.org' })],
      }
      const fault: Fault = await api.save({ ...one, body: bad }).then(
        () => expect.unreachable(),
        (error) => error,
      )
      expect(Object.keys(fault.errors ?? {}).sort()).toEqual([
        'affiliation',
        'collaborators.1.email',
        'early_career',
        'proposal_abstract',
        'proposal_title',
      ])
      expect(fault.errors?.proposal_abstract?.[0]).toBe('Max 150 words')
      expect(await api.get(one)).toEqual(before)
    }))

  test('is refused after the end of the window', () =>
    withServer(async (world) => {
      const { api, one, term } = await undecidedNotice(world)
      world.at(daysFrom(new Date(term.noi_closes_at), -1))
      // Otherwise the session would have expired by then.
      await world.db
        .updateTable('sessions')
        .set({ created_at: term.noi_closes_at, last_seen_at: term.noi_closes_at })
        .execute()
      expect(await api.save({ ...one, body: edited })).toMatchObject({ result: 1 })
      world.at(term.noi_closes_at)
      const late = await api.save({ ...one, body: { ...edited, proposal_title: 'Too late' } })
      expect(late).toMatchObject({ result: 0 })
      expect(late.message).toContain('Notices of Intent for AO7 are accepted from')
      expect((await api.get(one)).proposal_title).toBe('Ωmega grains')
    }))
})

describe('a decision', () => {
  test('to reject sends a mail, and can be cancelled without one', () =>
    withServer(async (world) => {
      const { api, one } = await undecidedNotice(world)
      expect(await api.reject(one)).toMatchObject({ result: 1 })
      expect((await api.get(one)).status).toBe(REJECTED)
      expect(await api.cancelReject(one)).toMatchObject({ result: 1 })
      expect((await api.get(one)).status).toBe(0)
      expect(await mailKinds(world)).toEqual(['notice_receipt', 'rejection'])
    }))

  test('to reject without mail sends none', () =>
    withServer(async (world) => {
      const { api, one } = await undecidedNotice(world)
      expect(await api.rejectNoMail(one)).toMatchObject({ result: 1 })
      expect((await api.get(one)).status).toBe(REJECTED)
      expect(await mailKinds(world)).toEqual(['notice_receipt'])
    }))

  test('once made, refuses every other and changes nothing', () =>
    withServer(async (world) => {
      const { api, one } = await undecidedNotice(world)
      const refusals = async () =>
        [
          await api.register(one),
          await api.reject(one),
          await api.rejectNoMail(one),
          await api.save({ ...one, body: edited }),
        ].map(({ result, message }) => [result, message])
      expect(await api.cancelReject(one)).toEqual({
        result: 0,
        message: 'This applicant has not been rejected.',
      })
      await api.rejectNoMail(one)
      expect(await refusals()).toEqual(Array(4).fill([0, 'This applicant is rejected.']))
      await api.cancelReject(one)
      await api.register(one)
      expect(await refusals()).toEqual(Array(4).fill([0, 'This applicant is already registered.']))
      expect(await api.cancelReject(one)).toMatchObject({ result: 0 })
      expect((await api.get(one)).status).toBe(REGISTERED)
    }))

  test('in a disabled term is refused', () =>
    withServer(async (world) => {
      const { api, one } = await undecidedNotice(world)
      await world.db.updateTable('terms').set({ disabled: true }).execute()
      for (const answer of [
        await api.register(one),
        await api.reject(one),
        await api.rejectNoMail(one),
        await api.cancelReject(one),
        await api.save({ ...one, body: edited }),
      ])
        expect(answer).toEqual({ result: 0, message: 'AO7 is closed; nothing in it can be changed.' })
      expect(await api.get(one)).toMatchObject({ status: 0, term: { id: 7, disabled: true } })
    }))

  test('on a missing applicant is not found', () =>
    withServer(async (world) => {
      const { api, id } = await undecidedNotice(world)
      const absent = { params: { id: id + 1 } }
      for (const call of [api.get, api.edit, api.register, api.reject, api.rejectNoMail, api.cancelReject])
        await expect(call(absent)).rejects.toMatchObject({ kind: 'missing' })
      await expect(api.save({ ...absent, body: edited })).rejects.toMatchObject({ kind: 'missing' })
    }))
})

describe('REGISTER', () => {
  test('of an existing user adds the role and leaves name and password', () =>
    withServer(async (world) => {
      const { api } = await undecidedNotice(world)
      const user = await aUser(world.ctx(), ['reviewer'], { password_hash: 'kept', first_name: 'Kept' })
      const id = await aNotice(world.ctx(), { email: user.email.toUpperCase(), first_name: 'Other' })
      expect(await api.register({ params: { id } })).toMatchObject({ result: 1 })
      expect(
        await world.db.selectFrom('users').selectAll().where('id', '=', user.id).executeTakeFirst(),
      ).toMatchObject({
        first_name: 'Kept',
        password_hash: 'kept',
        password_generated_until: null,
        is_reviewer: true,
        is_proposer: true,
      })
      const mail = await world.db
        .selectFrom('mails')
        .selectAll()
        .where('kind', '=', 'registration')
        .executeTakeFirstOrThrow()
      expect(mail.secret).toBe(false)
      expect(mail.body).not.toMatch(/^Password:/mu)
    }))

  test('with a former address finds its user, and the mail names the current ID', () =>
    withServer(async (world) => {
      const { api } = await undecidedNotice(world)
      const known = await aUser(world.ctx(), ['panel'], { email: 'before@example.org' })
      const email = 'now@example.org'
      await world.db.updateTable('users').set({ email }).where('id', '=', known.id).execute()
      const id = await aNotice(world.ctx(), { email: 'Before@example.org' })
      expect(await api.register({ params: { id } })).toMatchObject({ result: 1 })
      const user = await world.db
        .selectFrom('users')
        .selectAll()
        .where('id', '=', known.id)
        .executeTakeFirst()
      expect(user).toMatchObject({ email, is_panel: true, is_proposer: true })
      expect((await api.get({ params: { id } })).user_id).toBe(known.id)
      const mail = await world.db
        .selectFrom('mails')
        .selectAll()
        .where('kind', '=', 'registration')
        .executeTakeFirstOrThrow()
      expect(mail).toMatchObject({ recipients: ['Before@example.org'], secret: false })
      expect(mail.body).toContain(`Your ID is ${email}`)
    }))

  test('copies title, abstract, early career and collaborators to the proposal', () =>
    withServer(async (world) => {
      const { api, one } = await undecidedNotice(world)
      await api.save({ ...one, body: edited })
      await api.register(one)
      const proposal = await world.db.selectFrom('proposals').selectAll().executeTakeFirstOrThrow()
      expect(proposal).toMatchObject({
        title: 'Ωmega grains',
        abstract: 'Short.',
        early_career: 2,
        status: 0,
        term_id: 7,
      })
      const copied = await world.db
        .selectFrom('proposal_collaborators')
        .select(['name', 'email'])
        .where('proposal_id', '=', proposal.id)
        .orderBy('position')
        .execute()
      expect(copied).toEqual([
        { name: '山田 太郎', email: edited.collaborators[0]!.email },
        { name: expect.any(String), email: edited.collaborators[1]!.email },
      ])
    }))

  test('of a disabled user is refused, and changes nothing', () =>
    withServer(async (world) => {
      const { api } = await undecidedNotice(world)
      const user = await aUser(world.ctx(), ['panel'], { disabled: true })
      const id = await aNotice(world.ctx(), { email: user.email })
      const sent = await mailKinds(world)
      expect(await api.register({ params: { id } })).toEqual({
        result: 0,
        message: `The user ${user.email} is disabled.`,
      })
      expect((await api.get({ params: { id } })).status).toBe(0)
      expect(await world.db.selectFrom('proposals').selectAll().execute()).toEqual([])
      expect(await mailKinds(world)).toEqual(sent)
    }))

  test('succeeds while the mail server is down, and the mail waits', () =>
    withParallelServer(async (world) => {
      const { api, one } = await undecidedNotice(world)
      await world.db.deleteFrom('mails').execute()
      expect(await api.register(one)).toMatchObject({ result: 1 })
      const nobodyListens = smtpTransport('smtp://127.0.0.1:9', 'https://example.org')
      const delivered = await deliverNext(world.db, nobodyListens, 'office@example.org', () => new Date())
      await recordDelivery(world.db, delivered!)
      nobodyListens.close()
      expect((await api.get(one)).status).toBe(REGISTERED)
      const mail = await world.db.selectFrom('mails').selectAll().executeTakeFirstOrThrow()
      expect(mail).toMatchObject({ kind: 'registration', state: 'waiting', tries: 1 })
      expect(mail.last_error).toContain('The connection to the mail server')
      expect(mail.body).toMatch(/^Password: [A-Za-z0-9]{16}$/mu)
    }))
})
