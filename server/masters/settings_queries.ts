import { sql } from 'kysely'
import type { SetupKey } from '#domain/masters/contract.ts'
import type { Db } from '../platform/context.ts'
import { anyOf } from '../platform/sql.ts'

/** The stored texts of these settings; a setting that was never saved has none. */
export const findSettings = (db: Db, names: readonly string[]) =>
  db.selectFrom('settings').select(['name', 'value']).where('name', '=', anyOf(names)).execute()

/** When and by whom the settings were last saved; undefined if never. */
export const findLastSave = (db: Db) =>
  db
    .selectFrom('settings_saves as s')
    .leftJoin('users as u', 'u.id', 's.updated_by')
    .select(['s.version', 's.updated_at as saved_at', 'u.name as saved_by'])
    .executeTakeFirst()

/** Serializes saves of the settings. */
export const lockSettings = (tx: Db) => sql`lock table settings_saves in share row exclusive mode`.execute(tx)

export const writeSettings = (tx: Db, settings: { name: string; value: string }[]) =>
  tx
    .insertInto('settings')
    .values(settings)
    .onConflict((conflict) =>
      conflict.column('name').doUpdateSet((eb) => ({ value: eb.ref('excluded.value') })),
    )
    .execute()

export const recordSave = (tx: Db, version: number, by: number, at: Date) => {
  const save = { version, updated_by: by, updated_at: at.toISOString() }
  return tx
    .insertInto('settings_saves')
    .values(save)
    .onConflict((conflict) => conflict.column('one').doUpdateSet(save))
    .execute()
}

/** The addresses of the active administrators, except one. */
export async function findOtherAdministrators(db: Db, user_id: number): Promise<string[]> {
  const rows = await db
    .selectFrom('users')
    .select('email')
    .where('is_administration_office', '=', true)
    .where('disabled', '=', false)
    .where('id', '!=', user_id)
    .orderBy('id')
    .execute()
  return rows.map(({ email }) => email)
}

/** Which setup steps are done; `password`: the user has changed a generated password. */
export const findSetupFacts = (db: Db, user_id: number) =>
  db
    .selectFrom('users as u')
    .select([
      sql<boolean>`u.password_generated_until is null`.as('password'),
      sql<boolean>`exists (select from terms)`.as('term'),
      sql<boolean>`exists (select from keywords where not hidden)`.as('keywords'),
      sql<boolean>`exists (select from analysis_methods where not hidden)`.as('methods'),
      sql<boolean>`exists (select from samples)`.as('samples'),
      sql<boolean>`exists (select from users as o where o.id <> u.id)`.as('users'),
    ])
    .where('u.id', '=', user_id)
    .$castTo<Record<Exclude<SetupKey, 'settings'>, boolean>>()
    .executeTakeFirstOrThrow()
