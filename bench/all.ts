/**
 * Compares measurements with their goals: `npm run bench`, or `npm run bench -- NAME …` for single parts. Each part runs in
 * its own process. A goal that is not met is reported and does not fail the run.
 */
import { spawn } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { cpus, loadavg } from 'node:os'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { MET, NOT_MET } from './report.ts'

const HERE = fileURLToPath(new URL('.', import.meta.url))
const PART = /^(\w+)\.run\.ts$/u
/** The parts with goals; the others run only when named. */
const GOALS = ['requests', 'lists', 'growth', 'first_load', 'task', 'start', 'exports', 'grid']
const known = readdirSync(HERE).flatMap((file) => PART.exec(file)?.[1] ?? [])

const asked = process.argv.slice(2)
const unknown = asked.filter((name) => !known.includes(name))
if (unknown.length > 0) {
  console.error(`There is no part ${unknown.join(', ')}; there are ${known.join(', ')}.`)
  process.exit(2)
}

let [met, unmet] = [0, 0]
const broken: string[] = []
for (const name of asked.length > 0 ? asked : GOALS) {
  console.log(`\n== ${name}, on ${cpus().length} processors, load average ${loadavg()[0]!.toFixed(1)}`)
  const start = performance.now()
  const child = spawn(process.execPath, ['--import', 'tsx', `${HERE}${name}.run.ts`], {
    stdio: ['inherit', 'pipe', 'inherit'],
  })
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve))
  for await (const line of createInterface({ input: child.stdout })) {
    console.log(line)
    if (NOT_MET.test(line)) unmet++
    else if (MET.test(line)) met++
  }
  if ((await ended) !== 0) broken.push(name)
  console.log(`${name}: ${((performance.now() - start) / 1000).toFixed(0)} s`)
}
const failed = broken.length > 0 ? `; not run to the end: ${broken.join(', ')}` : ''
console.log(`\n${met + unmet} goals: ${met} met, ${unmet} NOT MET${failed}`)
