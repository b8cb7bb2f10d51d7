/**
 * What the product is made of: `npm run trust -- dependencies`. Every package is pinned with its hash, comes from the
 * registry, and has a free licence; and where the registry answers, no advisory is left unexplained.
 */
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { reportFaults } from './figures.ts'

/** Advisories that were looked at and do not touch the product, by the package they are about, and why. */
const EXPLAINED: Record<string, string> = {}
const FREE =
  /\b(?:MIT|ISC|BSD|Apache-2\.0|0BSD|BlueOak-1\.0\.0|CC0-1\.0|CC-BY-4\.0|Unlicense|Python-2\.0|OFL-1\.1|MPL-2\.0|Zlib|MIT-0)\b/u

interface Package {
  version?: string
  resolved?: string
  integrity?: string
  dev?: boolean
  optional?: boolean
  link?: boolean
  license?: string
}
/** Packages whose package.json does not name their licence: where it stands, and which it is. */
const LICENCE_FILES: Record<string, string> = {
  'dejavu-fonts-ttf': 'MIT-like: the licence of Bitstream Vera, in its LICENSE',
  'png-js': 'MIT: in the LICENSE beside it',
}
const read = (file: string) => JSON.parse(readFileSync(file, 'utf8'))

const faults: string[] = []
const { dependencies, devDependencies } = read('package.json')
for (const [name, version] of Object.entries({ ...dependencies, ...devDependencies }))
  if (!/^\d+\.\d+\.\d+(?:-[\w.]+)?$/u.test(String(version))) faults.push(`${name} is not pinned: ${version}`)

const packages = Object.entries(read('package-lock.json').packages as Record<string, Package>).filter(
  ([path, { link }]) => path !== '' && !link,
)
const licences = new Map<string, number>()
for (const [path, { resolved, integrity, license, dev }] of packages) {
  if (resolved && !resolved.startsWith('https://registry.npmjs.org/'))
    faults.push(`${path} comes from ${resolved}`)
  if (!integrity) faults.push(`${path} has no hash`)
  const own =
    license ?? (existsSync(`${path}/package.json`) ? read(`${path}/package.json`).license : undefined)
  const said = typeof own === 'string' ? own : (own?.type ?? 'none')
  if (dev) continue
  licences.set(said, (licences.get(said) ?? 0) + 1)
  if (!FREE.test(LICENCE_FILES[path.split('node_modules/').at(-1)!] ?? said))
    faults.push(`${path} has the licence ${said}`)
}
console.log(
  `${packages.length} packages, ${packages.filter(([, { dev }]) => !dev).length} of them in production`,
)
console.log(Object.fromEntries([...licences].sort(([, a], [, b]) => b - a)))

/** What `npm audit --json` says of one package. */
interface Finding {
  severity: string
  via: (string | { title: string; url: string })[]
}
const { stdout } = spawnSync('npm', ['audit', '--json'], { encoding: 'utf8' })
const answer = (() => {
  try {
    return JSON.parse(stdout) as { vulnerabilities?: Record<string, Finding> }
  } catch {
    return {}
  }
})()
if (!answer.vulnerabilities) console.log('The registry answers no audit here.')
else {
  const found = Object.entries(answer.vulnerabilities)
  console.log(`${found.length} findings`)
  for (const [name, { severity, via }] of found) {
    const titles = via.map((one) => (typeof one === 'string' ? one : `${one.title} ${one.url}`)).join('; ')
    console.log(`${name}, ${severity}: ${titles}\n  ${EXPLAINED[name] ?? 'NOT EXPLAINED'}`)
    if (!(name in EXPLAINED)) faults.push(`${name}: an advisory that nobody has explained`)
  }
}
reportFaults(faults)
