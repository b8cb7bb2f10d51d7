import { expect, test } from 'vitest'
import { aUser } from '../../builders/people.ts'
import { anApp, aPasskey, recoveryCodes } from '../../builders/second_factor.ts'
import { type TestServer, withServer } from '../../testing/test_server.ts'
import { resetSecondFactorCommand } from '../../users/office_service.ts'
import { findFactors } from './shared_queries.ts'

/** Someone who has lost all that they had. */
async function aMember(world: TestServer) {
  const user = await aUser(world.ctx(), ['admin'])
  await anApp(world.ctx(), user)
  await aPasskey(world.ctx(), user)
  await recoveryCodes(world.ctx(), user)
  return { user, visit: await world.as(user) }
}

async function expectReset(
  { db }: TestServer,
  { user, visit }: Awaited<ReturnType<typeof aMember>>,
  told: string[] = [],
) {
  expect(await findFactors(db, user.id)).toEqual({ passkeys: 0, totp: false })
  expect(await db.selectFrom('recovery_codes').selectAll().execute()).toEqual([])
  expect(await visit.api.session.loginUser()).toBe(0)
  const mails = await db.selectFrom('mails').select(['kind', 'recipients']).orderBy('id').execute()
  expect(mails).toEqual([
    ...(told.length > 0 ? [{ kind: 'staff_account', recipients: told }] : []),
    { kind: 'second_factor_reset', recipients: [user.email] },
  ])
}

test('another administrator resets a second factor, which ends the sessions and notifies the user', () =>
  withServer(async (world) => {
    const lost = await aMember(world)
    const { api } = await world.as(await aUser(world.ctx(), ['admin']))
    const reset = { params: { id: lost.user.id } }
    expect((await api.users.get(reset)).second_factor).toEqual({ passkeys: 1, totp: true })
    expect(await lost.visit.api.users.resetSecondFactor(reset)).toMatchObject({ result: 0 })
    expect(await api.users.resetSecondFactor(reset)).toMatchObject({ result: 1 })
    await expectReset(world, lost)
    expect(await api.users.resetSecondFactor(reset)).toMatchObject({ result: 0 })
  }))

test('at the command line the other administrators are told, disabled ones apart', () =>
  withServer(async (world) => {
    const lost = await aMember(world)
    const other = await aUser(world.ctx(), ['admin'])
    await aUser(world.ctx(), ['admin'], { disabled: true })
    await aUser(world.ctx(), ['panel'])
    await resetSecondFactorCommand(lost.user.email, () => {})(world.ctx())
    await expectReset(world, lost, [other.email])
  }))

test('the command line resets the second factor of the last administrator', () =>
  withServer(async (world) => {
    const lost = await aMember(world)
    const said: string[] = []
    const reset = (email: string) => resetSecondFactorCommand(email, (line) => said.push(line))(world.ctx())
    await expect(reset('nobody@example.org')).rejects.toThrow('There is no user nobody@example.org.')
    await reset(lost.user.email.toUpperCase())
    expect(said).toEqual([expect.stringContaining('with the password alone')])
    await expectReset(world, lost)
    await expect(reset(lost.user.email)).rejects.toThrow('has no second factor')
  }))
