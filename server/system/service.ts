import { MAIL_CHECK } from '#domain/system/checks.ts'
import type { CheckResult, SystemState } from '#domain/system/contract.ts'
import { RECENT_MINUTES } from '#domain/system/maintenance.ts'
import { checkEndOfChain } from '../audit/hash_chain.ts'
import { summarizeMails } from '../mail/service.ts'
import type { Ctx, Db, Services } from '../platform/context.ts'
import { isDemonstration } from '../platform/database/demonstration_mark.ts'
import { VERSION } from '../platform/version.ts'
import { currentTerm } from '../terms/service.ts'
import { backupState } from './backups.ts'
import { currentChecks } from './check_results.ts'
import { byTrouble, checkMailsFor } from './checks.ts'
import { showMaintenance } from './maintenance.ts'
import { countWorkingUsers } from './maintenance_queries.ts'
import { countSessions, findServedVersion, insertServedVersion } from './queries.ts'
import { showSizes } from './sizes.ts'

const MINUTE_MS = 60 * 1000
const WEEK_MS = 7 * 24 * 60 * MINUTE_MS
/** Seals that are verified each time; `admin verify` verifies all. */
const VERIFIED_SEALS = 20

/** Notes since when this version serves, if another one served before. */
export async function recordServedVersion({ db, clock }: Services) {
  if ((await findServedVersion(db))?.version !== VERSION) await insertServedVersion(db, VERSION, clock())
}

export async function showSystem(ctx: Ctx): Promise<SystemState> {
  const { db, config } = ctx
  const now = ctx.now()
  const [served, mail, backup, demonstration, chain, sessions, sizes, maintenance, working, deadlines] =
    await Promise.all([
      findServedVersion(db),
      summarizeMails(ctx, new Date(+now - WEEK_MS)),
      backupState(db, now),
      isDemonstration(db),
      checkEndOfChain(db, VERIFIED_SEALS),
      countSessions(db, now),
      showSizes(db, now),
      showMaintenance(ctx),
      countWorkingUsers(db, ctx.actor.id, new Date(+now - RECENT_MINUTES * MINUTE_MS)),
      comingDeadlines(db, now),
    ])
  const readiness = await ctx.files.probe().then(
    () => `ready, ${ctx.now().toISOString().slice(11, 19)} UTC`,
    () => 'not ready: the file store cannot be used',
  )
  return {
    at: now.toISOString(),
    version: VERSION,
    version_since: served?.version === VERSION ? served.since : null,
    mail,
    backup: {
      last: backup.last && { made_at: backup.last.made_at, bytes: backup.last.bytes },
      failed_at: backup.failed?.made_at ?? null,
      overdue: backup.overdue,
      demonstration,
    },
    seal: { at: chain.last?.at ?? null, broken: chain.broken },
    started_at: new Date(+now - process.uptime() * 1000).toISOString(),
    sessions,
    ...sizes,
    maintenance,
    working,
    deadlines,
    addresses: [
      { path: '/readyz', state: readiness },
      { path: '/metrics', state: metricsState(config.metrics) },
    ],
  }
}

const metricsState = (metrics: Ctx['config']['metrics']) =>
  metrics
    ? `${metrics.host}:${metrics.port}${metrics.token ? ', with a token' : ''}`
    : 'off: METRICS_PORT is not set'

/** Deadlines of the current call that are still to come. */
async function comingDeadlines(db: Db, now: Date) {
  const term = await currentTerm(db)
  if (!term || term.disabled) return []
  return [
    { label: 'Notices close', at: term.noi_closes_at },
    { label: 'Proposals close', at: term.proposals_close_at },
    { label: 'Reviews are due', at: term.reviews_due_at },
  ].filter(({ at }) => Date.parse(at) > +now)
}

/** The checks, which everyone shares, but for that of the mails: it counts those that the viewer may see. */
export async function showChecks(
  { db, files, config, now, actor }: Ctx,
  again: boolean,
): Promise<CheckResult> {
  const { at, checks } = await currentChecks({ db, files, config, clock: now }, again)
  const others = checks.filter(({ name }) => name !== MAIL_CHECK)
  // Its place among the others must not depend on what is hidden either.
  return { at, checks: byTrouble([await checkMailsFor(db, actor), ...others]) }
}
