import { z } from 'zod'
import { office } from '../access.ts'
import { get, instant, Outcome, put } from '../endpoint.ts'
import { singleLine } from '../input_schemas.ts'
import { MAX_REASON } from './maintenance.ts'
import { SIZE_KEYS } from './sizes.ts'

/** Until when nobody can save, and why (may be empty). */
export const MaintenanceNotice = z.object({ until: instant, reason: z.string() })
export type MaintenanceNotice = z.infer<typeof MaintenanceNotice>

const Size = z.object({
  key: z.enum(SIZE_KEYS),
  bytes: z.number(),
  /** How many there are; null where nothing is counted. */
  count: z.number().nullable(),
  /** Bytes in a year, from the recorded days; null while there are too few. */
  growth: z.number().nullable(),
})
export type Size = z.infer<typeof Size>

/** How the system is doing, for the office. Mails that the viewer may not see are not counted. */
export const SystemState = z.object({
  at: instant,
  version: z.string(),
  /** Since when this version serves the database; null if no server has recorded it. */
  version_since: instant.nullable(),
  mail: z.object({
    failed: z.number(),
    waiting: z.number(),
    /** Sent in the last seven days. */
    sent: z.number(),
    /** Why the last of the failed mails failed; '' if none did. */
    failure: z.string(),
  }),
  backup: z.object({
    last: z.object({ made_at: instant, bytes: z.number() }).nullable(),
    /** The newest attempt, if it failed. */
    failed_at: instant.nullable(),
    overdue: z.boolean(),
    demonstration: z.boolean(),
  }),
  /** The last seal of the audit log; `broken` says what is wrong with the last ones, or is null. */
  seal: z.object({ at: instant.nullable(), broken: z.string().nullable() }),
  /** Start of this process. */
  started_at: instant,
  /** Valid sessions. */
  sessions: z.number(),
  sizes: z.array(Size),
  /** How many days the recorded sizes span. */
  sized_days: z.number(),
  maintenance: MaintenanceNotice.nullable(),
  /** Number of other people who saved something just now, see RECENT_MINUTES. */
  working: z.number(),
  /** Deadlines of the current call that maintenance may cover. */
  deadlines: z.array(z.object({ label: z.string(), at: instant })),
  /** Addresses for machines, each with what it answers or why it does not. */
  addresses: z.array(z.object({ path: z.string(), state: z.string() })),
})
export type SystemState = z.infer<typeof SystemState>

/** What the checks found, trouble first, and when. */
export const CheckResult = z.object({
  at: instant,
  checks: z.array(
    z.object({
      name: z.string(),
      state: z.enum(['good', 'warning', 'bad']),
      detail: z.string(),
      advice: z.string(),
    }),
  ),
})
export type CheckResult = z.infer<typeof CheckResult>

const INVALID_TIME = 'This field must be a date and a time.'

export const system = {
  show: get('/api/system', office, {
    summary: 'Shows the state of the system: version, sizes, mail queue, backups, maintenance.',
    reply: SystemState,
  }),
  /** `again`: runs the checks now, instead of answering with a result of the last minute. */
  checks: get('/api/system/checks', office, {
    summary:
      'Checks the settings and what the system depends on; a result of the last minute is answered again unless asked.',
    query: z.object({ again: z.literal('1').optional() }),
    reply: CheckResult,
  }),
  /** Null unless there is maintenance now. */
  maintenance: get('/api/maintenance', 'public', {
    summary: 'Says until when nobody can save; null unless there is maintenance now.',
    reply: MaintenanceNotice.nullable(),
    anonymous: true,
  }),
  /** Switches maintenance on until an instant or, with null, off. */
  switchMaintenance: put('/api/system/maintenance', office, {
    summary: 'Switches maintenance on until a moment, or off.',
    body: z.object({
      until: z.iso.datetime({ offset: true, error: INVALID_TIME }).nullable(),
      reason: singleLine({ max: MAX_REASON }),
    }),
    reply: Outcome,
    duringMaintenance: true,
  }),
}
