import { Fault, type MaintenanceDetails } from '#domain/errors.ts'
import { refusedByMaintenance } from '#domain/system/maintenance.ts'
import type { Db } from './context.ts'
import { type Param, prepareQuery } from './database/prepared_query.ts'

const findNow = prepareQuery((db: Db, param: Param<{ now: string }>) =>
  db.selectFrom('maintenance').select(['until', 'reason']).where('until', '>', param('now')),
)

/** Present maintenance; undefined without. */
export const findMaintenance = async (db: Db, now: Date) => (await findNow(db, { now: now.toISOString() }))[0]

/** Throws 'maintenance' while nobody can save. */
export async function requireNoMaintenance(db: Db, now: Date): Promise<void> {
  const maintenance = await findMaintenance(db, now)
  if (!maintenance) return
  const details: MaintenanceDetails & { retry_after: number } = {
    maintenance,
    retry_after: Math.ceil((Date.parse(maintenance.until) - +now) / 1000),
  }
  throw new Fault('maintenance', refusedByMaintenance(maintenance.until), { details })
}
