import { existsSync } from 'node:fs'
import { contract } from '#domain/contract.ts'
import { SCREENS } from '#domain/screens.ts'
import { handlers } from '#server/handlers.ts'

// Lists what is not built yet: calls that answer 501 and screens without a page.
const calls = Object.entries(contract).flatMap(([area, endpoints]) =>
  Object.entries(endpoints)
    .filter(([name]) => !(name in ((handlers as Record<string, object>)[area] ?? {})))
    .map(([, { method, path }]) => `${method.padEnd(4)} ${path}`),
)
const total = Object.values(contract).reduce((sum, area) => sum + Object.keys(area).length, 0)

const pageOf = (path: string) => {
  const stem = `web/pages${path === '/' ? '' : path}`
  const parts = stem.split('/')
  const flat = [...parts.slice(0, -2), parts.slice(-2).join('.')].join('/')
  return [`${stem}.tsx`, `${stem}/index.tsx`, `${flat}.tsx`].some((file) => existsSync(file))
}
const screens = SCREENS.filter(({ path }) => !pageOf(path)).map(({ path }) => path)

console.log(`Calls: ${total - calls.length} of ${total} built.`)
for (const call of calls) console.log(`  ${call}`)
console.log(`Screens: ${SCREENS.length - screens.length} of ${SCREENS.length} built.`)
for (const screen of screens) console.log(`  ${screen}`)
