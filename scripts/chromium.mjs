import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { delimiter, join } from 'node:path'

/** Names on the PATH, and where Chrome is installed on macOS. */
const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome']
const APPLICATIONS = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
]

/**
 * The browser for the journeys: CHROMIUM_PATH, an installed Chromium or Chrome, Debian's package (installed here when run
 * as root), or Playwright's own browser (downloaded here when missing). Throws when there is none.
 */
export function findChromium() {
  const found = process.env.CHROMIUM_PATH || installedBrowser()
  if (found) return found
  if (process.getuid?.() === 0 && onPath(['apt-get'])) {
    console.log('Installing the Debian package chromium.')
    apt('update')
    apt('install', '-y', '--no-install-recommends', 'chromium')
  }
  const browser = installedBrowser() ?? playwrightBrowser()
  if (browser) return browser
  throw new Error('No Chromium found: install Chromium or Chrome, or set CHROMIUM_PATH.')
}

const installedBrowser = () => onPath(NAMES) ?? APPLICATIONS.find((file) => existsSync(file))

function onPath(names) {
  const folders = (process.env.PATH ?? '').split(delimiter)
  return names.flatMap((name) => folders.map((folder) => join(folder, name))).find((file) => existsSync(file))
}

function apt(...args) {
  spawnSync('apt-get', ['-q', ...args], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  })
}

/** Playwright keeps its browser in a cache of its own; its installer does nothing when the browser is there. */
function playwrightBrowser() {
  const { chromium } = createRequire(import.meta.url)('@playwright/test')
  if (!existsSync(chromium.executablePath())) {
    console.log("Installing Playwright's Chromium.")
    spawnSync(process.execPath, ['node_modules/@playwright/test/cli.js', 'install', 'chromium'], {
      stdio: 'inherit',
    })
  }
  return existsSync(chromium.executablePath()) ? chromium.executablePath() : undefined
}
