/**
 * Repeats what docs/trust.md says, in one go: `npm run trust`, or `npm run trust -- NAME …` for some of it. Each run is
 * a program of its own that prints its figures and ends with a status other than 0 where a promise did not hold. A whole
 * run is logged in trust/last-run.txt, which ends with the number of runs that held.
 */
import { execFileSync, spawn } from 'node:child_process'
import { appendFileSync, readdirSync, writeFileSync } from 'node:fs'
import { cpus, loadavg, totalmem, version } from 'node:os'
import { fileURLToPath } from 'node:url'
import { stripVTControlCharacters } from 'node:util'
import { VERSION } from '#server/platform/version.ts'

const HERE = fileURLToPath(new URL('.', import.meta.url))
const LOG = `${HERE}last-run.txt`
const RUN = /^(\w+)\.run\.ts$/u
const known = readdirSync(HERE).flatMap((file) => RUN.exec(file)?.[1] ?? [])

/** Starts one and shows its output as it comes; answers that, and whether it held. */
const start = (name: string) =>
  new Promise<{ held: boolean; output: string }>((resolve) => {
    const child = spawn(process.execPath, ['--import', 'tsx', `${HERE}${name}.run.ts`], {
      stdio: ['inherit', 'pipe', 'pipe'],
    })
    let output = ''
    const show = (text: string) => {
      output += text
      process.stdout.write(text)
    }
    child.stdout.setEncoding('utf8').on('data', show)
    child.stderr.setEncoding('utf8').on('data', show)
    child.once('close', (status) => resolve({ held: status === 0, output: stripVTControlCharacters(output) }))
  })

/** What was tested, when and on what. */
function describeRun(): string {
  const git = (...words: string[]) => execFileSync('git', words, { cwd: HERE, encoding: 'utf8' }).trim()
  const [processor] = cpus()
  return [
    `Version ${VERSION}, commit ${git('rev-parse', '--short', 'HEAD')}, begun ${new Date().toISOString()}`,
    `${cpus().length} × ${processor?.model.trim()}, ${(totalmem() / 1024 ** 3).toFixed(0)} GB, ${version()}, Node ${process.version}`,
    `Load before: ${loadavg()[0]!.toFixed(1)}`,
  ].join('\n')
}

const asked = process.argv.slice(2)
const unknown = asked.filter((name) => !known.includes(name))
if (unknown.length > 0) {
  console.error(`There is no run ${unknown.join(', ')}; there are ${known.join(', ')}.`)
  process.exit(2)
}

const isWhole = asked.length === 0
/** The log goes into the repository: it does not say where that lay. */
const log = (text: string) => isWhole && appendFileSync(LOG, text.replaceAll(process.cwd(), '.'))
if (isWhole) writeFileSync(LOG, `${describeRun()}\n`)

const lines: string[] = []
const begun = performance.now()
let failed = 0
for (const name of isWhole ? known : asked) {
  console.log(`\n== ${name}`)
  const before = performance.now()
  const { held, output } = await start(name)
  if (!held) failed++
  const seconds = ((performance.now() - before) / 1000).toFixed(0)
  lines.push(`${held ? 'held  ' : 'FAILED'} ${seconds.padStart(5)} s  ${name}`)
  log(`\n== ${lines.at(-1)}\n${output.trim()}\n`)
}
const minutes = ((performance.now() - begun) / 60_000).toFixed(0)
const summary = `\n${lines.join('\n')}\n${lines.length - failed} held, ${failed} failed, ${minutes} minutes\n`
console.log(summary)
log(summary)
if (failed > 0) process.exitCode = 1
