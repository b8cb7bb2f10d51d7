import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { strayedSql } from '../../scripts/sql_files.mjs'

const STRAYED = {
  'server/terms/service.ts': 'db.selectFrom("terms")',
  'server/terms/rules.ts': 'const one = sql<number>`1`',
  'server/terms/sequel.ts': 'tx.deleteFrom("terms")',
}
const AT_HOME = {
  'server/terms/queries.ts': 'db.selectFrom("terms")',
  'server/terms/list_queries.ts': 'sql`select 1`',
  'server/terms/read_sql.ts': 'tx.updateTable("terms")',
  'server/terms/terms.test.ts': 'db.insertInto("terms")',
  'server/platform/csv.ts': 'ctx.db.insertInto("downloads")',
  'server/builders/people.ts': 'tx.insertInto("keywords")',
  'server/users/service.ts': 'findUsers(db)',
}

test('SQL in a file whose name does not say so is named', () => {
  const root = mkdtempSync(join(tmpdir(), 'sql-files-'))
  for (const [file, content] of Object.entries({ ...STRAYED, ...AT_HOME })) {
    mkdirSync(dirname(join(root, file)), { recursive: true })
    writeFileSync(join(root, file), content)
  }
  expect(strayedSql(root).sort()).toEqual(Object.keys(STRAYED).sort())
  rmSync(root, { recursive: true })
})

test('and there is none', () => expect(strayedSql()).toEqual([]))
