// Node reads all of this file before it can refuse: it is written for Node 12, as are the programs that import it first.
// biome-ignore lint/style/useNodejsImportProtocol: Node 12 does not know it
import { readFileSync } from 'fs'

/** Why a version of Node is too old for the `engines` of package.json, such as '>=20.19', or null. */
export function whyTooOld(version, engines) {
  const [major, minor] = version.split('.').map(Number)
  const [oldestMajor, oldestMinor] = engines.replace('>=', '').split('.').map(Number)
  if (major > oldestMajor || (major === oldestMajor && minor >= oldestMinor)) return null
  return `This is Node ${version}, and ${oldestMajor}.${oldestMinor} is the oldest that this program runs on: install Node 22 or 24.`
}

const { engines } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'))
const why = whyTooOld(process.versions.node, engines.node)
if (why) {
  console.error(why)
  process.exit(1)
}
