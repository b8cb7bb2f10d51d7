import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { misplacedSql } from '../../scripts/sql_files.mjs'

const MISPLACED = {
  'server/terms/service.ts': 'db.selectFrom("terms")',
  'server/terms/rules.ts': 'const one = sql<number>`1`',
  'server/terms/sequel.ts': 'tx.deleteFrom("terms")',
}
const ALLOWED = {
  'server/terms/queries.ts': 'db.selectFrom("terms")',
  'server/terms/list_queries.ts': 'sql`select 1`',
  'server/terms/shared_queries.ts': 'tx.updateTable("terms")',
  'server/terms/terms.test.ts': 'db.insertInto("terms")',
  'server/platform/csv.ts': 'ctx.db.insertInto("downloads")',
  'server/builders/people.ts': 'tx.insertInto("keywords")',
  'server/users/service.ts': 'findUsers(db)',
}

test('SQL outside a queries file is reported', () => {
  const root = mkdtempSync(join(tmpdir(), 'sql-files-'))
  for (const [file, content] of Object.entries({ ...MISPLACED, ...ALLOWED })) {
    mkdirSync(dirname(join(root, file)), { recursive: true })
    writeFileSync(join(root, file), content)
  }
  expect(misplacedSql(root).sort()).toEqual(Object.keys(MISPLACED).sort())
  rmSync(root, { recursive: true })
})

test('the repository has none', () => expect(misplacedSql()).toEqual([]))
