import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Browser, chromium, type Page } from '@playwright/test'
import type { Role } from '#domain/access.ts'
import { apiOf, signIn } from '../test/e2e/journey.ts'
import { waitUntilIdle, watchRequests } from '../test/e2e/page_idle.ts'
import { findChromium } from './chromium.mjs'
import { prepare, root } from './prepare.mjs'
import { makeReviewsLate, SHOTS, type Shot } from './shots.ts'

const FOLDER = 'docs/guides/pictures'
const SIZE = { width: 1360, height: 860 }
/** Bytes that a picture may have, and the qualities that are tried until it does. */
const LARGEST = 120_000
const QUALITIES = [0.9, 0.8, 0.7, 0.6]

const port = 20_000 + (process.pid % 20_000)
const baseURL = `http://127.0.0.1:${port}`

/** A demonstration of its own on an empty folder; answers how to end it. */
async function serve() {
  const folder = mkdtempSync(join(tmpdir(), 'ao-pictures-'))
  const server = spawn(process.execPath, ['--import', 'tsx', 'server/main.ts', '--demonstration'], {
    cwd: root,
    env: {
      ...process.env,
      PORT: String(port),
      HOST: '127.0.0.1',
      BASE_URL: '',
      DATABASE_URL: '',
      DATA_DIR: folder,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  await new Promise<void>((ready, failed) => {
    server.stdout.on('data', (said) => String(said).includes(' is at ') && ready())
    server.once('exit', () => failed(new Error('The demonstration ended before it was served.')))
  })
  return async () => {
    server.kill('SIGTERM')
    await once(server, 'exit')
    rmSync(folder, { recursive: true })
  }
}

/** A tab of its own for each role, signed in, light and unmoving. */
async function openTab(browser: Browser, role: Role): Promise<Page> {
  const context = await browser.newContext({
    baseURL,
    viewport: SIZE,
    colorScheme: 'light',
    reducedMotion: 'reduce',
    timezoneId: 'UTC',
    locale: 'en-GB',
  })
  // What names the functions that are handed to the page has no name for it there.
  await context.addInitScript('globalThis.__name = (named) => named')
  const page = await context.newPage()
  watchRequests(page)
  await signIn(page, `${role}@example.org`)
  await waitUntilIdle(page)
  return page
}

/** A picture as WebP, made by the browser itself: no larger than it may be. */
async function takeWebp(page: Page): Promise<Buffer> {
  const png = (await page.screenshot({ animations: 'disabled', caret: 'hide' })).toString('base64')
  for (const quality of QUALITIES) {
    const base64 = await page.evaluate(encode, { png, quality })
    const bytes = Buffer.from(base64, 'base64')
    if (bytes.length <= LARGEST) return bytes
  }
  throw new Error(`The picture of ${page.url()} has more than ${LARGEST} bytes.`)
}

/** In the page: a PNG as WebP, both in base64. */
async function encode({ png, quality }: { png: string; quality: number }) {
  const picture = new Image()
  picture.src = `data:image/png;base64,${png}`
  await picture.decode()
  const canvas = document.createElement('canvas')
  canvas.width = picture.width
  canvas.height = picture.height
  canvas.getContext('2d', { alpha: false })!.drawImage(picture, 0, 0)
  return canvas.toDataURL('image/webp', quality).split(',')[1]!
}

async function take(browser: Browser, { name, role, open, arrange }: Shot) {
  const page = await openTab(browser, role)
  await page.goto(typeof open === 'string' ? open : await open(apiOf(page)))
  await waitUntilIdle(page)
  await arrange?.(page)
  await waitUntilIdle(page)
  await page.mouse.move(0, 0)
  const bytes = await takeWebp(page)
  writeFileSync(join(FOLDER, `${name}.webp`), bytes)
  console.log(`${String(Math.round(bytes.length / 1000)).padStart(4)} kB  ${name}`)
  await page.context().close()
}

// Takes every picture of the README and the guides again, from a demonstration; names given take only those.
prepare({ tools: true })
const asked = process.argv.slice(2)
const wanted = (shots: readonly Shot[]) =>
  shots.filter(({ name }) => asked.length === 0 || asked.includes(name))
const stop = await serve()
const browser = await chromium.launch({ executablePath: findChromium(), args: ['--no-sandbox'] })
try {
  for (const shot of wanted(SHOTS.proposals)) await take(browser, shot)
  const office = await openTab(browser, 'admin')
  await makeReviewsLate(apiOf(office))
  for (const shot of wanted(SHOTS.reviews)) await take(browser, shot)
} finally {
  await browser.close()
  await stop()
}
