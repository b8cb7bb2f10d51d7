// Node reads all of this file before it can refuse: it is written for Node 12, as are the programs that import it first.
// biome-ignore lint/style/useNodejsImportProtocol: Node 12 does not know it
import { readFileSync } from 'fs'

const parts = (version) => version.replace(/^\D+/u, '').split('.').map(Number)

/** Why the program does not run on a version of Node by the `engines` of package.json, such as '^20.19.0 || >=24.0.0', or null. */
export function whyUnsuitable(version, engines) {
  const [major, minor] = parts(version)
  const suits = engines.split(' || ').some((range) => {
    const [fromMajor, fromMinor] = parts(range)
    return major === fromMajor ? minor >= fromMinor : range.startsWith('>=') && major > fromMajor
  })
  return suits ? null : `This program does not run on Node ${version}: install the newest Node 22 or 24.`
}

const { engines } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'))
const why = whyUnsuitable(process.versions.node, engines.node)
if (why) {
  console.error(why)
  process.exit(1)
}
