import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test as base, expect, type Page } from '@playwright/test'
import { type ParsedMail, simpleParser } from 'mailparser'
import { type Client, client } from '#domain/client.ts'
import { contract, type SystemContract } from '#domain/contract.ts'
import { expectAccessible } from './accessible.ts'
import { waitUntilIdle, watchRequests } from './page_idle.ts'

export const PASSWORD = 'asteroid-demo'

interface Worker {
  /** One tab for all tests of a worker, where they leave nothing behind: to open another takes seconds. */
  tab: Page
}

export const test = base.extend<object, Worker>({
  page: async ({ page }, use) => {
    watchRequests(page)
    await use(page)
  },
  tab: [
    async ({ browser }, use, { project }) => {
      const { baseURL, viewport, timezoneId } = project.use
      const context = await browser.newContext({ baseURL, viewport, timezoneId })
      const tab = await context.newPage()
      watchRequests(tab)
      await use(tab)
      await context.close()
    },
    { scope: 'worker' },
  ],
})

/** The screen under this heading is open, loaded and accessible. */
export async function expectScreen(page: Page, heading: string | RegExp) {
  await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible()
  await waitUntilIdle(page)
  await expectAccessible(page)
}

/** The calls of the system, with the cookies of a page. */
export function apiOf(page: Page): Client<SystemContract> {
  const { request } = page.context()
  return client(contract, async ({ method }, path, data) => {
    const headers: Record<string, string> = {}
    if (method !== 'GET') {
      // The server may close a connection that has been idle just when it is used again.
      await request.get(contract.session.csrfCookie.path, { maxRetries: 3 })
      const cookies = await page.context().cookies()
      headers['X-XSRF-TOKEN'] = cookies.find(({ name }) => name === 'XSRF-TOKEN')!.value
    }
    const maxRetries = method === 'GET' ? 3 : 0
    const answer = await request.fetch(path, { method, data, headers, failOnStatusCode: true, maxRetries })
    return answer.json()
  })
}

/** Signs in by request, and opens what is offered then. */
export async function signIn(page: Page, email: string, password = PASSWORD) {
  const { redirect } = await apiOf(page).session.login({ body: { email, password } })
  await page.goto(redirect!)
}

type Settings = Awaited<ReturnType<Client<SystemContract>['masters']['settings']>>

/** As the office: changes some of the settings. */
export async function changeSettings(page: Page, changed: Partial<Settings>) {
  const { masters } = apiOf(page)
  const { setup: _, version: __, ...settings } = await masters.settings()
  await masters.saveSettings({ body: { ...settings, ...changed } })
}

/** As the office: requests, reminders and group mails can be undone for so long; 0: they are sent at once. */
export const undoFor = (page: Page, undo_seconds: number) => changeSettings(page, { undo_seconds })

/** Signs in by hand, from the screen for it. */
export async function fillInLogin(page: Page, email: string, password = PASSWORD) {
  await expectScreen(page, 'Astromaterials Sample AO System')
  await page.getByRole('textbox', { name: 'ID' }).fill(email)
  await page.getByRole('textbox', { name: 'Password' }).fill(password)
  await page.getByRole('button', { name: 'LOGIN' }).click()
  await page.waitForURL((url) => url.pathname !== '/login')
}

export async function signOut(page: Page) {
  await page.getByRole('button', { name: /user menu/i }).click()
  await page.getByRole('menuitem', { name: 'Log Out' }).click()
  await expect(page).toHaveURL(/\/login$/u)
}

/** Waits for a mail to someone whose subject holds some words, and reads it as a mail program does. */
export async function mailTo(address: string, subject: string): Promise<ParsedMail> {
  const folder = join(process.env.AO_E2E_DATA!, 'journeys', 'mail')
  let found: ParsedMail | undefined
  await expect(async () => {
    for (const name of readdirSync(folder)) {
      const mail = await simpleParser(readFileSync(join(folder, name)))
      const to = [mail.to ?? []].flat().flatMap(({ value }) => value.map((one) => one.address))
      if (to.includes(address) && mail.subject?.includes(subject)) found = mail
    }
    expect(found, `a mail to ${address}: ${subject}`).toBeDefined()
  }).toPass({ timeout: 90_000 })
  return found!
}

/** Answers a dialog. */
export async function answerDialog(page: Page, question: string, button: string) {
  const dialog = page.getByRole('dialog').filter({ hasText: question })
  await expect(dialog).toBeVisible()
  await dialog.getByRole('button', { name: button, exact: true }).click()
  await expect(dialog).toBeHidden()
}
