/**
 * A task of the office in a real browser over 1,000 proposals, ten screens in a row: from the press or the address until the
 * screen shows what was asked for. Run: npm run bench -- task
 */
import type { Page } from '@playwright/test'
import { fillDatabase } from './fixtures.ts'
import { figure, median, printHead, report } from './report.ts'
import { type Screens, withScreens } from './screens.ts'
import { withSystem } from './system.ts'

const SIZE = { terms: 1, proposals: 1_000 }
/** The task is done this often; the median of each step counts. */
const ROUNDS = 5

const ROW = 'main tr[data-row]'

interface Step {
  name: string
  /** Brings the page to where the step begins; not measured. */
  before?: (page: Page) => Promise<unknown>
  act: (page: Page) => Promise<unknown>
  /** Resolves when the screen shows the result. */
  shown: (page: Page) => Promise<unknown>
}

const rows = (page: Page) => page.locator(ROW).first().waitFor()
const heading = (page: Page, name: RegExp) => page.getByRole('heading', { level: 1, name }).waitFor()
const results = (page: Page, text: RegExp) => page.getByRole('status').filter({ hasText: text }).waitFor()

const stepsOf = (address: string, round: number): Step[] => [
  {
    name: 'open the list',
    act: (page) => page.goto(`${address}/proposals`, { waitUntil: 'commit' }),
    shown: rows,
  },
  {
    name: 'search it',
    before: (page) => page.getByRole('textbox', { name: 'Title or name' }).fill(`study ${700 + round}`),
    act: (page) => page.keyboard.press('Enter'),
    shown: (page) => results(page, /^1 result$/u),
  },
  {
    name: 'open a proposal',
    act: (page) => page.locator(`${ROW} a[href*="/proposals/detail/"]`).first().click(),
    shown: (page) => heading(page, new RegExp(`^${700 + round}: `, 'u')),
  },
  {
    name: 'its reviewers',
    act: (page) => page.getByRole('tab', { name: /^Reviewer/u }).click(),
    shown: (page) => page.getByRole('tabpanel').locator('a[href*="/reviewers/detail/"]').first().waitFor(),
  },
  {
    name: 'back to the list',
    act: (page) =>
      page
        .getByRole('navigation', { name: 'Main menu' })
        .getByRole('link', { name: 'Proposal', exact: true })
        .click(),
    shown: rows,
  },
  {
    name: 'the whole list',
    act: (page) => page.goto(`${address}/proposals?clear`, { waitUntil: 'commit' }),
    shown: (page) => results(page, /^1,0\d\d results$/u),
  },
  {
    name: 'open the first',
    act: (page) => page.locator(`${ROW} a[href*="/proposals/detail/"]`).first().click(),
    shown: (page) => page.getByRole('tabpanel').waitFor(),
  },
  {
    name: 'the next one',
    before: (page) => page.getByRole('link', { name: /^Next/u }).first().waitFor(),
    act: async (page) => {
      const was = page.url()
      await page.getByRole('link', { name: /^Next/u }).first().click()
      await page.waitForURL((url) => url.href !== was)
    },
    shown: (page) => page.getByRole('tabpanel').waitFor(),
  },
  {
    name: 'save its global score',
    before: async (page) => {
      await page.getByRole('button', { name: 'Update Global Score' }).click()
      await page
        .getByRole('dialog')
        .getByRole('textbox', { name: 'Global Score' })
        .fill(`${(round % 4) + 1}.5`)
    },
    act: (page) =>
      page
        .getByRole('dialog')
        .getByRole('button', { name: /^Update|^Save/u })
        .click(),
    shown: async (page) => {
      const yes = page.getByRole('button', { name: 'YES' })
      const done = page.getByText(/has been updated|has been saved/u).first()
      await yes.or(done).first().waitFor()
      if (await yes.isVisible()) await yes.click()
      await done.waitFor()
    },
  },
  {
    name: 'the allocation grid',
    act: (page) => page.goto(`${address}/samples/assign/particle`, { waitUntil: 'commit' }),
    shown: (page) => page.getByRole('gridcell').first().waitFor(),
  },
]

await withSystem(
  (db) => fillDatabase(db, SIZE),
  (ground) => withScreens(ground, measure),
)

async function measure({ address, fresh }: Screens) {
  const taken = new Map<string, number[]>()
  for (let round = 0; round < ROUNDS; round++) {
    const context = await fresh(1)
    const page = await context.newPage()
    for (const { name, before, act, shown } of stepsOf(address, round)) {
      await before?.(page)
      const start = performance.now()
      await act(page)
      await shown(page)
      taken.set(name, [...(taken.get(name) ?? []), performance.now() - start])
    }
    await context.close()
  }
  printHead()
  let sum = 0
  for (const [name, times] of taken) {
    const ms = median(times)
    sum += ms
    report({ what: `task: ${name}, ms`, ours: figure(ms), goal: '', met: null })
  }
  report({ what: `task: ${taken.size} screens in a row, ms`, ours: figure(sum), goal: '', met: null })
}
