import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The repository's folder; whatever is started from here is started in it. */
export const root = fileURLToPath(new URL('..', import.meta.url))

/** What is built, of what, and by which of Vite's configurations. */
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
      'scripts/chunks.ts',
      'scripts/compress_plugin.ts',
      'scripts/contract_plugin.ts',
      'scripts/guides_plugin.ts',
      'scripts/mantine_styles_plugin.ts',
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

/** Installs the packages and builds the web and the server where that is due; `tools` asks for the development packages too. */
export function prepare({ tools = false } = {}) {
  process.chdir(root)
  const due = dueParts()
  if (!installed(tools || due.length > 0)) install()
  for (const part of due) build(part)
}

/** What is not built of the sources as they stand. */
export const dueParts = () => PARTS.map((part) => ({ ...part, hash: hashOf(part.sources) })).filter(isStale)

const isStale = ({ first, stamp, hash }) =>
  !existsSync(first) || !existsSync(stamp) || readFileSync(stamp, 'utf8') !== hash

/** What npm says it installed against what the lock file asks for; a package for another platform may be absent. */
function installed(tools) {
  const record = 'node_modules/.package-lock.json'
  if (!existsSync(record)) return false
  const there = JSON.parse(readFileSync(record, 'utf8')).packages
  const asked = JSON.parse(readFileSync('package-lock.json', 'utf8')).packages
  return Object.entries(asked).every(([path, { version, optional, dev, devOptional }]) => {
    if (path === '' || there[path]?.version === version) return true
    return !there[path] && (optional || devOptional || (dev && !tools))
  })
}

function install() {
  console.log('Installing the packages of package-lock.json.')
  const { status } = spawnSync(
    'npm',
    ['ci', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error'],
    {
      stdio: 'inherit',
    },
  )
  if (status !== 0) throw new Error('npm ci failed: the packages are not installed.')
}

function build({ name, stamp, config, hash }) {
  console.log(`Building the ${name}.`)
  rmSync(stamp, { force: true })
  const vite = ['node_modules/vite/bin/vite.js', 'build', '--config', config, '--logLevel', 'warn']
  const { status } = spawnSync(process.execPath, vite, { stdio: 'inherit' })
  if (status !== 0) throw new Error(`The ${name} could not be built.`)
  mkdirSync('dist', { recursive: true })
  writeFileSync(stamp, hash)
}

/** Of names and contents: a checkout or a copy changes times, and a build writes the generated routes anew. */
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
