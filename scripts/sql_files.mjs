import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Where SQL may stand: the platform, what builds tests, and files whose name says so. */
const OPEN = /^server\/(platform|builders|testing)\/|[.]test[.]ts$|queries[^/]*[.]ts$|_sql[.]ts$/u
const SQL = /\bsql(<[^`]*>)?`|\.(selectFrom|insertInto|updateTable|deleteFrom)\(/u

/** The files under `server` of a checkout that hold SQL though their names do not say so. */
export function strayedSql(root = '.') {
  const files = readdirSync(join(root, 'server'), { recursive: true })
    .map((file) => `server/${String(file).replaceAll('\\', '/')}`)
    .filter((file) => file.endsWith('.ts') && !OPEN.test(file))
  return files.filter((file) => SQL.test(readFileSync(join(root, file), 'utf8')))
}

if (import.meta.url === `file://${process.argv[1]}`) {
  const found = strayedSql()
  for (const file of found)
    console.error(`${file}: SQL stands in files named queries, or _sql where others use it.`)
  if (found.length > 0) process.exitCode = 1
}
