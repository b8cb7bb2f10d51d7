import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Where SQL is allowed: the platform, test builders and fixtures, and files named queries. */
const OPEN = /^server\/(platform|builders|testing)\/|[.]test[.]ts$|queries[^/]*[.]ts$/u
const SQL = /\bsql(<[^`]*>)?`|\.(selectFrom|insertInto|updateTable|deleteFrom)\(/u

/** The files under `server` that contain SQL although they are not named queries. */
export function misplacedSql(root = '.') {
  const files = readdirSync(join(root, 'server'), { recursive: true })
    .map((file) => `server/${String(file).replaceAll('\\', '/')}`)
    .filter((file) => file.endsWith('.ts') && !OPEN.test(file))
  return files.filter((file) => SQL.test(readFileSync(join(root, file), 'utf8')))
}

if (import.meta.url === `file://${process.argv[1]}`) {
  const misplaced = misplacedSql()
  for (const file of misplaced)
    console.error(
      `${file}: SQL belongs in a file that ends in queries.ts (shared_queries.ts where other areas use it).`,
    )
  if (misplaced.length > 0) process.exitCode = 1
}
