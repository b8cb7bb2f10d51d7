import type { Page } from '@playwright/test'
import { fillGrid } from './grid_fixtures.ts'
import { joinFigures, printHead, report } from './report.ts'
import { type Screens, withScreens } from './screens.ts'
import { withSystem } from './system.ts'

// The allocation grid at 1,000 proposals x 5,000 samples in a real browser over the built screens (npm run build):
// first paint of the data, frames while scrolling, an arrow key and an assignment with the panel open, nodes and heap.
// Run: npm run bench -- grid
const PROPOSALS = 1000
const SAMPLES = 5000
const FRAMES = 120
/** Goals in ms: data to first cell, 95th percentile of a frame, key press to its effect. */
const FIRST_CELL = 500
const FRAME = 27
const KEY = 50

await withSystem(
  (db) => fillGrid(db, PROPOSALS, SAMPLES),
  (ground) => withScreens(ground, measure),
)

async function measure({ context, address }: Screens) {
  printHead()
  const page = await context.newPage()
  await page.addInitScript(markFirstCell)

  for (const visit of ['first visit', 'again']) {
    await page.goto(`${address}/samples/assign/particle`)
    await page.getByRole('gridcell').first().waitFor()
    const { cell, data } = await page.evaluate(times)
    reportTimes(`navigation to first cell, ${visit}`, [cell])
    reportTimes('  after its data had come', [cell - data], { at: cell - data, most: FIRST_CELL })
  }
  for (const call of ['/api/proposals/allocation/1', '/api/samples/allocation/1']) {
    const asked = performance.now()
    const body = await page.evaluate(async (path) => (await (await fetch(path)).text()).length, call)
    reportTimes(`${call} (${Math.round(body / 1000)} kB)`, [performance.now() - asked])
  }
  // Thread time per frame does not depend on the load of the machine.
  const session = await context.newCDPSession(page)
  await session.send('Performance.enable', { timeDomain: 'threadTicks' })
  const worked = async () =>
    (await session.send('Performance.getMetrics')).metrics.find(({ name }) => name === 'TaskDuration')!.value
  for (const [name, x, y] of [
    ['scroll down', 0, 35],
    ['scroll right', 45, 0],
    ['fast diagonal', 400, 160],
  ] as const) {
    const before = await worked()
    const frames = await scroll(page, x, y)
    reportTimes(`${name}, p50 / p95 of a frame`, frames, { at: frames[1], most: FRAME })
    reportTimes('  work a frame', [((await worked()) - before) * (1000 / FRAMES)])
  }
  for (const [name, key] of [
    ['arrow key', 'ArrowDown'],
    ['tick', ' '],
  ] as const) {
    const pressed = await keys(page, key)
    reportTimes(`${name}, p50 / longest`, pressed, { at: pressed[0], most: KEY })
  }
  console.log(`nodes ${await page.evaluate(() => document.querySelectorAll('*').length)}`)
  await session.send('HeapProfiler.collectGarbage')
  const { usedSize } = await session.send('Runtime.getHeapUsage')
  console.log(`heap ${(usedSize / 1e6).toFixed(1)} MB`)
}

function reportTimes(what: string, ms: readonly number[], goal?: { at: number; most: number }) {
  report({
    what,
    ours: joinFigures(ms, ' ms'),
    goal: goal ? `<= ${goal.most} ms` : '',
    met: goal ? goal.at <= goal.most : null,
  })
}

/** Scrolls by `x` and `y` pixels a frame; median and 95th percentile of the frame times in ms. */
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

/** Marks the time at which the first cell is painted. */
function markFirstCell() {
  const observer = new MutationObserver(() => {
    if (!document.querySelector('[role=gridcell]')) return
    observer.disconnect()
    requestAnimationFrame(() => setTimeout(() => performance.mark('first cell')))
  })
  observer.observe(document, { childList: true, subtree: true })
}

/** The first cell's paint and the grid's last byte, in ms since navigation started. */
function times() {
  const calls = performance.getEntriesByType('resource') as PerformanceResourceTiming[]
  const data = calls.filter(({ name }) => name.includes('/allocation/')).map(({ responseEnd }) => responseEnd)
  return { cell: performance.getEntriesByName('first cell')[0]!.startTime, data: Math.max(...data) }
}

/** Median and maximum of twenty key presses, each until the frame that shows its effect, in ms. */
async function keys(page: Page, key: string): Promise<[p50: number, longest: number]> {
  const lengths = await page.getByRole('grid').evaluate(async (grid, key) => {
    const all: number[] = []
    for (let n = 0; n < 20; n++) {
      await new Promise((done) => setTimeout(done, 100))
      const before = performance.now()
      grid.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }))
      await new Promise(requestAnimationFrame)
      await new Promise((done) => setTimeout(done))
      all.push(performance.now() - before)
    }
    return all.sort((a, b) => a - b)
  }, key)
  return [lengths[10]!, lengths[19]!]
}
