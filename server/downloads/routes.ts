import type { downloads } from '#domain/downloads/contract.ts'
import { missing } from '#domain/errors.ts'
import { exports } from '../exports.ts'
import { csvStream } from '../platform/csv.ts'
import { Document, type Handlers } from '../platform/http/handlers.ts'
import { hashToken } from '../platform/tokens.ts'

export const downloadRoutes: Handlers<typeof downloads> = {
  async get(ctx, { params }) {
    const ticket = await ctx.db
      .selectFrom('downloads')
      .selectAll()
      .where('token_hash', '=', hashToken(params.token))
      .where('user_id', '=', ctx.actor.id)
      .where('expires_at', '>', ctx.now().toISOString())
      .executeTakeFirst()
    const found = exports.find(({ name }) => name === ticket?.export)
    if (!ticket || !found) throw missing()
    return new Document(ticket.name, 'text/csv; charset=utf-8', csvStream(ctx, found, ticket.query))
  },
}
