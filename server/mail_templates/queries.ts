import { type Selectable, sql } from 'kysely'
import type { TemplateText } from '#domain/mail_merge.ts'
import type { Db } from '../platform/context.ts'
import type { MailTemplates } from '../platform/database/tables.gen.ts'

export interface StoredTemplate extends Omit<Selectable<MailTemplates>, 'updated_by'> {
  updated_by: string | null
}

const stored = (db: Db) =>
  db
    .selectFrom('mail_templates as m')
    .leftJoin('users as u', 'u.id', 'm.updated_by')
    .select(['m.name', 'm.subject', 'm.text', 'm.updated_at', 'm.version', 'u.name as updated_by'])

/** Serializes saves of templates, the first of each too. */
export const lockTemplates = (tx: Db) =>
  sql`lock table mail_templates in share row exclusive mode`.execute(tx)

/** The templates that were ever saved. */
export const findStoredTemplates = (db: Db): Promise<StoredTemplate[]> => stored(db).execute()

export const findStoredTemplate = (db: Db, name: string): Promise<StoredTemplate | undefined> =>
  stored(db).where('m.name', '=', name).executeTakeFirst()

interface Saving {
  by: number
  at: Date
  version: number
}

/** Stores the office's words; null stands for the original ones. */
export function storeTemplate(tx: Db, name: string, words: TemplateText | null, { by, at, version }: Saving) {
  const row = {
    subject: words?.subject ?? null,
    text: words?.text ?? null,
    updated_by: by,
    updated_at: at.toISOString(),
    version,
  }
  return tx
    .insertInto('mail_templates')
    .values({ name, ...row })
    .onConflict((conflict) => conflict.column('name').doUpdateSet(row))
    .execute()
}
