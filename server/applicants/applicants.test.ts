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
      expect(mail.body).toContain(
        'As typed in the form:\nName: "Zoë O’Brien"\nProposal title: "Hydrated silicates"\n',
      )
      for (const part of ['Université', 'Олег Ким', 'Институт', 'Graduate student'])
        expect(mail.body).not.toContain(part)
    }))

  test('mails no text of the sender but name and title, marked, shortened and without links', () =>
    withServer(async ({ visitor, ctx, db }) => {
      await aTerm(ctx())
      const body = {
        ...notice,
        first_name: 'Click',
        last_name: 'https://evil.example/a?b=c now',
        suffix: 'www.evil.example',
        affiliation: 'Send money to evil.example',
        proposal_title: `Call x@evil.example or evil.example/pay. ${'Prize '.repeat(25)}`,
        proposal_abstract: 'Your account is closed.\n\nOpen evil.example.',
        collaborators: [{ ...notice.collaborators[0]!, affiliation: 'evil.example' }],
      }
      await visitor.api.applicants.create({ body })
      const mail = await db.selectFrom('mails').selectAll().executeTakeFirstOrThrow()
      expect(`${mail.subject}\n${mail.body}`).not.toMatch(/evil|money|closed/u)
      expect(mail.body).toContain('Dear applicant,\n\nWe have received a Notice of Intent for AO7')
      expect(mail.body).toContain('\nName: "Click [address removed] now [address removed]"\n')
      expect(mail.body).toMatch(
        /\nProposal title: "Call \[address removed\] or \[address removed\] (Prize )+P?r?i?z?e?…"\n/u,
      )
    }))

  test.each([
    [0, /hear from the office/u, false],
    [1, /\bYou will hear from the office within one day\.\s/u, true],
    [14, /\bYou will hear from the office within 14 days\.\s/u, true],
  ])('promises an answer only as the setting says: %i days', (days, sentence, promised) =>
    withServer(async ({ visitor, ctx, db }) => {
      await aTerm(ctx())
      await db
        .insertInto('settings')
        .values({ name: 'notice_answer_days', value: String(days) })
        .execute()
      expect(await visitor.api.masters.noticeAnswerDays()).toBe(days)
      await visitor.api.applicants.create({ body: notice })
      const { body } = await db.selectFrom('mails').select('body').executeTakeFirstOrThrow()
      expect(sentence.test(body)).toBe(promised)
    }),
  )

  test('of the same e-mail and title in the term is refused with the date of the first', () =>
    withServer(async ({ visitor, ctx, at, db }) => {
      await aTerm(ctx(), { id: 6, is_current: false })
      const other = await aTerm(ctx())
      at(daysFrom(new Date(other.noi_opens_at), 1))
      const first = `${daysFrom(new Date(other.noi_opens_at), 1).slice(0, 16).replace('T', ' ')} UTC`
      const create = async (change: Partial<typeof notice> = {}) =>
        visitor.request('POST', '/api/applicants/create', { ...notice, ...change })
      expect((await create()).json()).toMatchObject({ result: 1 })
      at(daysFrom(new Date(other.noi_opens_at), 2))
      for (const same of [
        {},
        { email: 'ZOE@example.org', proposal_title: ' hydrated SILICATES' },
        { methods: 'validate' as 'add', first_name: 'Zoe' },
      ]) {
        const reply = await create(same)
        expect(reply.statusCode).toBe(202)
        expect(reply.json()).toEqual({
          result: 0,
          message: `A Notice of Intent with this e-mail and title was already received for AO7 on ${first}.`,
        })
      }
      for (const change of [{ email: 'mira@example.org' }, { proposal_title: 'Organics' }])
        expect((await create(change)).json()).toMatchObject({ result: 1 })
      // One of another term is no duplicate.
      await db.updateTable('applicants').set({ term_id: 6 }).execute()
      expect((await create()).json()).toMatchObject({ result: 1 })
    }))

  test('sent twice at once is stored once', () =>
    withParallelServer(async ({ visitor, ctx, db }) => {
      await aTerm(ctx())
      const replies = await Promise.allSettled(
        [1, 2].map(() => visitor.api.applicants.create({ body: notice })),
      )
      expect(replies.map((reply) => reply.status === 'fulfilled' && reply.value.result).sort()).toEqual([
        0, 1,
      ])
      expect(await db.selectFrom('applicants').select('id').execute()).toHaveLength(1)
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
  test('is five an hour for one network; validating does not count', () =>
    withServer(async ({ visitor, app, services, ctx, db }) => {
      await aTerm(ctx())
      Object.assign(services.config, { rateLimit: 600 })
      const create = (methods: 'validate' | 'add', n: number) =>
        visitor.api.applicants.create({ body: { ...notice, methods, email: `zoe${n}@example.org` } })
      for (let n = 0; n < 5; n++) {
        await create('validate', n)
        await create('add', n)
      }
      await expect(create('add', 5)).rejects.toMatchObject({ kind: 'throttled' })
      expect(await create('validate', 5)).toMatchObject({ result: 1 })
      const elsewhere = await app.inject({
        method: 'POST',
        url: '/api/applicants/create',
        remoteAddress: '192.0.2.7',
        headers: { cookie: 'XSRF-TOKEN=x', 'x-xsrf-token': 'x' },
        payload: notice,
      })
      expect(elsewhere.json()).toMatchObject({ result: 1 })
      expect(await db.selectFrom('applicants').select('id').execute()).toHaveLength(6)
    }))

  test('is three an hour for one address that is mailed to, from wherever', () =>
    withServer(async ({ app, services, ctx, db }) => {
      await aTerm(ctx())
      Object.assign(services.config, { rateLimit: 600 })
      const codes: number[] = []
      let wait = 0
      for (let n = 0; n < 4; n++) {
        const reply = await app.inject({
          method: 'POST',
          url: '/api/applicants/create',
          remoteAddress: `192.0.2.${n}`,
          headers: { cookie: 'XSRF-TOKEN=x', 'x-xsrf-token': 'x' },
          payload: {
            ...notice,
            email: n % 2 ? 'Zoe@example.org' : notice.email,
            proposal_title: `Title ${n}`,
          },
        })
        codes.push(reply.statusCode)
        wait = Number(reply.headers['retry-after'])
      }
      expect(codes).toEqual([200, 200, 200, 429])
      expect(Math.ceil(wait / 60)).toBe(60)
      expect(await db.selectFrom('mails').select('id').execute()).toHaveLength(3)
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
        account_proposal: { title: expect.stringContaining('Organic matter') },
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
