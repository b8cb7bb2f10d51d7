import type { panelBook } from '#domain/panel_book/contract.ts'
import type { Handlers } from '../platform/http/handlers.ts'
import { bookAddress } from './service.ts'

export const panelBookRoutes: Handlers<typeof panelBook> = {
  download: (ctx, { query }) => bookAddress(ctx, query),
}
