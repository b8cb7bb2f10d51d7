import type { calendars } from '#domain/calendars/contract.ts'
import { Answer, Attachment, type Handlers } from '../platform/http/handlers.ts'
import { makeAddress, readCalendar, revokeAddress, showAddress } from './service.ts'

export const calendarRoutes: Handlers<typeof calendars> = {
  show: showAddress,
  make: (ctx, { body }) => makeAddress(ctx, body.password),
  revoke: revokeAddress,
  async read(ctx, { params, headers }) {
    const { content, etag, changed_at } = await readCalendar(ctx, params.token)
    const kept = {
      'Cache-Control': 'private, no-cache',
      ETag: etag,
      'Last-Modified': new Date(changed_at).toUTCString(),
    }
    const known = String(headers['if-none-match'] ?? '')
      .split(',')
      .map((tag) => tag.trim().replace(/^W\//u, ''))
    if (known.includes(etag)) return new Answer(304, undefined, kept)
    return new Attachment('calendar.ics', 'text/calendar; charset=utf-8', Buffer.from(content), kept)
  },
}
