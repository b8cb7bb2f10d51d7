import type { CompiledQuery } from 'kysely'
import type { TestServer } from './test_server.ts'

/** The SQL statements sent during `work`, in order. */
export async function recordStatements(
  { services }: TestServer,
  work: () => Promise<unknown>,
): Promise<string[]> {
  const { db } = services
  const statements: string[] = []
  const executor = db.getExecutor()
  const send = executor.executeQuery.bind(executor)
  executor.executeQuery = <R>(query: CompiledQuery<R>) => {
    statements.push(query.sql)
    return send(query)
  }
  try {
    await work()
    return statements
  } finally {
    executor.executeQuery = send
  }
}
