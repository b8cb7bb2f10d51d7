import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'

const NAMES = ['chromium', 'chromium-browser', 'google-chrome']

/** The browser for the journeys: CHROMIUM_PATH, else one on the PATH, else Debian's package where we may install it. */
export function findChromium() {
  const found = process.env.CHROMIUM_PATH || onPath()
  if (found) return found
  if (process.getuid?.() === 0) {
    console.log('Installing the package chromium.')
    apt('update')
    apt('install', '-y', '--no-install-recommends', 'chromium')
  }
  const installed = onPath()
  if (installed) return installed
  throw new Error('No Chromium found: install the package chromium, or set CHROMIUM_PATH.')
}

function onPath() {
  const folders = (process.env.PATH ?? '').split(delimiter)
  return NAMES.flatMap((name) => folders.map((folder) => join(folder, name))).find((file) => existsSync(file))
}

function apt(...args) {
  spawnSync('apt-get', ['-q', ...args], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  })
}
