import type { AuditAction } from '#domain/audit_actions.ts'
import { mailState } from '#domain/mail/status.ts'
import type { Db } from '../platform/context.ts'
import { anyOf } from '../platform/sql.ts'
import { lastBackup } from './backups.ts'
import { maintenanceUntil } from './maintenance.ts'
import { countSessions } from './queries.ts'

const FAILED_SIGN_INS: AuditAction[] = ['user.fail_login', 'user.fail_second_factor', 'user.fail_password']

/** Number of mails in each state. */
async function countMailsByState(db: Db) {
  const rows = await db
    .selectFrom('mails')
    .select(({ fn }) => ['state', fn.countAll<number>().as('count')])
    .groupBy('state')
    .execute()
  return mailState.codes.map((state) => ({
    state,
    count: rows.find((row) => row.state === state)?.count ?? 0,
  }))
}

async function countFailedSignIns(db: Db): Promise<number> {
  const { count } = await db
    .selectFrom('audit_entries')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('action', '=', anyOf(FAILED_SIGN_INS))
    .executeTakeFirstOrThrow()
  return count
}

const findLastSeal = (db: Db) =>
  db.selectFrom('audit_seals').select('made_at').orderBy('number', 'desc').limit(1).executeTakeFirst()

/** What the database knows of the system's state; the same in every process. */
export async function findSystemFacts(db: Db, now: Date) {
  const [mails, failedSignIns, backup, seal, sessions, until] = await Promise.all([
    countMailsByState(db),
    countFailedSignIns(db),
    lastBackup(db),
    findLastSeal(db),
    countSessions(db, now),
    maintenanceUntil(db, now),
  ])
  return {
    mails,
    failedSignIns,
    sessions,
    backupAt: backup?.made_at ?? null,
    sealAt: seal?.made_at ?? null,
    maintenance: until !== null,
  }
}
