import { done } from '#domain/endpoint.ts'
import { invalid } from '#domain/errors.ts'
import type { MaintenanceNotice } from '#domain/system/contract.ts'
import { whyNotUntil } from '#domain/system/maintenance.ts'
import { formatUtc } from '#domain/terms/rules.ts'
import type { AnyCtx, Ctx, Db, Services } from '../platform/context.ts'
import { findMaintenance } from '../platform/maintenance.ts'
import { lockMaintenance, setMaintenance } from './maintenance_queries.ts'

/** Until when nobody can save; null if everyone can. */
export const maintenanceUntil = async (db: Db, now: Date): Promise<string | null> =>
  (await findMaintenance(db, now))?.until ?? null

/** Leaves scheduled work that writes to people for the time after maintenance. */
export const unlessMaintenance =
  <Args extends unknown[]>(services: Services, work: (...args: Args) => Promise<unknown>) =>
  async (...args: Args) => {
    if ((await maintenanceUntil(services.db, services.clock())) === null) await work(...args)
  }

/** Null without maintenance. */
export const presentMaintenance = async (db: Db, now: Date): Promise<MaintenanceNotice | null> =>
  (await findMaintenance(db, now)) ?? null

export const showMaintenance = (ctx: AnyCtx) => presentMaintenance(ctx.db, ctx.now())

/** Switches maintenance on until then, changes it, or with null switches it off. */
export const switchMaintenance = (
  ctx: Ctx,
  { until, reason }: Omit<MaintenanceNotice, 'until'> & { until: string | null },
) =>
  ctx.write(async (tx) => {
    await lockMaintenance(tx)
    const now = tx.now()
    const before = (await findMaintenance(tx, now)) ?? null
    if (until === null) {
      tx.refuse(before === null ? 'Maintenance is not on.' : null)
      await setMaintenance(tx, { until: now.toISOString(), reason: '' })
      await tx.audit('maintenance.off', { id: null }, null, before)
      return done('Maintenance is off: everyone can save again.')
    }
    const why = whyNotUntil(until, now)
    if (why) throw invalid({ until: why })
    const after = { until: new Date(until).toISOString(), reason }
    await setMaintenance(tx, after)
    await tx.audit('maintenance.on', { id: null }, after, before)
    return done(`Maintenance until ${formatUtc(until)}: nobody can save.`)
  })
