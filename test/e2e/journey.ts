import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import AxeBuilder from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'
import { type ParsedMail, simpleParser } from 'mailparser'

export const PASSWORD = 'asteroid-demo'

/** WCAG 2.2 AA on the screen as it stands: no violation of any rule. */
export async function accessible(page: Page) {
  const { violations } = await new AxeBuilder({ page })
    .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'])
    .analyze()
  const found = violations.map(
    ({ id, nodes }) => `${id}: ${nodes.map((n) => `${n.target} ${n.failureSummary}`).join('; ')}`,
  )
  expect(found, `on ${new URL(page.url()).pathname}`).toEqual([])
}

/** The screen under this heading is open, loaded and accessible. */
export async function screen(page: Page, heading: string | RegExp) {
  await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible()
  await page.waitForLoadState('networkidle')
  await accessible(page)
}

export async function signIn(page: Page, email: string, password = PASSWORD) {
  await page.goto('/login')
  await screen(page, 'Astromaterials Sample AO System')
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
  const folder = join(process.env.AO_E2E_DATA!, 'mail')
  let found: ParsedMail | undefined
  await expect(async () => {
    for (const name of readdirSync(folder)) {
      const mail = await simpleParser(readFileSync(join(folder, name)))
      const to = [mail.to ?? []].flat().flatMap(({ value }) => value.map((one) => one.address))
      if (to.includes(address) && mail.subject?.includes(subject)) found = mail
    }
    expect(found, `a mail to ${address}: ${subject}`).toBeDefined()
  }).toPass({ timeout: 20_000 })
  return found!
}

/** Answers a dialog. */
export async function answer(page: Page, question: string, button: string) {
  const dialog = page.getByRole('dialog').filter({ hasText: question })
  await expect(dialog).toBeVisible()
  await dialog.getByRole('button', { name: button, exact: true }).click()
  await expect(dialog).toBeHidden()
}
