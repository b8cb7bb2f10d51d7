import type { EntryList, entryEndpoints } from '#domain/masters/entries.ts'
import type { Handlers } from '../platform/http/handlers.ts'
import * as entries from './entries.ts'

/** The handlers of one of the lists of entries. */
export const entryRoutes = <L extends EntryList>(
  list: L,
): Handlers<ReturnType<typeof entryEndpoints<L>>> => ({
  list: (ctx, { query }) => entries.listEntries(ctx, list, query),
  notRegistered: (ctx) => entries.listCandidates(ctx, list),
  add: (ctx, { body }) => entries.addEntry(ctx, list, body),
  get: (ctx, { params }) => entries.showEntry(ctx, list, params.id),
  save: (ctx, { params, body }) => entries.saveEntry(ctx, list, params.id, body),
})
