import { sql } from 'kysely'
import type { TestServer } from './test_server.ts'

export type Statement = ReturnType<typeof sql>

/** What the database says to a statement and its commit: 'done', or which truth refuses it. Nothing of a refused one stays. */
export const constraintError = ({ ctx }: TestServer, statement: Statement): Promise<string> =>
  ctx()
    .write(async (tx) => {
      await statement.execute(tx)
      await sql`set constraints all immediate`.execute(tx)
      tx.skipAudit('A statement by hand.')
    })
    .then(
      () => 'done',
      (error: Error & { constraint?: string }) => `${error.constraint ?? ''} ${error.message}`,
    )
