import type { search } from '#domain/search/contract.ts'
import type { Handlers } from '../platform/http/handlers.ts'
import { searchEverything, showOpened } from './service.ts'

export const searchRoutes: Handlers<typeof search> = {
  find: (ctx, { query }) => searchEverything(ctx, query.q),
  opened: (ctx, { query }) => showOpened(ctx, query.of),
}
