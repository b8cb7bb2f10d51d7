import { expect } from '@playwright/test'
import { answerDialog, expectScreen, fillInLogin, signIn, test } from './journey.ts'
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

test('logging out in one tab takes the others to the sign-in, and what was typed there with it', async ({
  page,
  context,
}) => {
  await signIn(page, 'admin@example.org')
  await page.goto('/users/add')
  await expectScreen(page, 'Add User')
  await page.getByLabel(/^First Name/u).fill(TYPED)
  const drafts = () =>
    page.evaluate(() => Object.keys(localStorage).filter((name) => name.startsWith('ao.draft.')))
  await expect.poll(drafts).toHaveLength(1)
  const other = await context.newPage()
  watchRequests(other)
  await other.goto('/users')
  await other.getByRole('button', { name: /user menu/iu }).click()
  await other.getByRole('menuitem', { name: 'Log Out' }).click()
  await answerDialog(other, 'unsaved changes in one form', 'Remove and log out')
  await page.waitForURL('/login')
  await expectScreen(page, 'Astromaterials Sample AO System')
  expect(await drafts()).toEqual([])
})

test('a page that the browser kept for Back asks again who is signed in', async ({ page, context }) => {
  await signIn(page, 'admin@example.org')
  await page.goto('/users')
  await expectScreen(page, 'User List')
  await context.clearCookies({ name: 'ao_session' })
  await page.evaluate(() => void dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })))
  await page.waitForURL('/login')
})
