import { expect } from '@playwright/test'
import { fillInLogin, screen, test } from './journey.ts'

const TYPED = 'What the proposer typed while the session ended'

test('a session that ends in the middle of a form leads through signing in back to it, with everything typed', async ({
  page,
  context,
}) => {
  await page.goto('/login')
  await fillInLogin(page, 'proposer@example.org')
  await page.getByRole('link', { name: 'MY PROPOSAL' }).click()
  await page.getByRole('button', { name: 'Edit' }).click()
  await screen(page, 'Proposal edit')
  const form = page.url()
  const title = page.getByRole('textbox', { name: /^Title/u })
  await title.fill(TYPED)
  await context.clearCookies({ name: 'ao_session' })
  await page.getByRole('button', { name: 'Save' }).click()
  await page.waitForURL('/login')
  await fillInLogin(page, 'proposer@example.org')
  await page.waitForURL(form)
  await expect(title).toHaveValue(TYPED)
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('The proposal has been saved.')).toBeVisible()
  await page.reload()
  await expect(title).toHaveValue(TYPED)
})
