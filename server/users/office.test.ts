import { describe, expect, test } from 'vitest'
import type { Fault } from '#domain/errors.ts'
import { anApiToken } from '../builders/api_tokens.ts'
import { aConflict } from '../builders/conflicts.ts'
import { aNotice, aPerson, aTerm, aUser } from '../builders/people.ts'
import { aSavedProposal, aSubmittedProposal } from '../builders/proposals.ts'
import { aReviewer } from '../builders/reports.ts'
import { aCalendarAddress } from '../testing/calendar.ts'
import { createReport, errorKindOf, findMails, storedScores } from '../testing/reviews.ts'
import { type TestServer, withParallelServer, withServer } from '../testing/test_server.ts'

const NO_ROLES = { is_administration_office: 0, is_panel: 0, is_reviewer: 0 } as const

async function office(world: TestServer) {
  const admin = await aUser(world.ctx(), ['admin'], { first_name: 'Ann', last_name: 'Office' })
  return { admin, ...(await world.as(admin)) }
}
const errorsOf = (call: Promise<unknown>) =>
  call.then(
    () => null,
    (fault: Fault) => fault.errors,
  )

/** What the Edit form of a user sends. */
async function formOf({ api }: Awaited<ReturnType<typeof office>>, id: number) {
  const user = await api.users.get({ params: { id } })
  const { first_name, middle_name, last_name, suffix, email, affiliation, version } = user
  const { is_administration_office, is_panel, is_reviewer, disabled } = user
  const roles = { is_administration_office, is_panel, is_reviewer }
  return { first_name, middle_name, last_name, suffix, email, affiliation, ...roles, disabled, version }
}

describe('adding a user', () => {
  test.each([
    [1, 1],
    [0, 0],
  ] as const)('with send_mail %i sends %i mails with a generated password', (send_mail, sent) =>
    withServer(async (world) => {
      const { api, admin } = await office(world)
      const body = { ...aPerson({ affiliation: '' }), ...NO_ROLES, is_panel: 1, send_mail }
      const { id, result } = await api.users.add({ body })
      expect(result).toBe(1)
      expect(await api.users.get({ params: { id: id! } })).toMatchObject({
        email: body.email,
        is_panel: true,
        is_reviewer: false,
        disabled: 0,
        last_updator: admin.name,
        last_login_at: null,
      })
      const told = await findMails(world, 'account')
      expect(told).toHaveLength(sent)
      const password = /^Password: ([A-Za-z0-9]{16})$/mu.exec(told[0]?.body ?? '')?.[1] ?? 'none'
      const credentials = { body: { email: body.email, password } }
      expect(await world.visitor.api.session.login(credentials)).toMatchObject(
        sent ? { success: true, redirect: '/password' } : { success: false },
      )
    }),
  )

  test('accepts is_admin for is_administration_office', () =>
    withServer(async (world) => {
      const { api } = await office(world)
      const body = { ...aPerson(), is_admin: 1, is_panel: 0, is_reviewer: 0, send_mail: 0 } as const
      const { id } = await api.users.add({ body })
      expect(await api.users.get({ params: { id: id! } })).toMatchObject({ is_administration_office: true })
    }))

  test('refuses what is missing, wrong or taken, field by field', () =>
    withServer(async (world) => {
      const { api, request } = await office(world)
      const taken = await aUser(world.ctx(), ['panel'], { email: 'before@example.org' })
      await world.db
        .updateTable('users')
        .set({ email: 'now@example.org' })
        .where('id', '=', taken.id)
        .execute()
      const whole = { ...aPerson(), ...NO_ROLES, is_panel: 1, send_mail: 0 }
      const errors = (fields: object) => errorsOf(api.users.add({ body: { ...whole, ...fields } as never }))
      const required = ['This field is required']
      expect(await errors({ first_name: '', last_name: ' ', email: '' })).toEqual({
        first_name: required,
        last_name: required,
        email: required,
      })
      expect(await errors({ email: 'nonsense', first_name: 'x'.repeat(51) })).toEqual({
        first_name: ['This form is limited in 50 words'],
        email: ['This field have to be email format.'],
      })
      expect(await errors({ is_panel: 0 })).toEqual({
        is_administration_office: ['Please choose at least one role.'],
      })
      const owned = { email: ['This e-mail address belongs to another user.'] }
      expect(await errors({ email: 'Now@Example.org' })).toEqual(owned)
      expect(await errors({ email: 'BEFORE@example.org' })).toEqual(owned)
      expect(await errors({ middle_name: undefined })).toHaveProperty('middle_name')
      const reply = await request('POST', '/api/users', {})
      expect([reply.statusCode, reply.json().message]).toEqual([
        400,
        'There are errors with the input data. Please check the contents.',
      ])
      expect(await world.db.selectFrom('users').select('id').execute()).toHaveLength(2)
    }))
})

describe('editing a user', () => {
  test('saves every field and its editor, and refuses an outdated version', () =>
    withServer(async (world) => {
      const visit = await office(world)
      const { id } = await aUser(world.ctx(), ['panel'])
      const params = { id }
      const form = await formOf(visit, id)
      const body = { ...form, ...aPerson({ suffix: 'III', middle_name: 'M.' }), is_panel: 0, is_reviewer: 1 }
      expect(await visit.api.users.save({ params, body })).toMatchObject({ result: 1 })
      expect(await visit.api.users.get({ params })).toMatchObject({
        suffix: 'III',
        middle_name: 'M.',
        email: body.email,
        is_panel: false,
        is_reviewer: true,
        last_updator: visit.admin.name,
        past_addresses: [{ email: form.email }],
      })
      const stale = await visit.api.users.save({ params, body }).catch((fault: Fault) => fault)
      expect(stale).toMatchObject({ kind: 'stale', message: /^This user was saved by Ann Office on/u })
      const { version: _, ...unversioned } = body
      expect(await visit.api.users.save({ params, body: unversioned })).toMatchObject({ result: 1 })
    }))

  test('ends sessions, files and reset links only if a role is taken or the user is disabled', () =>
    withServer(async (world) => {
      const visit = await office(world)
      for (const [change, ends] of [
        [{ is_reviewer: 1 }, false],
        [{ first_name: 'Zoë' }, false],
        [{ is_panel: 0 }, true],
        [{ disabled: 1 }, true],
      ] as const) {
        const user = await aUser(world.ctx(), ['panel', 'proposer'])
        const own = await world.as(user)
        const file: string = await own.api.staff.download()
        await anApiToken(world.ctx(), user)
        await visit.api.users.resetPassword({ params: { id: user.id } })
        expect(await visit.api.users.get({ params: { id: user.id } })).toMatchObject({
          sessions: 1,
          downloads: 1,
          api_tokens: 1,
        })
        const body = { ...(await formOf(visit, user.id)), ...change }
        expect(await visit.api.users.save({ params: { id: user.id }, body })).toMatchObject({ result: 1 })
        expect(await visit.api.users.get({ params: { id: user.id } })).toMatchObject(
          ends ? { sessions: 0, downloads: 0, api_tokens: 0 } : { sessions: 1, downloads: 1, api_tokens: 1 },
        )
        expect((await own.request('GET', '/api/myProfile')).statusCode).toBe(ends ? 401 : 200)
        if (ends) expect((await own.request('GET', file)).statusCode).toBe(401)
        const links = world.db.selectFrom('password_resets').where('user_id', '=', user.id).select('user_id')
        expect(await links.execute()).toHaveLength(ends ? 0 : 1)
      }
    }))

  test('nobody disables, un-admins or deletes themselves; another role of one’s own ends no session', () =>
    withServer(async (world) => {
      const admin = await aUser(world.ctx(), ['admin', 'panel'])
      await aUser(world.ctx(), ['admin'])
      const visit = { admin, ...(await world.as(admin)) }
      const params = { id: admin.id }
      const form = await formOf(visit, admin.id)
      const save = (change: object) => visit.api.users.save({ params, body: { ...form, ...change } })
      expect(await save({ disabled: 1 })).toMatchObject({ result: 0, message: /yourself/u })
      expect(await save({ is_administration_office: 0 })).toMatchObject({ result: 0, message: /yourself/u })
      expect(await visit.api.users.remove({ params })).toMatchObject({ result: 0, message: /yourself/u })
      expect(await save({ is_panel: 0 })).toMatchObject({ result: 1 })
      expect((await visit.api.users.get({ params })).is_panel).toBe(false)
    }))

  test('a proposer needs no other role and stays one; others need a role', () =>
    withServer(async (world) => {
      const visit = await office(world)
      const proposer = await aUser(world.ctx(), ['proposer'])
      const panel = await aUser(world.ctx(), ['panel'])
      const save = async (id: number) =>
        errorKindOf(
          visit.api.users.save({ params: { id }, body: { ...(await formOf(visit, id)), ...NO_ROLES } }),
        )
      expect(await save(proposer.id)).toBe('ok')
      expect(await save(panel.id)).toBe('invalid')
      expect((await visit.api.users.get({ params: { id: proposer.id } })).is_proposer).toBe(true)
    }))

  test('two administrators who disable each other at once leave one', () =>
    withParallelServer(async (world) => {
      const [one, other] = [await office(world), await office(world)]
      const [ofOne, ofOther] = [await formOf(one, one.admin.id), await formOf(one, other.admin.id)]
      const answers = await Promise.allSettled([
        one.api.users.save({ params: { id: other.admin.id }, body: { ...ofOther, disabled: 1 } }),
        other.api.users.save({ params: { id: one.admin.id }, body: { ...ofOne, disabled: 1 } }),
      ])
      expect(answers.filter((a) => a.status === 'fulfilled' && a.value.result === 1)).toHaveLength(1)
      const active = await world.db.selectFrom('users').select('id').where('disabled', '=', false).execute()
      expect(active).toHaveLength(1)
    }))

  test('of two who take the same address at once, one gets it', () =>
    withParallelServer(async (world) => {
      const visit = await office(world)
      const users = [await aUser(world.ctx(), ['panel']), await aUser(world.ctx(), ['panel'])]
      const forms = await Promise.all(users.map(({ id }) => formOf(visit, id)))
      const outcomes = await Promise.all(
        users.map(({ id }, i) =>
          errorKindOf(
            visit.api.users.save({ params: { id }, body: { ...forms[i]!, email: 'same@example.org' } }),
          ),
        ),
      )
      expect(outcomes.sort()).toEqual(['invalid', 'ok'])
    }))
})

describe('a new address set by the office', () => {
  test('is mailed to the old one, and to the office for staff and reviewers; an old one can be restored', () =>
    withServer(async (world) => {
      const visit = await office(world)
      for (const [role, told] of [
        ['proposer', 0],
        ['reviewer', 1],
        ['panel', 1],
      ] as const) {
        await world.db.deleteFrom('mails').execute()
        const user = await aUser(world.ctx(), [role])
        const params = { id: user.id }
        const save = async (email: string) =>
          visit.api.users.save({ params, body: { ...(await formOf(visit, user.id)), email } })
        expect(await save(`${role}@new.example.org`)).toMatchObject({ result: 1 })
        expect(await findMails(world, 'email_change')).toMatchObject([{ recipients: [user.email] }])
        expect(await findMails(world, 'address_change')).toMatchObject(
          Array(told).fill({ recipients: [visit.admin.email] }),
        )
        expect(await save(user.email.toUpperCase())).toMatchObject({ result: 1 })
        expect((await visit.api.users.get({ params })).past_addresses).toMatchObject([
          { email: `${role}@new.example.org` },
        ])
      }
    }))
})

describe('PASSWORD RESET', () => {
  test('mails a link to the current address and invalidates the previous one', () =>
    withServer(async (world) => {
      const { api } = await office(world)
      const user = await aUser(world.ctx(), ['panel'])
      const params = { id: user.id }
      await api.users.resetPassword({ params })
      expect(await api.users.resetPassword({ params })).toMatchObject({ result: 1 })
      const told = await findMails(world, 'password_request')
      const [first, second] = told.map(({ body }) => /reset\/([\w-]+)\?/u.exec(body)![1]!)
      const { reset } = world.visitor.api.session
      expect(await reset({ body: { email: user.email, token: first! } })).toMatchObject({ result: 0 })
      expect(await reset({ body: { email: user.email, token: second! } })).toMatchObject({ result: 1 })
    }))

  test('is refused for a disabled and for an unknown user', () =>
    withServer(async (world) => {
      const { api } = await office(world)
      const { id } = await aUser(world.ctx(), ['panel'], { disabled: true })
      expect(await api.users.resetPassword({ params: { id } })).toEqual({
        result: 0,
        message: 'This user is disabled.',
      })
      expect(await errorKindOf(api.users.resetPassword({ params: { id: 2_000_000_000 } }))).toBe('missing')
    }))
})

describe('deleting a user', () => {
  test('removes the row if only the audit log refers to it', () =>
    withServer(async (world) => {
      const { api } = await office(world)
      const user = await aUser(world.ctx(), ['panel'])
      const params = { id: user.id }
      await (await world.as(user)).api.staff.download()
      expect(await api.users.remove({ params })).toMatchObject({ result: 0, message: /disabled/u })
      await world.db
        .updateTable('users')
        .set({ disabled: true, last_updator_id: user.id })
        .where('id', '=', user.id)
        .execute()
      await world.ctx(user).write((tx) => tx.audit('user.login', user))
      expect(await api.users.remove({ params })).toMatchObject({ result: 1 })
      expect(await errorKindOf(api.users.get({ params }))).toBe('missing')
      expect(await errorKindOf(api.users.remove({ params }))).toBe('missing')
      const entries = await world.db
        .selectFrom('audit_entries')
        .select(['action', 'user_id'])
        .where('object_id', '=', user.id)
        .where('object_type', '=', 'user')
        .execute()
      expect(entries).toContainEqual({ action: 'user.login', user_id: user.id })
      // The address is free again.
      expect((await aUser(world.ctx(), ['panel'], { email: user.email })).id).not.toBe(user.id)
    }))

  test('removes name, addresses, password and roles of a user whose row must stay', () =>
    withServer(async (world) => {
      await aTerm(world.ctx())
      const { api, admin } = await office(world)
      const { actor, proposal_id } = await aSubmittedProposal(world.ctx(admin))
      const params = { id: actor.id }
      await world.db
        .updateTable('users')
        .set({ email: 'later@example.org', disabled: true, password_hash: 'x' })
        .where('id', '=', actor.id)
        .execute()
      await aCalendarAddress(world, actor)
      expect(await api.users.remove({ params })).toMatchObject({ result: 1 })
      expect(await world.db.selectFrom('calendar_addresses').selectAll().execute()).toEqual([])
      expect(await api.users.get({ params })).toMatchObject({
        name: `Deleted user ${actor.id}`,
        email: `deleted-${actor.id}`,
        affiliation: '',
        disabled: 1,
        deleted: true,
        is_proposer: false,
        past_addresses: [],
        proposals: [{ proposal_id }],
      })
      const kept = await world.db.selectFrom('submitted_versions').select('content').executeTakeFirstOrThrow()
      expect(kept.content).toMatchObject({ name: `Deleted user ${actor.id}`, email: `deleted-${actor.id}` })
      expect(kept.content).toMatchObject({ affiliation: '', user_id: actor.id })
      const row = await world.db.selectFrom('users').selectAll().where('id', '=', actor.id).executeTakeFirst()
      expect(row).toMatchObject({ password_hash: null, is_proposer: false })
      expect((await api.users.all()).map(({ id }) => id)).toEqual([admin.id])
      expect((await api.users.list()).data.find(({ id }) => id === actor.id)).toMatchObject({ deleted: true })
      const all = { is_admin: true, is_panel: true, is_reviewer: true, is_curation: true, is_proposer: true }
      expect((await api.users.list({ query: all })).total).toBe(2)
      for (const again of [api.users.remove({ params }), api.users.resetPassword({ params })])
        expect(await again).toMatchObject({ result: 0, message: 'This user is deleted.' })
      const { version: _, ...form } = await formOf({ api, admin } as never, actor.id)
      const body = { ...form, email: 'free@example.org', is_panel: 1, disabled: 0 }
      expect(await api.users.save({ params, body })).toMatchObject({ result: 0 })
      // Both addresses stay the user's, though hidden: a user who returned under one would have lost a conflict.
      for (const email of [actor.email.toUpperCase(), 'later@example.org']) {
        await expect(aUser(world.ctx(), ['panel'], { email })).rejects.toThrow('already')
        const register = { params: { id: await aNotice(world.ctx(), { email }) } }
        expect(await api.applicants.register(register)).toMatchObject({
          result: 0,
          message: 'This e-mail address was that of a user who was deleted.',
        })
      }
    }))
})

describe('the user detail', () => {
  test('shows proposals, reports, collaborations by any address, and conflicts', () =>
    withServer(async (world) => {
      const { proposal_id, report_id, reviewer, admin, office: ctx, proposer } = await createReport(world, 2)
      const { proposal_id: other } = await aSavedProposal(ctx, {
        input: {
          proposal_collaborator: [
            { first_name: 'R', last_name: 'R', email: reviewer.email.toUpperCase(), affiliation: 'X' },
          ],
        },
      })
      await world.db
        .updateTable('users')
        .set({ email: 'r@new.example.org' })
        .where('id', '=', reviewer.id)
        .execute()
      await aConflict(ctx, { proposal_id: other, user_id: reviewer.id, reason: 'Kin.' })
      const { users } = (await world.as(admin)).api
      expect(await users.get({ params: { id: reviewer.id } })).toMatchObject({
        reports: [{ id: report_id, proposal_id, term_id: 7, status: 2, open: true }],
        collaborations: [{ proposal_id: other }],
        conflicts: [{ proposal_id: other, reason: 'Kin.' }],
        proposals: [],
      })
      expect(await users.get({ params: { id: proposer.id } })).toMatchObject({
        proposals: [{ proposal_id, status: 2, open: true }],
        reports: [],
      })
      // An administrator in conflict learns neither who reviews the proposal nor who has a conflict with it.
      const blind = await aUser(world.ctx(), ['admin'])
      await aConflict(ctx, { proposal_id, user_id: blind.id })
      await aConflict(ctx, { proposal_id, user_id: reviewer.id })
      const seen = await (await world.as(blind)).api.users.get({ params: { id: reviewer.id } })
      expect([seen.reports, seen.conflicts.map((one) => one.proposal_id)]).toEqual([[], [other]])
    }))
})

describe('the choice of users', () => {
  test('has all users, or a group of a term', () =>
    withServer(async (world) => {
      const { admin, office: ctx, proposal_id, proposer, reviewer } = await createReport(world, 1)
      const collaborator = await aUser(world.ctx(), ['panel'], { email: 'co@example.org' })
      const begun = await aSavedProposal(ctx, {
        input: {
          proposal_collaborator: [
            { first_name: 'C', last_name: 'O', email: 'CO@example.org', affiliation: 'X' },
          ],
        },
      })
      const api = (await world.as(admin)).api
      const ids = async (query: object = {}) =>
        (await api.users.all({ query })).map(({ id }) => id).sort((a, b) => a - b)
      expect(await ids()).toEqual(
        [admin.id, proposer.id, reviewer.id, collaborator.id, begun.actor.id].sort((a, b) => a - b),
      )
      expect(await ids({ group: 'proposers', term_id: 7 })).toEqual([proposer.id])
      expect(await ids({ group: 'proposers', term_id: 6 })).toEqual([])
      expect(await ids({ group: 'proposers' })).toEqual([proposer.id])
      expect(await ids({ group: 'collaborators', term_id: 7 })).toEqual([])
      await world.db.updateTable('proposals').set({ status: 2 }).where('id', '=', begun.proposal_id).execute()
      // A proposer who is among the collaborators of the own proposal is a proposer alone.
      const own = { first_name: 'P', last_name: 'P', affiliation: 'X', email: begun.actor.email }
      await world.db
        .insertInto('proposal_collaborators')
        .values({ proposal_id: begun.proposal_id, position: 2, ...own })
        .execute()
      await world.db
        .updateTable('users')
        .set({ email: 'co@new.example.org' })
        .where('id', '=', collaborator.id)
        .execute()
      expect(await ids({ group: 'collaborators', term_id: 7 })).toEqual([collaborator.id])
      const sample = await world.db
        .insertInto('samples')
        .values({ db_type: 1, sample_type: 0, name: 'A0001' })
        .returning('id')
        .executeTakeFirstOrThrow()
      const given = { sample_id: sample.id, proposal_id, status: 0 as const }
      await world.db.insertInto('assignments').values(given).execute()
      expect(await ids({ group: 'with_samples', term_id: 7 })).toEqual([])
      await world.db
        .updateTable('assignments')
        .set({ status: 1, confirmed_at: new Date().toISOString() })
        .execute()
      expect(await ids({ group: 'with_samples', term_id: 7 })).toEqual([proposer.id])
      expect(await ids({ group: 'without_samples', term_id: 7 })).toEqual([begun.actor.id])
      expect(await ids({ group: 'owing_reviewers', term_id: 7 })).toEqual([reviewer.id])
      await aConflict(ctx, { proposal_id })
      expect(await ids({ group: 'owing_reviewers', term_id: 7 })).toEqual([])
      await world.db.updateTable('reports').set(storedScores(3)).execute()
      const panel = (await world.as(collaborator)).api
      expect(await panel.users.all({ query: { group: 'owing_reviewers', term_id: 7 } })).toEqual([])
      expect(await errorKindOf(api.users.all({ query: { group: 'nobody' as never } }))).toBe('invalid')
    }))
})

test('the list shows each user, in pages', () =>
  withServer(async (world) => {
    const { api, admin } = await office(world)
    const gone = await aReviewer(world.ctx(), { disabled: true })
    const found = async (query: object) => (await api.users.list({ query })).data.map(({ id }) => id)
    expect(await api.users.list({ query: { per_page: 1 } })).toMatchObject({ total: 2, last_page: 2 })
    expect(await found({ status: 'Active' })).toEqual([admin.id])
    expect(await found({ status: 'Disabled' })).toEqual([gone.id])
    expect(await found({ is_reviewer: 1, is_admin: 0 })).toEqual([gone.id])
  }))
