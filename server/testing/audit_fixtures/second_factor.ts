import type { sessionActions } from '#domain/audit_actions.ts'
import { anIdentity } from '../../builders/providers.ts'
import { anApp, aPasskey, codeAt } from '../../builders/second_factor.ts'
import { anAuthenticator } from '../authenticator.ts'
import { aBrowser } from '../browser.ts'
import { aHostileProvider } from '../hostile_provider.ts'
import { callback, configureProviders, ORCID } from '../provider_scene.ts'
import type { AuditFixture, AuditFixtureContext } from './fixture.ts'
import { aMember, PASSWORD, type sessionFixtures } from './people.ts'

/** A signed-in user with an authenticator app. */
async function aMemberWithApp(context: AuditFixtureContext) {
  const user = await aMember(context)
  const secret = await anApp(context.server.ctx(), user)
  const { api } = await context.server.as(user)
  return { user, secret, api, body: { password: PASSWORD }, by: user.id, object: user.id }
}

export const secondFactorFixtures: Record<
  Exclude<keyof typeof sessionActions, keyof typeof sessionFixtures>,
  AuditFixture
> = {
  'user.fail_second_factor': async (context) => {
    const { user, body, object } = await aMemberWithApp(context)
    const { session } = aBrowser(context.server).api
    await session.login({ body: { ...body, email: user.email } })
    const does = () => session.loginSecond({ body: { method: 'recovery', code: 'none of mine' } })
    return { run: does, objectId: object, actorId: null }
  },
  'user.add_passkey': async (context) => {
    const origin = 'https://ao.example.org'
    context.server.services.config = { ...context.server.services.config, baseUrl: origin }
    const { api, body, object, by } = await aMemberWithApp(context)
    const { options } = await api.security.beginPasskey({ body: { ...body, name: 'Laptop' } })
    const response = anAuthenticator(origin).make(options)
    return { run: () => api.security.addPasskey({ body: { response } }), objectId: object, actorId: by }
  },
  'user.remove_passkey': async (context) => {
    const { user, api, body, object, by } = await aMemberWithApp(context)
    const id = await aPasskey(context.server.ctx(), user)
    return { run: () => api.security.removePasskey({ params: { id }, body }), objectId: object, actorId: by }
  },
  'user.add_app': async (context) => {
    const user = await aMember(context)
    const { security } = (await context.server.as(user)).api
    const { secret } = await security.beginApp({ body: { password: PASSWORD } })
    const does = () => security.addApp({ body: { code: codeAt(secret!, context.server.services.clock()) } })
    return { run: does, objectId: user.id, actorId: user.id }
  },
  'user.remove_app': async (context) => {
    const { api, body, object, by } = await aMemberWithApp(context)
    return { run: () => api.security.removeApp({ body }), objectId: object, actorId: by }
  },
  'user.make_recovery_codes': async (context) => {
    const { api, body, object, by } = await aMemberWithApp(context)
    return { run: () => api.security.makeCodes({ body }), objectId: object, actorId: by }
  },
  'user.reset_second_factor': async (context) => {
    const { object } = await aMemberWithApp(context)
    const does = () => context.api.users.resetSecondFactor({ params: { id: object } })
    return { run: does, objectId: object, actorId: context.admin.id }
  },
  'user.link_provider': async (context) => {
    const user = await aMember(context)
    const provider = await aHostileProvider()
    configureProviders(context.server, { orcid: provider })
    const browser = aBrowser(context.server)
    await browser.api.session.login({ body: { email: user.email, password: PASSWORD } })
    const { url } = await browser.api.providers.link({ body: { provider: 'orcid', password: PASSWORD } })
    const does = () =>
      browser.follow(callback('orcid', provider.approve(url!, ORCID))).finally(provider.close)
    return { run: does, objectId: user.id, actorId: user.id }
  },
  'user.unlink_provider': async (context) => {
    const { user, api, body, object, by } = await aMemberWithApp(context)
    const id = await anIdentity(context.server.ctx(), user)
    return { run: () => api.providers.unlink({ params: { id }, body }), objectId: object, actorId: by }
  },
  'user.end_session': async (context) => {
    const { user, api, object, by } = await aMemberWithApp(context)
    await context.server.as(user)
    const other = (await api.security.show()).sessions.find(({ current }) => !current)!
    return { run: () => api.security.endSession({ params: { id: other.id } }), objectId: object, actorId: by }
  },
  'user.end_other_sessions': async (context) => {
    const { api, object, by } = await aMemberWithApp(context)
    return { run: () => api.security.endOthers(), objectId: object, actorId: by }
  },
}
