import type { apiTokenActions } from '#domain/audit_actions.ts'
import { anApiToken } from '#server/builders/api_tokens.ts'
import { aUser } from '#server/builders/people.ts'
import { hashPassword } from '#server/session/password_hash.ts'
import type { AuditFixture } from './fixture.ts'

const PASSWORD = 'correct horse battery'

export const apiTokenFixtures: Record<keyof typeof apiTokenActions, AuditFixture> = {
  'api_token.make': async ({ server }) => {
    const maker = await aUser(server.ctx(), ['admin'], { password_hash: await hashPassword(PASSWORD) })
    const { apiTokens } = (await server.as(maker)).api
    const body = { name: 'Nightly export', scopes: ['read_lists' as const], days: 30, password: PASSWORD }
    const objectId = async () =>
      (await server.db.selectFrom('api_tokens').select('id').orderBy('id', 'desc').executeTakeFirstOrThrow())
        .id
    return { run: () => apiTokens.make({ body }), objectId, actorId: maker.id }
  },
  'api_token.revoke': async ({ server, api, admin }) => {
    const { id } = await anApiToken(server.ctx(), await aUser(server.ctx(), ['admin']))
    return { run: () => api.apiTokens.revoke({ params: { id } }), objectId: id, actorId: admin.id }
  },
}
