import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium, type Page } from '@playwright/test'
import { buildApp } from '#server/app.ts'
import { readConfig } from '#server/platform/config.ts'
import { openDatabase } from '#server/platform/database/database.ts'
import { startEmbedded } from '#server/platform/database/embedded.ts'
import { migrate } from '#server/platform/database/migrate.ts'
import { openFiles } from '#server/platform/files.ts'
import { hashToken, newToken } from '#server/platform/tokens.ts'
import { findChromium } from '../scripts/chromium.mjs'
import { gridStock } from './grid_stock.ts'

// The allocation grid at 1,000 proposals x 5,000 samples in a real browser over the built screens (npm run build):
// first paint, frames while scrolling, a tick, nodes and heap. Run: node --import tsx bench/grid.ts
const PROPOSALS = 1000
const SAMPLES = 5000
const FRAMES = 120

const folder = mkdtempSync(join(tmpdir(), 'ao-bench-'))
const embedded = await startEmbedded(folder, () => {})
const { db, close } = openDatabase(embedded.url)
const config = readConfig({ DATA_DIR: folder, RATE_LIMIT_PER_MINUTE: '0' })
const app = await buildApp({ db, files: openFiles(folder, undefined), config, clock: () => new Date() })
const browser = await chromium.launch({ executablePath: findChromium(), args: ['--no-sandbox'] })
try {
  await migrate(db)
  await gridStock(db, PROPOSALS, SAMPLES)
  const token = newToken()
  await db
    .insertInto('sessions')
    .values({ token_hash: hashToken(token), user_id: 1 })
    .execute()
  const address = await app.listen({ port: 0, host: '127.0.0.1' })
  const context = await browser.newContext({ viewport: { width: 1360, height: 900 } })
  await context.addCookies([{ name: 'ao_session', value: token, url: address }])
  const page = await context.newPage()

  const start = performance.now()
  await page.goto(`${address}/samples/assign/particle`)
  await page.getByRole('gridcell').first().waitFor()
  report('navigation to first cell', performance.now() - start)
  for (const call of ['/api/proposals/allocation/1', '/api/samples/allocation/1']) {
    const asked = performance.now()
    const body = await page.evaluate(async (path) => (await (await fetch(path)).text()).length, call)
    report(`${call} (${Math.round(body / 1000)} kB)`, performance.now() - asked)
  }
  report('scroll down', ...(await scroll(page, 0, 35)))
  report('scroll right', ...(await scroll(page, 45, 0)))
  report('fast diagonal', ...(await scroll(page, 400, 160)))
  report('tick', await tick(page))
  console.log(`nodes ${await page.evaluate(() => document.querySelectorAll('*').length)}`)
  const session = await context.newCDPSession(page)
  await session.send('HeapProfiler.collectGarbage')
  const { usedSize } = await session.send('Runtime.getHeapUsage')
  console.log(`heap ${(usedSize / 1e6).toFixed(1)} MB`)
} finally {
  await browser.close()
  await app.close()
  await close()
  await embedded.stop()
  rmSync(folder, { recursive: true, force: true })
}

function report(name: string, ...ms: number[]) {
  console.log(`${name.padEnd(48)} ${ms.map((one) => `${one.toFixed(1)} ms`).join(' / ')}`)
}

/** Scrolls by so many pixels a frame; the median and the 95th percentile of the frames' lengths. */
async function scroll(page: Page, x: number, y: number): Promise<[p50: number, p95: number]> {
  const frames = await page.getByRole('grid').evaluate(
    async (grid, by) => {
      grid.scrollTo(0, 0)
      const lengths: number[] = []
      let last = await new Promise<number>(requestAnimationFrame)
      for (let n = 0; n < by.frames; n++) {
        grid.scrollBy(by.x, by.y)
        const now = await new Promise<number>(requestAnimationFrame)
        lengths.push(now - last)
        last = now
      }
      return lengths.sort((a, b) => a - b)
    },
    { x, y, frames: FRAMES },
  )
  return [frames[Math.floor(frames.length * 0.5)]!, frames[Math.floor(frames.length * 0.95)]!]
}

/** From the press of the space bar to the frame that shows the tick. */
function tick(page: Page) {
  return page.getByRole('grid').evaluate(async (grid) => {
    const before = performance.now()
    grid.dispatchEvent(new KeyboardEvent('keydown', { key: ' ', bubbles: true }))
    await new Promise(requestAnimationFrame)
    await new Promise(requestAnimationFrame)
    return performance.now() - before
  })
}
