import { expect, type Page } from '@playwright/test'
import { parse } from 'csv-parse/sync'
import { button, download } from './actions.ts'
import { answerDialog, expectScreen, signIn, test } from './journey.ts'

// A whole allocation would take the samples that other journeys count on: it has a demonstration of its own.
test.use({ baseURL: `http://127.0.0.1:${Number(process.env.AO_E2E_PORT) + 2}` })

const totals = (page: Page) => page.getByRole('region', { name: 'Totals' })
const suggestions = (page: Page) => page.getByRole('region', { name: 'Suggestions' })
const linesOf = (csv: Buffer) => parse(csv, { bom: true, columns: true }) as Record<string, string>[]

/** Resolves the shown clash: the sample stays with the first or last of its claimants. The next clash then comes by itself. */
async function keep(page: Page, place: 'first' | 'last', left: number) {
  const clash = page.getByRole('region', { name: /^Clash of/u })
  await expect(clash).toContainText(new RegExp(`Clash \\d+ of ${left}.*rank \\d+.*rank \\d+`, 'u'))
  await clash
    .getByRole('button', { name: /^Keep for \d+$/u })
    [place]()
    .click()
  await expect(clash).toContainText(left > 1 ? `of ${left - 1}` : 'Clash resolved')
}

/** Lays a whole allocation by rank over the grid. */
async function suggest(page: Page) {
  await button(page, 'Suggest').click()
  await page.getByRole('dialog').getByRole('button', { name: 'Suggest', exact: true }).click()
  await expect(suggestions(page)).toContainText(/\d+ suggestions?/u)
}

/** Keeps what is ticked, saved or not, under a name. */
async function keepAsScenario(page: Page, name: string) {
  await button(page, 'Scenarios').click()
  await page.getByRole('menuitem', { name: 'Keep as scenario' }).click()
  const dialog = page.getByRole('dialog', { name: 'Keep as scenario' })
  await dialog.getByRole('textbox', { name: 'Name' }).fill(name)
  await dialog.getByRole('button', { name: 'Keep', exact: true }).click()
  await expect(dialog).toBeHidden()
}

async function save(page: Page) {
  await button(page, 'Save').click()
  await answerDialog(page, 'Do you want to save samples?', 'YES')
  await expect(page.getByText('All saved', { exact: true })).toBeVisible()
}

test('a call is allocated: from the first clash to the distribution plan', async ({ page }) => {
  await test.step('the Dashboard leads to the grid and its clashes', async () => {
    await signIn(page, 'admin@example.org')
    await expectScreen(page, 'Dashboard')
    await page.getByRole('link', { name: /^Resolve Clashes/u }).click()
    await expectScreen(page, 'Sample List')
    await page
      .getByRole('link', { name: /^Resolve the clash of/u })
      .first()
      .click()
    await expectScreen(page, /Particle and Aggregate/u)
  })

  await test.step('the clashes are settled, with both scores in sight; what is too many is taken away', async () => {
    const clashes = Number(/Clashes (\d+)/u.exec(await totals(page).innerText())![1])
    expect(clashes).toBeGreaterThan(1)
    await button(page, 'Next clash').click()
    await keep(page, 'first', clashes)
    for (let left = clashes - 1; left > 0; left--) await keep(page, 'last', left)
    await expect(totals(page)).toContainText('Clashes 0')
    await expect(totals(page)).toContainText('Over-allocated 1')
    await button(page, 'Next over-allocated').click()
    await page.getByRole('region', { name: 'More than requested' }).getByRole('checkbox').click()
    await expect(totals(page)).toContainText('Over-allocated 0')
    await keepAsScenario(page, 'Before the suggestion')
  })

  await test.step('what is suggested by rank serves all above Good, or says why not', async () => {
    await suggest(page)
    await button(page, 'Details and reasons').click()
    const dialog = page.getByRole('dialog', { name: 'Details and reasons' })
    await expect(dialog).toContainText(/nearest of \d+ free/u)
    await dialog.getByRole('checkbox', { name: /^Only requests that are not met/u }).check()
    await expect(dialog.getByText(/not met: ./u).first()).toBeVisible()
    const [served, told] = await Promise.all([
      dialog.locator('dl > div').allInnerTexts(),
      dialog.locator('ol > li').allInnerTexts(),
    ])
    const missing = served
      .filter((text) => /^(Excellent|Very Good)/u.test(text))
      .map((text) => /→ (\d+) of (\d+)/u.exec(text)!)
      .reduce((sum, [, after, all]) => sum + Number(all) - Number(after), 0)
    const reasons = told
      .filter((text) => /score (3\.\d*[1-9]|[45])/u.test(text))
      .flatMap((text) => text.match(/not met: .+/gu) ?? [])
    expect(served.length).toBeGreaterThan(2)
    expect(reasons).toHaveLength(missing)
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: /^Accept all/u }).click()
    await expect(suggestions(page)).toContainText(/0 suggestions · \d+ accepted.*not saved yet/u)
  })

  await test.step('it is saved, and compared with what was kept before', async () => {
    await button(page, 'Save').click()
    const dialog = page.getByRole('dialog')
    await expect(dialog).toContainText(/Changes: \d+/u)
    await expect(dialog).toContainText(/Requests met/u)
    await expect(dialog.getByText('Remaining clashes')).toBeHidden()
    await answerDialog(page, 'Do you want to save samples?', 'YES')
    await expect(page.getByText('All saved', { exact: true })).toBeVisible()
    await expectScreen(page, /Assign Samples/u)
    await button(page, 'Scenarios').click()
    await page.getByRole('menuitem', { name: 'All scenarios' }).click()
    await expectScreen(page, 'Scenarios')
    // What is compared is in the address: a box is ticked once that is gone to.
    for (const name of ['Before the suggestion', 'What is assigned now']) {
      const box = page.getByRole('checkbox', { name: `Compare ${name}` })
      await box.click()
      await expect(box).toBeChecked()
    }
    await expect(page.getByRole('heading', { level: 2, name: /^A: .* · B: /u })).toBeVisible()
    await expectScreen(page, 'Scenarios')
  })

  await test.step('gas, contact pad and previously allocated samples follow', async () => {
    await page.goto('/samples/assign/gas')
    for (const grid of ['Gas', 'Contact pad particle', 'Previously allocated']) {
      await page.getByRole('navigation', { name: 'Grids' }).getByRole('link', { name: grid }).click()
      await expectScreen(page, new RegExp(grid, 'u'))
      await suggest(page)
      const take = page.getByRole('button', { name: /^Accept all/u })
      if (!(await take.isVisible())) continue
      await take.click()
      await save(page)
    }
  })

  let confirmed = 0
  await test.step('the way to confirm is offered, with the number; one button selects what has no objection', async () => {
    await page.getByRole('link', { name: /^confirm the other \d+$/u }).click()
    await expectScreen(page, 'Assigned Sample List')
    const bar = page.getByRole('status', { name: 'Totals' })
    await page.getByRole('button', { name: /^Select the \d+ without objections$/u }).click()
    await expect(bar).toContainText(/\d+ pieces/u)
    confirmed = Number(/(\d+) pieces/u.exec(await bar.innerText())![1])
    await button(page, 'Confirm').click()
    const dialog = page.getByRole('dialog')
    await expect(dialog).toContainText(`${confirmed} assignments.`)
    await answerDialog(page, 'Are you sure you want to confirm these assignments?', 'YES')
    await expect(bar).toHaveText('Nothing selected.')
  })

  await test.step('in the distribution plan a request and what is given for it are one row', async () => {
    const plan = linesOf(await download(page, 'Distribution plan'))
    const given = plan.filter((row) => row.Assigned === 'x')
    expect(given.filter((row) => row.Confirmed === 'x').length).toBeGreaterThanOrEqual(confirmed)
    expect(new Set(given.map((row) => row['Sample ID'])).size).toBe(given.length)
    const forAny = given.filter((row) => row['Requested sample'] === 'Any')
    expect(forAny.length).toBeGreaterThan(10)
    for (const row of forAny) expect(row).toMatchObject({ Sample: /./u, 'More than asked': '', Missing: '' })
    const list = linesOf(await download(page, 'Download CSV'))
    expect(list.length).toBe(given.length)
  })
})
