import { describe, expect, test } from 'vitest'
import type { Fault } from '#domain/errors.ts'
import { aNotice, aProposer, aTerm, aUser, daysFrom } from '../builders/people.ts'
import { withParallelServer, withServer } from '../testing/test_server.ts'

const notice = {
  methods: 'add' as const,
  first_name: 'Zoë',
  last_name: 'O’Brien',
  middle_name: '',
  suffix: '',
  email: 'zoe@example.org',
  affiliation: 'Université',
  early_career: 1,
  proposal_title: 'Hydrated silicates',
  proposal_abstract: '',
  collaborators: [
    {
      first_name: 'Олег',
      middle_name: '',
      last_name: 'Ким',
      suffix: '',
      email: 'oleg@example.org',
      affiliation: 'Институт',
    },
  ],
}

describe('a Notice of Intent', () => {
  test('is stored for a visitor, who gets a mail', () =>
    withServer(async ({ visitor, ctx, as, db }) => {
      await aTerm(ctx())
      const admin = await as(await aUser(ctx(), ['admin']))
      expect(await visitor.api.applicants.create({ body: { ...notice, methods: 'validate' } })).toMatchObject(
        {
          result: 1,
        },
      )
      expect(await admin.api.applicants.notRegisteredCount()).toBe(0)
      await visitor.api.applicants.create({ body: notice })
      const { data } = await admin.api.applicants.list()
      expect(data).toMatchObject([
        { name: 'Zoë O’Brien', status: 0, applicant_collaborator: [{ name: 'Олег Ким' }] },
      ])
      const mail = await db.selectFrom('mails').selectAll().executeTakeFirstOrThrow()
      expect(mail).toMatchObject({ kind: 'notice_receipt', recipients: ['zoe@example.org'] })
      expect(mail.body).toContain('Hydrated silicates')
    }))

  test('with invalid input reports each error on its field and stores nothing', () =>
    withServer(async ({ visitor, ctx, db }) => {
      await aTerm(ctx())
      const bad = {
        ...notice,
        last_name: '',
        email: 'no address',
        suffix: 'x'.repeat(51),
        collaborators: [{ ...notice.collaborators[0]!, first_name: '' }],
      }
      const fault: Fault = await visitor.api.applicants.create({ body: bad }).then(
        () => expect.unreachable(),
        (e) => e,
      )
      expect(fault.kind).toBe('invalid')
      expect(fault.errors).toEqual({
        last_name: ['This field is required.'],
        email: ['Only email address can be inputted in this form.'],
        suffix: ['This form is limited in 50 words'],
        'collaborators.0.first_name': ['This field is required.'],
      })
      expect(await db.selectFrom('applicants').selectAll().execute()).toEqual([])
    }))

  test('outside the window is refused with its dates, as 202', () =>
    withServer(async ({ visitor, ctx, at }) => {
      const term = await aTerm(ctx())
      at(term.noi_closes_at)
      const reply = await visitor.request('POST', '/api/applicants/create', notice)
      expect(reply.statusCode).toBe(202)
      expect(reply.json()).toMatchObject({ result: 0 })
      expect(reply.json().message).toContain(term.noi_closes_at.slice(0, 10))
      at(daysFrom(new Date(term.noi_closes_at), -1))
      expect(await visitor.api.applicants.create({ body: notice })).toMatchObject({ result: 1 })
    }))
})

describe('the limit of Notices', () => {
  test('is ten an hour for one address; validating does not count', () =>
    withServer(async ({ visitor, app, services, ctx, db }) => {
      await aTerm(ctx())
      Object.assign(services.config, { rateLimit: 600 })
      const create = (methods: 'validate' | 'add') =>
        visitor.api.applicants.create({ body: { ...notice, methods } })
      for (let n = 0; n < 10; n++) {
        await create('validate')
        await create('add')
      }
      await expect(create('add')).rejects.toMatchObject({ kind: 'throttled' })
      expect(await create('validate')).toMatchObject({ result: 1 })
      const elsewhere = await app.inject({
        method: 'POST',
        url: '/api/applicants/create',
        remoteAddress: '192.0.2.7',
        headers: { cookie: 'XSRF-TOKEN=x', 'x-xsrf-token': 'x' },
        payload: notice,
      })
      expect(elsewhere.json()).toMatchObject({ result: 1 })
      expect(await db.selectFrom('applicants').select('id').execute()).toHaveLength(11)
    }))
})

describe('REGISTER', () => {
  test('creates the user, the proposal and the mail with the password', () =>
    withServer(async ({ ctx, as, db, visitor }) => {
      await aTerm(ctx())
      const admin = await as(await aUser(ctx(), ['admin']))
      const id = await aNotice(ctx(), { ...notice, middle_name: '', suffix: '', collaborators: [] })
      expect(await admin.api.applicants.register({ params: { id } })).toMatchObject({ result: 1 })
      expect(await db.selectFrom('proposals').selectAll().executeTakeFirstOrThrow()).toMatchObject({
        title: 'Hydrated silicates',
        status: 0,
        early_career: 1,
      })
      const { body } = await db
        .selectFrom('mails')
        .select('body')
        .where('kind', '=', 'registration')
        .executeTakeFirstOrThrow()
      const password = /^Password: ([A-Za-z0-9]{16})$/mu.exec(body)?.[1]
      expect(
        await visitor.api.session.login({ body: { email: 'ZOE@example.org', password: password! } }),
      ).toMatchObject({
        success: true,
        role: ['proposer'],
        redirect: '/password',
      })
    }))

  test('is refused for a user with a proposal in the term, and changes nothing', () =>
    withServer(async ({ ctx, as }) => {
      await aTerm(ctx())
      const office = await aUser(ctx(), ['admin'])
      const { actor } = await aProposer(ctx(office))
      const id = await aNotice(ctx(), { email: actor.email.toUpperCase() })
      const { api } = await as(office)
      expect(await api.applicants.register({ params: { id } })).toEqual({
        result: 0,
        message: 'This user already has a proposal in AO7.',
      })
      expect(await api.applicants.get({ params: { id } })).toMatchObject({
        status: 0,
        namesakes: [{ shares: ['email'] }],
      })
    }))

  test('twice at once registers once', () =>
    withParallelServer(async ({ ctx, as, db }) => {
      await aTerm(ctx())
      const { api } = await as(await aUser(ctx(), ['admin']))
      const id = await aNotice(ctx())
      const twin = await aNotice(ctx(), { email: 'twin@example.org' })
      await db.updateTable('applicants').set({ email: 'Twin@example.org' }).where('id', '=', id).execute()
      const answers = await Promise.all(
        [id, id, twin, twin].map((one) => api.applicants.register({ params: { id: one } })),
      )
      expect(answers.filter(({ result }) => result === 1)).toHaveLength(1)
      expect(await db.selectFrom('proposals').selectAll().execute()).toHaveLength(1)
      expect(
        await db.selectFrom('mails').selectAll().where('kind', '=', 'registration').execute(),
      ).toHaveLength(1)
    }))
})
