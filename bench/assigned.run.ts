import { loadavg } from 'node:os'
import type { Locator, Page } from '@playwright/test'
import { fillAssignments } from './assigned_fixtures.ts'
import { type Screens, withScreens } from './screens.ts'
import { withSystem } from './system.ts'

// The assigned list of 5,000 assignments of 1,000 proposals in a real browser over the built screens (npm run build):
// its request, the first rows, a checkbox, a search, the other view, and the dialog that names every assignment.
// Run: npm run bench -- assigned
const PROPOSALS = 1000
const TIMES = 5

await withSystem(
  (db) => fillAssignments(db, PROPOSALS),
  (ground) => withScreens(ground, measure),
)

async function measure({ context, address }: Screens) {
  const page = await context.newPage()
  await page.addInitScript(markFirstRow)
  console.log(`load of the machine ${loadavg()[0]!.toFixed(1)}`)

  for (const visit of ['first visit', 'again']) {
    await page.goto(`${address}/samples/assigned`)
    await page
      .getByRole('checkbox', { name: /^Confirm A/u })
      .first()
      .waitFor()
    const { row, data } = await page.evaluate(times)
    report(`navigation to first rows, ${visit}`, row)
    report('  after their data had come', row - data)
  }
  const path = '/api/samples/assigned?term_id=7'
  const { bytes, ms } = await page.evaluate(timeRequest, { path, times: TIMES })
  report(`${path} (${Math.round(bytes / 1000)} kB)`, ...ms)

  const button = (name: string) => page.getByRole('button', { name, exact: true })
  report(
    'tick',
    ...(await timePresses(page.getByRole('checkbox', { name: /^Confirm A/u }).first(), TIMES * 2)),
  )
  report(
    'tick of a proposal',
    ...(await timePresses(page.getByRole('checkbox', { name: /^Confirm all/u }).first(), TIMES * 2)),
  )
  for (const text of ['A012', 'A01234']) report(`find '${text}'`, await timeSearch(page, text))
  await page.getByLabel('Sample, proposal or proposer').fill('')
  for (const name of ['By sample', 'By proposal', 'By sample', 'By proposal'])
    report(name, await timePress(button(name)))
  report('next page', await timePress(button('Next page')))
  report('the question', await timePress(button('Confirm')))
  await page.getByRole('dialog').waitFor()
  await page.waitForTimeout(300)
  console.log(`nodes ${await page.evaluate(() => document.querySelectorAll('*').length)}`)
  const session = await context.newCDPSession(page)
  await session.send('HeapProfiler.collectGarbage')
  const { usedSize } = await session.send('Runtime.getHeapUsage')
  console.log(`heap ${(usedSize / 1e6).toFixed(1)} MB, load of the machine ${loadavg()[0]!.toFixed(1)}`)
}

function report(name: string, ...ms: number[]) {
  console.log(`${name.padEnd(48)} ${ms.map((one) => `${one.toFixed(0)} ms`).join(' / ')}`)
}

/** Marks the time at which the first row is painted. */
function markFirstRow() {
  const observer = new MutationObserver(() => {
    if (!document.querySelector('tr[data-row]')) return
    observer.disconnect()
    requestAnimationFrame(() => setTimeout(() => performance.mark('first row')))
  })
  observer.observe(document, { childList: true, subtree: true })
}

/** The first row's paint and the list's last byte, in ms since navigation started. */
function times() {
  const calls = performance.getEntriesByType('resource') as PerformanceResourceTiming[]
  const data = calls
    .filter(({ name }) => name.includes('/samples/assigned?'))
    .map(({ responseEnd }) => responseEnd)
  return { row: performance.getEntriesByName('first row')[0]!.startTime, data: Math.max(...data) }
}

/** Sends a request several times in sequence. */
async function timeRequest({ path, times }: { path: string; times: number }) {
  const ms: number[] = []
  let bytes = 0
  for (let n = 0; n < times; n++) {
    const before = performance.now()
    bytes = (await (await fetch(path)).text()).length
    ms.push(performance.now() - before)
  }
  return { bytes, ms }
}

/** Median and maximum time of several clicks, in ms. */
async function timePresses(part: Locator, times: number): Promise<[p50: number, longest: number]> {
  const all: number[] = []
  for (let n = 0; n < times; n++) all.push(await timePress(part))
  all.sort((a, b) => a - b)
  return [all[Math.floor(times / 2)]!, all.at(-1)!]
}

/** Time from a click to the frame that shows its effect, in ms. */
async function timePress(part: Locator): Promise<number> {
  return await part.evaluate(async (part: HTMLElement) => {
    await new Promise((done) => setTimeout(done, 200))
    const before = performance.now()
    part.click()
    await new Promise(requestAnimationFrame)
    await new Promise((done) => setTimeout(done))
    return performance.now() - before
  })
}

/** Time from the last typed letter to the frame with the new result count, in ms. */
async function timeSearch(page: Page, text: string): Promise<number> {
  const field = page.getByLabel('Sample, proposal or proposer')
  await field.fill('A0')
  await page.getByText(/^\d{4} results/).waitFor()
  await page.waitForTimeout(1000)
  return await field.evaluate(async (part: HTMLInputElement, text) => {
    const counts = document.querySelectorAll('[role="status"]')
    const count = [...counts].find(({ textContent }) => textContent?.includes('results'))!
    const was = count.textContent
    const set = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')!.set!
    const before = performance.now()
    set.call(part, text)
    part.dispatchEvent(new Event('input', { bubbles: true }))
    while (count.textContent === was && performance.now() - before < 5000)
      await new Promise(requestAnimationFrame)
    await new Promise((done) => setTimeout(done))
    return performance.now() - before
  }, text)
}
