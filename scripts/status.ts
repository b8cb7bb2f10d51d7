import { existsSync } from 'node:fs'
import { contract } from '#domain/contract.ts'
import { SCREENS } from '#domain/screens.ts'

// Counts the calls, of which none compiles without its handler, and lists the screens that have no page.
const calls = Object.values(contract).reduce((sum, area) => sum + Object.keys(area).length, 0)
const hasPage = (path: string) => {
  const stem = `web/pages${path === '/' ? '' : path}`
  const parts = stem.split('/')
  const flat = [...parts.slice(0, -2), parts.slice(-2).join('.')].join('/')
  return [`${stem}.tsx`, `${stem}/index.tsx`, `${flat}.tsx`].some((file) => existsSync(file))
}
const missing = SCREENS.filter(({ path }) => !hasPage(path)).map(({ path }) => path)

console.log(`Calls: ${calls}, each with its handler.`)
console.log(`Screens: ${SCREENS.length - missing.length} of ${SCREENS.length} built.`)
for (const path of missing) console.log(`  ${path}`)
