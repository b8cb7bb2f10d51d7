import type { Term } from '#domain/terms/rules.ts'
import type { Db } from '../platform/context.ts'

/** Every term, oldest first. */
export const findTerms = (db: Db): Promise<Term[]> =>
  db.selectFrom('terms').selectAll().orderBy('id').execute()

/** The current term; the database holds exactly one once it is set up. */
export const findCurrentTerm = (db: Db): Promise<Term | undefined> =>
  db.selectFrom('terms').selectAll().where('is_current', '=', true).executeTakeFirst()

/** One term, held against changes until the transaction ends when `lock` is set. */
export const findTerm = (db: Db, id: number, lock = false): Promise<Term | undefined> =>
  db
    .selectFrom('terms')
    .selectAll()
    .where('id', '=', id)
    .$if(lock, (q) => q.forShare())
    .executeTakeFirst()

export const addTerm = (tx: Db, term: Term) => tx.insertInto('terms').values(term).execute()

/** From now on this term, and no other, is the current one; the ones before it are disabled. */
export async function setCurrentTerm(tx: Db, id: number) {
  await tx.updateTable('terms').set({ is_current: false }).where('is_current', '=', true).execute()
  await tx.updateTable('terms').set({ disabled: true }).where('id', '<', id).execute()
  await tx.updateTable('terms').set({ is_current: true }).where('id', '=', id).execute()
}
