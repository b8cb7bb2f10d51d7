import type { apiTokens } from '#domain/api_tokens/contract.ts'
import type { Handlers } from '../platform/http/handlers.ts'
import { listTokens, makeToken, revokeToken } from './service.ts'

export const apiTokenRoutes: Handlers<typeof apiTokens> = {
  list: listTokens,
  make: (ctx, { body }) => makeToken(ctx, body),
  revoke: (ctx, { params }) => revokeToken(ctx, params.id),
}
