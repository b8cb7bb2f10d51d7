import type { sessionActions } from '#domain/audit_actions.ts'
import { anApp, aPasskey, codeAt } from '../../builders/second_factor.ts'
import { anAuthenticator } from '../authenticator.ts'
import { aBrowser } from '../browser.ts'
import type { AuditFixture, AuditFixtureContext } from './fixture.ts'
import { aMember, PASSWORD, type sessionFixtures } from './people.ts'

/** A signed-in user with an authenticator app. */
async function aMemberWithApp(stage: AuditFixtureContext) {
  const user = await aMember(stage)
  const secret = await anApp(stage.world.ctx(), user)
  const { api } = await stage.world.as(user)
  return { user, secret, api, body: { password: PASSWORD }, by: user.id, object: user.id }
}

export const secondFactorFixtures: Record<
  Exclude<keyof typeof sessionActions, keyof typeof sessionFixtures>,
  AuditFixture
> = {
  'user.fail_second_factor': async (stage) => {
    const { user, body, object } = await aMemberWithApp(stage)
    const { session } = aBrowser(stage.world).api
    await session.login({ body: { ...body, email: user.email } })
    const does = () => session.loginSecond({ body: { method: 'recovery', code: 'none of mine' } })
    return { run: does, objectId: object, actorId: null }
  },
  'user.add_passkey': async (stage) => {
    const origin = 'https://ao.example.org'
    stage.world.services.config = { ...stage.world.services.config, baseUrl: origin }
    const { api, body, object, by } = await aMemberWithApp(stage)
    const { options } = await api.security.beginPasskey({ body: { ...body, name: 'Laptop' } })
    const response = anAuthenticator(origin).make(options)
    return { run: () => api.security.addPasskey({ body: { response } }), objectId: object, actorId: by }
  },
  'user.remove_passkey': async (stage) => {
    const { user, api, body, object, by } = await aMemberWithApp(stage)
    const id = await aPasskey(stage.world.ctx(), user)
    return { run: () => api.security.removePasskey({ params: { id }, body }), objectId: object, actorId: by }
  },
  'user.add_app': async (stage) => {
    const user = await aMember(stage)
    const { security } = (await stage.world.as(user)).api
    const { secret } = await security.beginApp({ body: { password: PASSWORD } })
    const does = () => security.addApp({ body: { code: codeAt(secret!, stage.world.services.clock()) } })
    return { run: does, objectId: user.id, actorId: user.id }
  },
  'user.remove_app': async (stage) => {
    const { api, body, object, by } = await aMemberWithApp(stage)
    return { run: () => api.security.removeApp({ body }), objectId: object, actorId: by }
  },
  'user.make_recovery_codes': async (stage) => {
    const { api, body, object, by } = await aMemberWithApp(stage)
    return { run: () => api.security.makeCodes({ body }), objectId: object, actorId: by }
  },
  'user.reset_second_factor': async (stage) => {
    const { object } = await aMemberWithApp(stage)
    const does = () => stage.api.users.resetSecondFactor({ params: { id: object } })
    return { run: does, objectId: object, actorId: stage.admin.id }
  },
  'user.end_session': async (stage) => {
    const { user, api, object, by } = await aMemberWithApp(stage)
    await stage.world.as(user)
    const other = (await api.security.show()).sessions.find(({ current }) => !current)!
    return { run: () => api.security.endSession({ params: { id: other.id } }), objectId: object, actorId: by }
  },
  'user.end_other_sessions': async (stage) => {
    const { api, object, by } = await aMemberWithApp(stage)
    return { run: () => api.security.endOthers(), objectId: object, actorId: by }
  },
}
