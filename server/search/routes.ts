import type { search } from '#domain/search/contract.ts'
import type { Handlers } from '../platform/http/handlers.ts'
import { find } from './service.ts'

export const searchRoutes: Handlers<typeof search> = {
  find: (ctx, { query }) => find(ctx, query.q),
}
