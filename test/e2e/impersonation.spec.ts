import { expect } from '@playwright/test'
import { button } from './actions.ts'
import { answerDialog, apiOf, expectScreen, signIn, test } from './journey.ts'

test('an administrator views as a reviewer, read-only, and stops', async ({ page }) => {
  await signIn(page, 'admin@example.org')
  const { data } = await apiOf(page).users.list({ query: { email: 'reviewer@example.org' } })
  const { id, name } = data[0]!
  await page.goto(`/users/detail/${id}`)
  await button(page, 'View as this user').click()
  await answerDialog(page, `View as ${name}?`, 'YES')
  const line = page.getByRole('status').filter({ hasText: `You are viewing as ${name} (read-only)` })
  await expect(line).toBeVisible()
  await expectScreen(page, 'Dashboard')

  await page.getByRole('link', { name: 'Assigned Proposals', exact: true }).click()
  await expectScreen(page, /Assigned/u)
  await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight))
  await expect(line).toBeInViewport()
  const rank = page.getByRole('combobox', { name: /rank/iu }).first()
  await expect(rank).toBeDisabled()

  await page.setViewportSize({ width: 390, height: 844 })
  await expect(line.getByRole('button', { name: 'Stop' })).toBeInViewport()
  await expectScreen(page, /Assigned/u)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
  await line.getByRole('button', { name: 'Stop' }).click()
  await expect(line).toBeHidden()
  await expectScreen(page, 'Dashboard')
  expect(await apiOf(page).session.loginUser()).toMatchObject({ email: 'admin@example.org' })
})
