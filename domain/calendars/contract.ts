import { z } from 'zod'
import { everyone } from '../access.ts'
import { get, instant, Outcome, post } from '../endpoint.ts'
import { currentPassword } from '../session/password_schema.ts'

/** The caller's calendar address, which is shown only when it is made. */
const CalendarAddress = z.object({ created_at: instant, last_read_at: instant.nullable() })
export type CalendarAddress = z.infer<typeof CalendarAddress>

/** With the address, which is shown only once. */
const MadeAddress = Outcome.extend({ url: z.string().optional() })

const TOKEN_LENGTH = 200

export const calendars = {
  show: get('/api/calendar_address', everyone, {
    reply: CalendarAddress.nullable(),
    whileImpersonating: false,
    summary: "Says since when the caller's calendar address exists and when it was last read, or null.",
  }),
  make: post('/api/calendar_address', everyone, {
    body: z.object({ password: currentPassword }),
    reply: MadeAddress,
    summary: 'Makes a calendar address for the caller in place of any earlier one, and returns it this once.',
  }),
  revoke: post('/api/calendar_address/revoke', everyone, {
    reply: Outcome,
    summary: "Ends the caller's calendar address.",
  }),
  /** Answers whoever knows the address, without a session. */
  read: get('/api/calendar/:token', 'public', {
    params: z.object({ token: z.string().max(TOKEN_LENGTH) }),
    gives: 'file',
    media: ['text/calendar'],
    anonymous: true,
    whileImpersonating: true,
    summary: 'Returns the deadlines of the person whose calendar address it is, as iCalendar (RFC 5545).',
  }),
}
