/**
 * Repeats what docs/trust.md says, in one go: `npm run trust`, or `npm run trust -- NAME …` for some of it. Each run is
 * a program of its own that says its figures and ends with a status other than 0 where a promise did not hold.
 */
import { spawn } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const HERE = fileURLToPath(new URL('.', import.meta.url))
const RUN = /^(\w+)\.run\.ts$/u
const known = readdirSync(HERE).flatMap((file) => RUN.exec(file)?.[1] ?? [])

/** Runs one to its end, its words shown as they come; whether it held. */
const held = (name: string) =>
  new Promise<boolean>((resolve) => {
    const child = spawn(process.execPath, ['--import', 'tsx', `${HERE}${name}.run.ts`], { stdio: 'inherit' })
    child.once('close', (status) => resolve(status === 0))
  })

const asked = process.argv.slice(2)
const unknown = asked.filter((name) => !known.includes(name))
if (unknown.length > 0) {
  console.error(`There is no run ${unknown.join(', ')}; there are ${known.join(', ')}.`)
  process.exit(2)
}

const lines: string[] = []
let failed = 0
for (const name of asked.length > 0 ? asked : known) {
  console.log(`\n== ${name}`)
  const start = performance.now()
  const good = await held(name)
  if (!good) failed++
  lines.push(
    `${good ? 'held  ' : 'FAILED'} ${((performance.now() - start) / 1000).toFixed(0).padStart(5)} s  ${name}`,
  )
}
console.log(`\n${lines.join('\n')}\n${lines.length - failed} held, ${failed} failed`)
if (failed > 0) process.exitCode = 1
