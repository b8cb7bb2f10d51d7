import { expect, type Page } from '@playwright/test'
import { parse } from 'csv-parse/sync'
import { button, download, expectFirstSelected } from './actions.ts'
import { answerDialog, apiOf, expectScreen, signIn, test, undoFor } from './journey.ts'
import { waitUntilIdle } from './page_idle.ts'

// Requests close proposals that other journeys edit: it has a demonstration of its own.
test.use({ baseURL: `http://127.0.0.1:${Number(process.env.AO_E2E_PORT) + 4}` })

const suggestions = (page: Page) => page.getByRole('region', { name: 'Suggestions' })
/** From nothing to requests sent for a whole call. */
const MAX_CLICKS = 15

test('the whole call is assigned and requested, in few clicks', async ({ page }) => {
  await signIn(page, 'admin@example.org')
  await undoFor(page, 0)
  await page.reload()
  await page.evaluate(() => {
    document.addEventListener('click', () => sessionStorage.setItem('clicks', String(clicks() + 1)), true)
    const clicks = () => Number(sessionStorage.getItem('clicks') ?? 0)
  })
  const { reports: reportsBefore } = await assigned(page)

  await test.step('the to-do of the Dashboard leads to the grid', async () => {
    await page.getByRole('link', { name: /^Assign Submitted without a reviewer/u }).click()
    await expectScreen(page, 'Assign Reviewers')
  })

  await test.step('a suggestion names the limit that keeps proposals short, and what would do', async () => {
    await button(page, 'Suggest').click()
    await expect(suggestions(page).getByRole('button', { name: 'Dismiss' })).toBeVisible({ timeout: 120_000 })
    const allow = suggestions(page).getByRole('button', { name: /^Allow/u })
    if (await allow.isVisible()) {
      // Until it is answered, the suggestions from before may still be offered.
      const asked = page.waitForRequest('**/api/assign_reviewers/suggest')
      await allow.click()
      await asked
      await waitUntilIdle(page)
      await expect(suggestions(page).getByRole('button', { name: /^Take all/u })).toBeVisible()
    }
  })

  let taken = 0
  await test.step('all suggestions are taken; nothing is mailed', async () => {
    const all = suggestions(page).getByRole('button', { name: /^Take all/u })
    taken = Number((await all.textContent())!.match(/\d+/u)![0])
    await all.click()
    await expect(page.getByText(/reports have been added\. Nothing is mailed/u)).toBeVisible()
    expect((await assigned(page)).reports - reportsBefore).toBe(taken)
  })

  await test.step('one dialog names the reviewers, and requests all reports', async () => {
    // Until the grid is read again, the button counts the reports from before.
    const { toRequest } = await assigned(page)
    await button(page, `Request ${toRequest} reports`).click()
    await answerDialog(page, `Request ${toRequest} reports from`, 'YES')
    await expect(page.getByRole('button', { name: /^Request \d+ reports?$/u })).toBeHidden()
    expect((await assigned(page)).toRequest).toBe(0)
  })

  expect(await page.evaluate(() => Number(sessionStorage.getItem('clicks')))).toBeLessThanOrEqual(MAX_CLICKS)

  await test.step('the CSV has a line for each cell', async () => {
    const csv = await download(page, 'Download CSV')
    const { proposals, reviewers } = await assigned(page)
    expect(parse(csv, { bom: true, columns: true })).toHaveLength(proposals * reviewers)
  })
})

test('a cell is explained, fixed and saved by keyboard alone, on a phone by touch', async ({ page }) => {
  await signIn(page, 'admin@example.org')
  await page.goto('/reviewers/assign?rows=proposals')
  await expectScreen(page, 'Assign Reviewers')
  const grid = page.getByRole('grid', { name: 'Proposals by reviewers' })
  const { reviewer, proposal } = await aFreeCell(page)
  for (const wanted of [String(proposal.id), reviewer.name]) {
    await page.getByRole('combobox', { name: 'Find a reviewer or proposal' }).focus()
    await page.keyboard.type(wanted)
    await expectFirstSelected(page, 'Reviewers and proposals')
    await page.keyboard.press('Enter')
    await expect(grid).toBeFocused()
  }
  const name = `${reviewer.name}, proposal ${proposal.id}`
  await page.keyboard.press('Enter')
  await expect(page.getByRole('region', { name: `Reasons for ${name}` })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(grid).toBeFocused()
  await page.keyboard.press('x')
  await expect(page.getByText('1 not saved', { exact: true })).toBeVisible()
  await page.keyboard.press('Control+z')
  await expect(page.getByText('All saved', { exact: true })).toBeVisible()

  await page.setViewportSize({ width: 390, height: 844 })
  await expectScreen(page, 'Assign Reviewers')
  await page.getByRole('gridcell').first().click()
  await expect(page.getByRole('dialog')).toContainText('of 100')
})

/** What the grid of the current term holds. */
async function assigned(page: Page) {
  const grid = await apiOf(page).assignReviewers.grid()
  return {
    reports: grid.reports.length,
    toRequest: grid.reports.filter(({ status, closed }) => status === 0 && !closed).length,
    proposals: grid.proposals.length,
    reviewers: grid.reviewers.length,
  }
}

/** A cell in which a report could be added. */
async function aFreeCell(page: Page) {
  const { proposals, reviewers, reports, blocked } = await apiOf(page).assignReviewers.grid()
  const held = new Set([...reports, ...blocked].map((one) => `${one.user_id} ${one.proposal_id}`))
  const cells = proposals
    .filter(({ closed }) => !closed)
    .flatMap((proposal) =>
      reviewers.filter(({ why_not }) => why_not === null).map((reviewer) => ({ reviewer, proposal })),
    )
  return cells.find(({ reviewer, proposal }) => !held.has(`${reviewer.id} ${proposal.id}`))!
}
