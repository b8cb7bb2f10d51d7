import { expect, type Page } from '@playwright/test'
import { button } from './actions.ts'
import { apiOf, expectScreen, signIn, test, undoFor } from './journey.ts'

// The other journeys send at once: this one has a demonstration of its own.
test.use({ baseURL: `http://127.0.0.1:${Number(process.env.AO_E2E_PORT) + 3}` })

const TITLE = 'Panel meeting: agenda'
const about = (page: Page) => page.getByText(`About to send the group mail ‘${TITLE}’ to 4 recipients.`)
const undo = (page: Page) => page.getByRole('button', { name: /^Undo ?: send the group mail/u })

async function send(page: Page) {
  await button(page, 'Send').click()
  await page.getByRole('dialog').getByRole('button', { name: 'YES' }).click()
  await expect(about(page)).toBeVisible()
}

test('the office sends a group mail, undoes it after a reload, and sends it for good', async ({ page }) => {
  await signIn(page, 'admin@example.org')
  await undoFor(page, 300)
  const { data } = await apiOf(page).mail.list({ query: { keyword: 'agenda' } })
  const { id } = data.find(({ title, disabled }) => title === TITLE && disabled === 0)!
  await page.goto(`/group-mail/detail/${id}`)
  await expectScreen(page, TITLE)
  await test.step('it waits, on every screen and in another window', async () => {
    await send(page)
    await expect(page.getByText('About to be sent', { exact: true }).first()).toBeVisible()
    await page.goto('/users')
    await expect(about(page)).toBeVisible()
    const other = await page.context().newPage()
    await other.goto('/')
    await undo(other).click()
    await expect(other.getByText(/^Undone, nothing was sent/u)).toBeVisible()
    await other.close()
  })
  await test.step('it is unsent again, and sent when the time is over', async () => {
    // Long enough for the line to be read from the server before the mail is sent.
    await undoFor(page, 10)
    await page.goto(`/group-mail/detail/${id}`)
    await expect(page.getByText('Unsent', { exact: true })).toBeVisible()
    await send(page)
    await expect(page.getByText(/\d delivered, \d waiting, 0 failed/u)).toBeVisible()
    await expect(about(page)).toBeHidden()
  })
})
