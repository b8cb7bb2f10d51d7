import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'

const root = join(import.meta.dirname, '../..')
const config = join(root, '.dependency-cruiser.cjs')
const { forbidden } = createRequire(import.meta.url)(config) as { forbidden: { name: string }[] }

/** For each area one arrow up to the next. */
const UPWARD = forbidden
  .filter(({ name }) => name.includes('-below-') && name.endsWith('-area'))
  .map(({ name }): [string, string, string] => {
    const [, area, next] = /^(\w+)-below-(\w+)-area$/u.exec(name)!
    return [name, `domain/${area}/up.ts`, `import '../${next}/low.ts'`]
  })

/** Each rule with files that break it and nothing else: file, and the lines that are its whole content. */
const VIOLATIONS: [rule: string, file: string, content: string][] = [
  ['everything-resolves', 'domain/terms/lost.ts', `import '#domain/terms/nowhere.ts'`],
  ['no-cycles', 'domain/terms/egg.ts', `import type { Hen } from './hen.ts'\nexport type Egg = Hen[]`],
  ['tests-stay-outside', 'server/terms/letters.ts', `import '../testing/server.ts'`],
  ['tests-stay-outside', 'web/lib/money.ts', `import './money.test.ts'`],
  ['no-development-packages', 'server/platform/tool.ts', `import 'fast-check'`],
  ['domain-knows-neither-side', 'domain/terms/left.ts', `import '#server/platform/clock.ts'`],
  ['domain-knows-neither-side', 'domain/terms/right.ts', `import type { Theme } from '#web/theme.ts'`],
  ['domain-has-no-input-or-output', 'domain/terms/disk.ts', `import 'node:fs'`],
  ['domain-needs-zod-alone', 'domain/terms/days.ts', `import dayjs from 'dayjs'\ndayjs()`],
  ['states-know-no-area', 'domain/terms/status.ts', `import './rules.ts'`],
  ['web-not-server', 'web/lib/shortcut.ts', `import '#server/platform/clock.ts'`],
  ['server-not-web', 'server/terms/paint.ts', `import '#web/theme.ts'`],
  ['web-not-node', 'web/lib/path.ts', `import 'node:path'`],
  ['web-ui-below-pages', 'web/ui/frame.tsx', `import '../shell/menu.tsx'`],
  ['web-ui-below-pages', 'web/ui/link.tsx', `import '../pages/terms/index.tsx'`],
  ['web-lib-lowest', 'web/lib/chip.ts', `import '../ui/chip.tsx'`],
  ['web-lib-lowest', 'web/lib/menu.ts', `import '../shell/menu.tsx'`],
  ['web-lib-lowest', 'web/lib/screen.ts', `import '../pages/terms/index.tsx'`],
  ['web-shell-not-pages', 'web/shell/frame.tsx', `import '../pages/terms/index.tsx'`],
  ['web-ui-below-pages', 'web/ui/grid.tsx', `import '../allocation_grid/screen.tsx'`],
  ['web-lib-lowest', 'web/lib/grid.ts', `import '../allocation_grid/screen.tsx'`],
  ['web-shell-not-pages', 'web/shell/grid.tsx', `import '../allocation_grid/screen.tsx'`],
  ['allocation-grid-below-pages', 'web/allocation_grid/board.tsx', `import '../pages/terms/index.tsx'`],
  ['allocation-grid-below-pages', 'web/allocation_grid/frame.tsx', `import '../shell/menu.tsx'`],
  ['shared-grid-stands-alone', 'web/ui/grid/axes.ts', `import '../chip.tsx'`],
  ['shared-grid-stands-alone', 'web/ui/grid/sizes.ts', `import '#domain/terms/rules.ts'`],
  ['platform-knows-no-area', 'server/platform/clerk.ts', `import '../users/service.ts'`],
  ['own-queries-and-routes', 'server/terms/peek.ts', `import { row } from '../users/queries.ts'\nrow()`],
  ...UPWARD,
  ['areas-have-an-order', 'server/weather/service.ts', `import '../platform/clock.ts'`],
  ['areas-have-an-order', 'domain/weather/rules.ts', `import '../terms/rules.ts'`],
  ['own-queries-and-routes', 'server/terms/routes.ts', `import '../users/routes.ts'`],
  ['queries-below-service', 'server/terms/queries.ts', `import './service.ts'`],
  ['queries-below-service', 'server/terms/list_queries.ts', `import type { A } from '../users/mails.ts'`],
  ['service-below-routes', 'server/users/verbs.ts', `import './routes.ts'`],
  ['areas-know-not-the-assembly', 'server/terms/whole.ts', `import '../app.ts'`],
  [
    'no-outer-handle',
    'server/terms/outer.ts',
    `import { open } from '../platform/database/database.ts'\nopen()`,
  ],
  ['no-outer-handle', 'server/terms/driver.ts', `import 'pg'`],
]

/** What the plants import, and arrows that are as they should be: no rule may speak of these. */
const ALLOWED: [file: string, content: string][] = [
  ...UPWARD.map(([name]): [string, string] => [
    `domain/${/-below-(\w+)-area$/u.exec(name)![1]}/low.ts`,
    `export {}`,
  ]),
  ['server/audit/service.ts', `import '#domain/users/low.ts'`],
  ['domain/terms/hen.ts', `import type { Egg } from './egg.ts'\nexport type Hen = Egg[]`],
  ['domain/terms/contract.ts', `import { z } from 'zod'\nz.string()`],
  ['domain/terms/rules.ts', `import './contract.ts'`],
  ['domain/state_machine.ts', `export const states = []`],
  ['domain/applicants/status.ts', `import '../state_machine.ts'`],
  ['domain/session/early.ts', `import '../applicants/status.ts'`],
  ['domain/terms/rules.test.ts', `import 'fast-check'\nimport './rules.ts'\nimport 'node:fs'`],
  ['server/platform/clock.ts', `import 'node:timers'`],
  ['server/platform/database/database.ts', `import pg from 'pg'\nexport const open = () => pg`],
  ['server/platform/database/database.test.ts', `import '../../testing/server.ts'`],
  ['server/testing/server.ts', `import '../app.ts'\nimport '../users/queries.ts'`],
  ['server/users/queries.ts', `import type { Pool } from 'pg'\nexport const row = () => null as Pool | null`],
  ['server/users/mails.ts', `export type A = string`],
  ['server/users/service.ts', `import './queries.ts'\nimport './mails.ts'\nimport '#domain/users/low.ts'`],
  ['server/users/routes.ts', `import './service.ts'`],
  ['server/terms/service.ts', `import '../users/service.ts'\nimport '../users/mails.ts'`],
  ['server/users/users.test.ts', `import '../terms/queries.ts'`],
  ['server/app.ts', `import './users/routes.ts'\nimport './platform/database/database.ts'`],
  ['web/theme.ts', `export type Theme = string`],
  ['web/lib/money.test.ts', `import 'vitest'`],
  ['web/ui/chip.tsx', `import '../lib/path.ts'\nimport '../theme.ts'\nimport '#domain/terms/rules.ts'`],
  ['web/shell/menu.tsx', `import '../ui/chip.tsx'`],
  ['web/allocation_grid/screen.tsx', `import '../ui/grid/axes.ts'\nimport '../lib/path.ts'`],
  ['web/pages/terms/index.tsx', `import '../../shell/menu.tsx'\nimport '#domain/terms/contract.ts'`],
  ['web/pages/samples/index.tsx', `import '../../allocation_grid/screen.tsx'`],
  ['web/pages/terms/index.test.tsx', `import '#server/testing/server.ts'`],
]

type Violation = { type: string; from: string; rule: { name: string } }
let folder: string
let seen: string[]

beforeAll(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'directions-')))
  for (const file of ['package.json', 'tsconfig.json']) cpSync(join(root, file), join(folder, file))
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
  for (const [file, content] of [...ALLOWED, ...VIOLATIONS.map(([, ...plant]) => plant)]) {
    mkdirSync(dirname(join(folder, file)), { recursive: true })
    writeFileSync(join(folder, file), `${content}\n`)
  }
  const bin = join(root, 'node_modules/dependency-cruiser/bin/dependency-cruise.mjs')
  const args = [bin, `--config=${config}`, '--output-type=json', 'domain', 'server', 'web']
  const { stdout } = spawnSync(process.execPath, args, { cwd: folder, encoding: 'utf8', maxBuffer: 2 ** 26 })
  const { violations } = (JSON.parse(stdout) as { summary: { violations: Violation[] } }).summary
  seen = violations.map(({ rule, from }) => `${rule.name}: ${from}`)
})

afterAll(() => rmSync(folder, { recursive: true }))

test.each(VIOLATIONS)('%s speaks of %s', (rule, file) => {
  expect(seen.filter((line) => line.endsWith(`: ${file}`))).toEqual([`${rule}: ${file}`])
})

test('nothing is said of arrows that point the right way', () => {
  const planted = VIOLATIONS.map(([, file]) => file)
  expect(seen.filter((line) => !planted.includes(line.split(': ')[1]!))).toEqual([])
})

test('every rule has a plant', () => {
  expect(new Set(VIOLATIONS.map(([rule]) => rule))).toEqual(new Set(forbidden.map(({ name }) => name)))
})
