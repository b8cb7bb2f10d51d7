import { sql } from 'kysely'
import type { TestServer } from './test_server.ts'

export type Statement = ReturnType<typeof sql>

/** Runs and commits a statement; returns 'done', or the violated constraint and the message after a rollback. */
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
