import { expect } from '@playwright/test'
import { expectScreen, fillInLogin, signIn, test } from './journey.ts'
import { watchRequests } from './page_idle.ts'

const TYPED = 'What the proposer typed while the session ended'

test('a session that ends in the middle of a form leads through signing in back to it, with everything typed', async ({
  page,
  context,
}) => {
  await page.goto('/login')
  await fillInLogin(page, 'proposer@example.org')
  await page.getByRole('link', { name: 'MY PROPOSAL' }).click()
  await page.getByRole('button', { name: 'Edit' }).click()
  await expectScreen(page, 'Proposal edit')
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

test('a save in a tab while someone else has signed in in another is done by neither, and kept for the first', async ({
  page,
  context,
}) => {
  await signIn(page, 'proposer@example.org')
  await page.getByRole('link', { name: 'MY PROPOSAL' }).click()
  await page.getByRole('button', { name: 'Edit' }).click()
  await expectScreen(page, 'Proposal edit')
  const form = page.url()
  const title = page.getByRole('textbox', { name: /^Title/u })
  await title.fill(TYPED)
  const other = await context.newPage()
  watchRequests(other)
  await other.goto('/login')
  await fillInLogin(other, 'panel@example.org')
  const saves: number[] = []
  page.on('response', (answer) => {
    if (answer.request().method() !== 'GET') saves.push(answer.status())
  })
  await page.getByRole('button', { name: 'Save' }).click()
  await page.waitForURL('/login')
  await expect(page.getByText('Your session has ended.')).toBeVisible()
  expect(saves).toEqual([419])
  await fillInLogin(page, 'proposer@example.org')
  await page.waitForURL(form)
  await expect(title).toHaveValue(TYPED)
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('The proposal has been saved.')).toBeVisible()
})

test('a save in a tab whose user has signed in again in another goes through', async ({ page, context }) => {
  await signIn(page, 'proposer@example.org')
  await page.goto('/myprofile')
  await expectScreen(page, 'Edit Profile')
  const other = await context.newPage()
  watchRequests(other)
  await other.goto('/login')
  await fillInLogin(other, 'proposer@example.org')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Saved successfully')).toBeVisible()
})
