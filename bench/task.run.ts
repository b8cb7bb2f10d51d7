/**
 * A task of the office over 1,000 proposals in a real browser, ten screens in a row: each from the press or the address to the
 * frame that shows what was asked for. Run: npm run bench -- task
 */
import type { Locator, Page } from '@playwright/test'
import { fillDatabase, OFFICE, REVIEWERS } from './fixtures.ts'
import { figure, median, printHead, report } from './report.ts'
import { type Screens, withScreens } from './screens.ts'
import { withSystem } from './system.ts'

const SIZE = { terms: 1, proposals: 1_000 }
/** The task is done this often, each time in a fresh profile and with other proposals; the median of each step counts. */
const ROUNDS = 5
/** HotCRP's cold list to its first row in ms, as in `first_load`. None of the other steps was measured there. */
const HOTCRP_LIST = '350 to 381'
const GOAL = '<= 40 % of HotCRP: not on record'

interface Step {
  name: string
  /** Brings the screen to where the step begins; not measured. */
  before?: (page: Page) => Promise<unknown>
  /** What is pressed, or the address that is opened. */
  at: string | ((page: Page) => Locator)
  /** What only the new screen shows. */
  shown: Sign
  hotcrp?: string
}

/** An element in sight, and what its text contains. */
interface Sign {
  element: string
  text?: string
}

/** The row with an id is the first of a list that is up to date. */
const firstRow = (id: number) => `main table[aria-busy=false] tbody tr:first-child[data-row="${id}"]`
/** The screen, once no dialog covers it. */
const UNCOVERED = 'body:not(:has([role=dialog])) main'
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const dialog = (page: Page) => page.getByRole('dialog')

/**
 * A number finds two proposals: that in whose title it is, and that whose proposer has it in the name, which comes first.
 * Both of them have all their reports and no global score yet, so that nothing is asked when they get one.
 */
function stepsOf(address: string, round: number): Step[] {
  const second = 701 + 5 * round
  const first = second - OFFICE - REVIEWERS
  const score = (4.11 + round / 100).toFixed(2)
  return [
    {
      name: 'the list',
      at: `${address}/proposals`,
      shown: { element: firstRow(1) },
      hotcrp: HOTCRP_LIST,
    },
    {
      name: 'filter it',
      before: (page) => page.getByRole('textbox', { name: 'Title or name' }).fill(`study ${second}`),
      at: (page) => button(page, 'Search'),
      shown: { element: firstRow(first) },
    },
    {
      name: 'a proposal',
      at: (page) => page.locator(`${firstRow(first)} a[data-leads]`),
      shown: { element: 'main:has([role=tabpanel]) h1', text: `${first}: ` },
    },
    {
      name: 'its reviewers',
      at: (page) => page.getByRole('tab', { name: /^Review/u }),
      shown: { element: '[role=tabpanel] article a[href^="/reviewers/detail/"]' },
    },
    {
      name: 'the next one',
      at: (page) => page.getByRole('link', { name: 'Next proposal' }),
      shown: { element: 'main:has([role=tabpanel] article) h1', text: `${second}: ` },
    },
    {
      name: 'its global score',
      before: async (page) => {
        await button(page, 'Update Global Score').click()
        await dialog(page).getByRole('textbox', { name: 'Global Score' }).fill(score)
      },
      at: (page) => dialog(page).getByRole('button', { name: 'Save' }),
      shown: { element: `${UNCOVERED} b`, text: score },
    },
    {
      name: 'back to the list',
      at: (page) =>
        page
          .getByRole('navigation', { name: 'Main menu' })
          .getByRole('link', { name: 'Proposal', exact: true }),
      shown: { element: `main tr[data-row="${second}"]`, text: score },
    },
    {
      name: 'the whole list',
      at: (page) => button(page, 'Reset'),
      shown: { element: firstRow(1) },
    },
    {
      name: 'the allocation grid',
      at: `${address}/samples/assign/particle`,
      shown: { element: '[role=gridcell]' },
    },
    {
      name: 'save in it',
      before: async (page) => {
        await page.getByRole('gridcell').getByRole('checkbox', { disabled: false }).nth(round).click()
        await page.getByRole('status').filter({ hasText: '1 not saved' }).waitFor()
        await button(page, 'Save').click()
      },
      at: (page) => dialog(page).getByRole('button', { name: 'YES' }),
      shown: { element: `${UNCOVERED} [role=status]`, text: 'All saved' },
    },
  ]
}

await withSystem(
  (db) => fillDatabase(db, SIZE),
  (ground) => withScreens(ground, measure),
)

async function measure({ address, fresh }: Screens) {
  const rounds: number[][] = []
  for (let round = 0; round < ROUNDS; round++) {
    const context = await fresh(1)
    const page = await context.newPage()
    const times: number[] = []
    for (const step of stepsOf(address, round)) times.push(await take(page, step))
    rounds.push(times)
    await context.close()
  }
  printHead()
  let sum = 0
  for (const [i, { name, hotcrp }] of stepsOf(address, 0).entries()) {
    const ms = median(rounds.map((times) => times[i]!))
    sum += ms
    report({ what: `task: ${name}, ms`, ours: figure(ms), hotcrp, goal: '', met: null })
  }
  report({ what: 'task: ten screens in a row, ms', ours: figure(sum), goal: GOAL, met: null })
}

/** The time of a step, in ms. */
async function take(page: Page, { name, before, at, shown }: Step): Promise<number> {
  await before?.(page)
  const control = typeof at === 'string' ? null : at(page)
  await control?.waitFor()
  if (await page.evaluate(isShown, shown)) throw new Error(`'${name}' is shown before it is asked for`)
  const start = performance.now()
  if (control) await control.evaluate((part: HTMLElement) => part.click())
  else await page.goto(at as string, { waitUntil: 'commit' })
  await page.waitForFunction(isShown, shown)
  return performance.now() - start
}

/** In the page, looked at once a frame. */
function isShown({ element, text = '' }: Sign): boolean {
  return [...document.querySelectorAll(element)].some(
    (one) => one.checkVisibility() && one.textContent.includes(text),
  )
}
