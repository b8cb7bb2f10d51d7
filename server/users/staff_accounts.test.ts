import { describe, expect, test } from 'vitest'
import type { Role } from '#domain/access.ts'
import type { Actor } from '#domain/session/actor.ts'
import { aPerson, aUser } from '../builders/people.ts'
import { anApp } from '../builders/second_factor.ts'
import { errorKindOf, findMails } from '../testing/reviews.ts'
import { type TestServer, withServer } from '../testing/test_server.ts'
import { createAdministrator } from './service.ts'

/** Three administrators, of whom the first acts; a disabled one and the panel are told of nothing. */
async function anOffice(world: TestServer, { second = false } = {}) {
  const ctx = world.ctx()
  const admin = await aUser(ctx, ['admin'], { email: 'admin@example.org' })
  const colleague = await aUser(ctx, ['admin'], { email: 'colleague@example.org' })
  const third = await aUser(ctx, ['admin'], { email: 'third@example.org' })
  await aUser(ctx, ['admin'], { email: 'gone@example.org', disabled: true })
  await aUser(ctx, ['panel'], { email: 'panel@example.org' })
  const { api } = await world.as(admin)
  const { setup: _, ...settings } = await api.masters.settings()
  await api.masters.saveSettings({ body: { ...settings, two_persons: second } })
  return { admin, colleague, third, api }
}
type Office = Awaited<ReturnType<typeof anOffice>>

/** A user, and what the Edit form sends of them with changes. */
async function anAccount(world: TestServer, { api }: Office, roles: Role[]) {
  const user = await aUser(world.ctx(), roles, { first_name: 'Sven', last_name: 'Staff' })
  const { first_name, middle_name, last_name, suffix, email, affiliation, version, ...rest } =
    await api.users.get({
      params: { id: user.id },
    })
  const { is_administration_office, is_panel, is_reviewer, disabled } = rest
  const form = { first_name, middle_name, last_name, suffix, email, affiliation, version, disabled }
  const flags = { is_administration_office, is_panel, is_reviewer }
  const params = { id: user.id }
  const save = (changes: object) =>
    api.users.save({ params, body: { ...form, ...flags, ...changes } as never })
  return { user, params, save }
}

const newAccount = (roles: object) => ({
  ...aPerson(),
  is_administration_office: 0,
  is_panel: 0,
  is_reviewer: 0,
  send_mail: 0,
  ...roles,
})

type Change = (
  world: TestServer,
  office: Office,
) => Promise<() => Promise<{ result: 0 | 1; message: string }>>

/** Changes of which the other administrators are told, with a word of the mail. */
const TOLD: [what: string, word: string, change: Change][] = [
  [
    'adding a member of the panel',
    'role',
    async (_, { api }) =>
      () =>
        api.users.add({ body: newAccount({ is_panel: 1 }) as never }),
  ],
  [
    'adding an administrator',
    'role',
    async (_, { api }) =>
      () =>
        api.users.add({ body: newAccount({ is_administration_office: 1 }) as never }),
  ],
  [
    'giving the role of the panel',
    'role',
    async (world, office) => {
      const { save } = await anAccount(world, office, ['reviewer'])
      return () => save({ is_panel: true })
    },
  ],
  [
    'giving the role of the office to a member of the panel',
    'role',
    async (world, office) => {
      const { save } = await anAccount(world, office, ['panel'])
      return () => save({ is_administration_office: true })
    },
  ],
  [
    'enabling a staff account again',
    'role',
    async (world, office) => {
      const { user, save } = await anAccount(world, office, ['panel'])
      await world.db.updateTable('users').set({ disabled: true }).where('id', '=', user.id).execute()
      return () => save({ disabled: 0 })
    },
  ],
  [
    'resetting the password of staff',
    'password',
    async (world, office) => {
      const { params } = await anAccount(world, office, ['panel'])
      return () => office.api.users.resetPassword({ params })
    },
  ],
  [
    'resetting the second factor of staff',
    'second factor',
    async (world, office) => {
      const { user, params } = await anAccount(world, office, ['panel'])
      await anApp(world.ctx(), user)
      return () => office.api.users.resetSecondFactor({ params })
    },
  ],
]

/** Changes that concern nobody else. */
const UNTOLD: [what: string, change: Change][] = [
  [
    'adding a reviewer',
    async (_, { api }) =>
      () =>
        api.users.add({ body: newAccount({ is_reviewer: 1 }) as never }),
  ],
  [
    'another name of staff',
    async (world, office) => {
      const { save } = await anAccount(world, office, ['panel'])
      return () => save({ last_name: 'Staff-Mayer' })
    },
  ],
  [
    'taking a role of staff',
    async (world, office) => {
      const { save } = await anAccount(world, office, ['panel', 'reviewer'])
      return () => save({ is_panel: false })
    },
  ],
  [
    'disabling staff',
    async (world, office) => {
      const { save } = await anAccount(world, office, ['panel'])
      return () => save({ disabled: 1 })
    },
  ],
  [
    'resetting the password of a reviewer',
    async (world, office) => {
      const { params } = await anAccount(world, office, ['reviewer'])
      return () => office.api.users.resetPassword({ params })
    },
  ],
]

const OTHERS = ['colleague@example.org', 'third@example.org']

describe('all other active administrators are told of', () => {
  test.each(TOLD)('%s', (_, word, change) =>
    withServer(async (world) => {
      const office = await anOffice(world)
      const does = await change(world, office)
      expect(await does()).toMatchObject({ result: 1 })
      const mails = await findMails(world, 'staff_account')
      expect(mails).toMatchObject([{ recipients: OTHERS, subject: 'A staff account was changed' }])
      expect(mails[0]!.body).toContain(word)
      expect(mails[0]!.body).toContain('admin@example.org')
    }),
  )

  test('another e-mail address of staff, with the whole office', () =>
    withServer(async (world) => {
      const office = await anOffice(world)
      const { save } = await anAccount(world, office, ['panel'])
      await save({ email: 'new@example.org' })
      const [mail] = await findMails(world, 'address_change')
      expect(mail!.recipients).toEqual(['admin@example.org', ...OTHERS])
    }))

  test('an administrator who was made at the command line', () =>
    withServer(async (world) => {
      await anOffice(world)
      await createAdministrator(world.ctx(), 'new@example.org')
      const [mail] = await findMails(world, 'staff_account')
      expect(mail!.recipients).toEqual(['admin@example.org', ...OTHERS])
    }))
})

describe('nobody else is told of', () => {
  test.each(UNTOLD)('%s', (_, change) =>
    withServer(async (world) => {
      const office = await anOffice(world, { second: true })
      const does = await change(world, office)
      expect(await does()).toMatchObject({ result: 1 })
      expect(await findMails(world, 'staff_account')).toEqual([])
      expect(await office.api.users.waiting()).toEqual([])
    }),
  )
})

/** The accounts as stored, with their reset links and second factors. */
async function storedAccounts({ db }: TestServer) {
  const users = await db.selectFrom('users').selectAll().orderBy('id').execute()
  const apps = await db.selectFrom('authenticator_apps').select('user_id').execute()
  const links = await db.selectFrom('password_resets').select('user_id').execute()
  return { users, apps, links }
}

describe('where a second administrator is required', () => {
  const all: typeof TOLD = [
    ...TOLD,
    [
      'another e-mail address of staff',
      'e-mail address',
      async (world, office) => {
        const { save } = await anAccount(world, office, ['panel'])
        return () => save({ email: 'new@example.org' })
      },
    ],
  ]

  test.each(all)('%s waits until another one confirms it', (_, word, change) =>
    withServer(async (world) => {
      const office = await anOffice(world, { second: true })
      const does = await change(world, office)
      const before = await storedAccounts(world)
      expect(await does()).toMatchObject({ result: 1, message: /Another administrator has to confirm/u })
      expect(await storedAccounts(world)).toEqual(before)
      const mails = await findMails(world, 'staff_account')
      expect(mails).toMatchObject([{ recipients: OTHERS, subject: /waits for you/u }])
      expect(mails[0]!.body).toContain(word)
      const [waiting, ...rest] = await office.api.users.waiting()
      expect([waiting!.asked_by.id, rest]).toEqual([office.admin.id, []])
      const params = { id: waiting!.id }
      expect(await office.api.users.confirmChange({ params })).toMatchObject({ result: 0 })
      const second = (await world.as(office.colleague)).api.users
      expect(await second.confirmChange({ params })).toMatchObject({ result: 1 })
      expect(await storedAccounts(world)).not.toEqual(before)
      expect(await office.api.users.waiting()).toEqual([])
      expect(await errorKindOf(second.confirmChange({ params }))).toBe('missing')
    }),
  )

  /** A reset that the first administrator asks for. */
  async function aWaitingReset(world: TestServer, of: (office: Office) => Actor) {
    const office = await anOffice(world, { second: true })
    const user = of(office)
    const ask = () => office.api.users.resetPassword({ params: { id: user.id } })
    expect(await ask()).toMatchObject({ result: 1 })
    const [waiting] = await office.api.users.waiting()
    return { ...office, ask, params: { id: waiting!.id } }
  }

  test('nobody is second on their own account', () =>
    withServer(async (world) => {
      const { colleague, third, params } = await aWaitingReset(world, (office) => office.colleague)
      const own = (await world.as(colleague)).api.users
      expect(await own.confirmChange({ params })).toMatchObject({ result: 0, message: /your own account/u })
      const other = (await world.as(third)).api.users
      expect(await other.confirmChange({ params })).toMatchObject({ result: 1 })
    }))

  test('a dismissed change is not made, and can be asked for again', () =>
    withServer(async (world) => {
      const { api, ask, params } = await aWaitingReset(world, (office) => office.colleague)
      expect(await ask()).toMatchObject({ result: 0, message: /already waits/u })
      expect(await api.users.dismissChange({ params })).toMatchObject({ result: 1 })
      expect((await storedAccounts(world)).links).toEqual([])
      expect(await ask()).toMatchObject({ result: 1 })
    }))

  test('a change of an account that was edited since is not made', () =>
    withServer(async (world) => {
      const office = await anOffice(world, { second: true })
      const { save, user } = await anAccount(world, office, ['panel'])
      await save({ email: 'new@example.org' })
      await world.db.updateTable('users').set({ version: 9 }).where('id', '=', user.id).execute()
      const [waiting] = await office.api.users.waiting()
      const second = (await world.as(office.colleague)).api.users
      const params = { id: waiting!.id }
      expect(await second.confirmChange({ params })).toMatchObject({ result: 0, message: /since/u })
    }))

  test('a change that nobody could confirm is refused', () =>
    withServer(async (world) => {
      const { api, colleague, third } = await anOffice(world, { second: true })
      await world.db.updateTable('users').set({ disabled: true }).where('id', '=', third.id).execute()
      const reset = api.users.resetPassword({ params: { id: colleague.id } })
      expect(await reset).toMatchObject({ result: 0, message: /no other who could/u })
    }))

  test('what waits says what would change', () =>
    withServer(async (world) => {
      const office = await anOffice(world, { second: true })
      const { save, user } = await anAccount(world, office, ['panel'])
      await save({ email: 'new@example.org', is_administration_office: true })
      expect(await office.api.users.waiting()).toMatchObject([
        {
          command: 'save',
          user_id: user.id,
          name: 'Sven Staff',
          changes: [
            { field: 'E-mail', before: user.email, after: 'new@example.org' },
            { field: 'Administration office', before: 'no', after: 'yes' },
          ],
        },
      ])
    }))
})
