import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The repository's folder, where everything is started. */
export const root = fileURLToPath(new URL('..', import.meta.url))

/** The two builds, with the files that each is made from. */
const PARTS = [
  {
    name: 'web',
    first: 'dist/web/index.html',
    stamp: 'dist/.web',
    config: 'vite.config.ts',
    sources: [
      'web',
      'domain',
      'docs/guides',
      'vite.config.ts',
      'scripts/contract_plugin.ts',
      'scripts/guides_plugin.ts',
      'scripts/mantine_styles_plugin.ts',
      'scripts/pages_plugin.ts',
      'package-lock.json',
    ],
  },
  {
    name: 'server',
    first: 'dist/server/main.js',
    stamp: 'dist/.server',
    config: 'vite.server.config.ts',
    sources: ['server', 'domain', 'vite.server.config.ts', 'package.json', 'package-lock.json'],
  },
]

/**
 * Installs the packages, and builds web and server where their sources changed. `tools` installs the development packages
 * too; `build: false` only installs. `say` is told what is done.
 */
export function prepare({ tools = false, build: builds = true, say = console.log } = {}) {
  process.chdir(root)
  const due = builds ? dueParts() : []
  if (!installed(tools || due.length > 0)) install(say)
  for (const part of due) build(part, say)
}

/** The builds whose sources changed since they were made. */
export const dueParts = () => PARTS.map((part) => ({ ...part, hash: hashOf(part.sources) })).filter(isStale)

const isStale = ({ first, stamp, hash }) =>
  !existsSync(first) || !existsSync(stamp) || readFileSync(stamp, 'utf8') !== hash

/** Whether npm has installed what the lock file asks for. A package for another platform may be absent. */
function installed(tools) {
  const record = 'node_modules/.package-lock.json'
  if (!existsSync(record)) return false
  const present = JSON.parse(readFileSync(record, 'utf8')).packages
  const wanted = JSON.parse(readFileSync('package-lock.json', 'utf8')).packages
  return Object.entries(wanted).every(([path, { version, optional, dev, devOptional }]) => {
    if (path === '' || present[path]?.version === version) return true
    return !present[path] && (optional || devOptional || (dev && !tools))
  })
}

function install(say) {
  say('Installing the packages of package-lock.json.')
  const { status } = spawnSync(
    'npm',
    ['ci', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error'],
    {
      stdio: 'inherit',
    },
  )
  if (status !== 0) throw new Error('npm ci failed: the packages are not installed.')
}

function build({ name, stamp, config, hash }, say) {
  say(`Building the ${name}.`)
  rmSync(stamp, { force: true })
  const vite = ['node_modules/vite/bin/vite.js', 'build', '--config', config, '--logLevel', 'warn']
  const { status } = spawnSync(process.execPath, vite, { stdio: 'inherit' })
  if (status !== 0) throw new Error(`The ${name} could not be built.`)
  mkdirSync('dist', { recursive: true })
  writeFileSync(stamp, hash)
}

/** A hash of names and contents. Times are ignored, for a checkout changes them; so are generated files, for a build writes them. */
function hashOf(paths) {
  const hash = createHash('sha256')
  for (const file of paths.flatMap(filesIn).sort())
    hash.update(`${file}\0`).update(readFileSync(file)).update('\0')
  return hash.digest('hex')
}

function filesIn(path) {
  const stat = statSync(path, { throwIfNoEntry: false })
  if (stat?.isDirectory()) return readdirSync(path).flatMap((name) => filesIn(join(path, name)))
  return stat && !/\.(gen|test)\.tsx?$/.test(path) ? [path] : []
}
