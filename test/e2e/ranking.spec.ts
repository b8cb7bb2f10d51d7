import { expect, type Locator, type Page } from '@playwright/test'
import { button } from './actions.ts'
import { expectScreen, signIn, test } from './journey.ts'

const rows = (page: Page) => page.locator('tr[data-row]')
const grips = (page: Page) => page.locator('[data-grip]')

/** Presses the mouse on one element and moves it to another as fast as a person does: in few steps. */
async function drag(page: Page, from: Locator, to: Locator) {
  await from.hover()
  await page.mouse.down()
  const { x, y, width, height } = (await to.boundingBox())!
  await page.mouse.move(x + width / 2, y + height / 2, { steps: 4 })
}

test('the office moves a proposal to another rank by mouse', async ({ page }) => {
  await signIn(page, 'admin@example.org')
  await page.goto('/proposals?sort=rank&dir=asc')
  await expectScreen(page, 'Proposal List')
  const [first, , third] = await rows(page).evaluateAll((all) => all.map(({ dataset }) => dataset.row))
  const lifted = page.locator('[data-lifted]')
  const target = page.locator('[data-over]')
  const bar = page.getByRole('region', { name: 'Ranking' })

  await drag(page, grips(page).nth(0), grips(page).nth(2))
  await expect(lifted).toHaveAttribute('data-row', first!)
  await expect(target).toHaveAttribute('data-row', third!)
  await page.keyboard.press('Escape')
  await page.mouse.up()
  await expect(lifted).toHaveCount(0)
  await expect(bar).toBeHidden()

  await drag(page, grips(page).nth(0), grips(page).nth(2))
  await page.mouse.up()
  await expect(bar).toContainText(`${first} goes from 1 to 3`)
  await button(page, 'Save ranks').click()
  await expect(bar).toBeHidden()
  await expect(rows(page).nth(2)).toHaveAttribute('data-row', first!)
})

test('a reviewer puts a report above the line of ranks by mouse', async ({ page }) => {
  await signIn(page, 'reviewer@example.org')
  await page.goto('/proposals/assigned_proposals')
  await expectScreen(page, 'Assigned Proposals')
  const ranking = page.getByRole('list', { name: 'Your ranking' })
  const row = ranking.getByRole('listitem').filter({ has: grips(page) })
  const name = await grips(page).last().getAttribute('aria-label')
  await drag(page, grips(page).last(), ranking.getByText('Not ranked'))
  await page.mouse.up()
  await expect(page.getByRole('status').filter({ hasText: 'is dropped, rank 1.' })).toBeAttached()
  await expect(grips(page).first()).toHaveAttribute('aria-label', name!)
  await expect(row.first()).toHaveText(/^1/u)
})
