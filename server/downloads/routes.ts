import type { downloads } from '#domain/downloads/contract.ts'
import { forbidden, missing } from '#domain/errors.ts'
import { allows } from '#domain/wire.ts'
import { exports } from '../exports.ts'
import { csvStream, findDownload } from '../platform/csv.ts'
import { Document, type Handlers } from '../platform/http/handlers.ts'

export const downloadRoutes: Handlers<typeof downloads> = {
  async get(ctx, { params }) {
    const ticket = await findDownload(ctx, params.token)
    const found = exports.find(({ name }) => name === ticket?.export)
    if (!ticket || !found) throw missing()
    if (!allows(found.call.access, ctx.actor.roles)) throw forbidden()
    return new Document(ticket.name, 'text/csv; charset=utf-8', csvStream(ctx, found, ticket.query))
  },
}
