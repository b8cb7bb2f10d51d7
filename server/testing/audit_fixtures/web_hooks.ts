import type { webHookActions } from '#domain/audit_actions.ts'
import { aFailedDelivery, aWebHook, aWebHookInput } from '../../builders/web_hooks.ts'
import type { AuditFixture, AuditFixtureContext } from './fixture.ts'

/** A command on a web hook that is on. */
const onHook =
  (
    act: (api: AuditFixtureContext['api']['webHooks'], params: { id: number }) => Promise<unknown>,
    before?: typeof act,
  ): AuditFixture =>
  async ({ api, office, admin }) => {
    const { id } = await aWebHook(office)
    await before?.(api.webHooks, { id })
    return { run: () => act(api.webHooks, { id }), objectId: id, actorId: admin.id }
  }

export const webHookFixtures: Record<keyof typeof webHookActions, AuditFixture> = {
  'web_hook.add': async ({ api, admin }) => {
    let added = 0
    const does = async () => {
      added = (await api.webHooks.add({ body: aWebHookInput() })).id!
    }
    return { run: does, objectId: async () => added, actorId: admin.id }
  },
  'web_hook.edit': onHook((api, params) => api.save({ params, body: aWebHookInput({ name: 'Vault' }) })),
  'web_hook.delete': onHook((api, params) => api.remove({ params })),
  'web_hook.switch_off': onHook((api, params) => api.switchTo({ params, body: { on: false } })),
  'web_hook.switch_on': onHook(
    (api, params) => api.switchTo({ params, body: { on: true } }),
    (api, params) => api.switchTo({ params, body: { on: false } }),
  ),
  'web_hook.rotate': onHook((api, params) => api.rotate({ params, body: { at_once: false } })),
  'web_hook.test': onHook((api, params) => api.test({ params })),
  'web_hook.retry': async ({ api, office, admin }) => {
    const { id } = await aWebHook(office)
    const delivery = await aFailedDelivery(office, id)
    return {
      run: () => api.webHooks.retry({ params: { id: delivery }, body: {} }),
      objectId: id,
      actorId: admin.id,
    }
  },
}
