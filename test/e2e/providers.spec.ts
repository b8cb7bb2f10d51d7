import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { expect, type Page } from '@playwright/test'
import { orcidLink } from '#domain/orcid.ts'
import { apiOf, expectScreen, signIn, signOut, test } from './journey.ts'
import { watchRequests } from './page_idle.ts'
import { freePort, type RealSystem, startRealSystem } from './real_system.ts'

const PASSWORD = 'grains of the early sun'
const ORCID = '0000-0002-1825-0097'
const CLIENT = { id: 'ao', secret: 'a secret of the client, long enough' }

let provider: ChildProcess
let system: RealSystem
test.beforeAll(async () => {
  const [port, own] = [await freePort(), await freePort()]
  const callback = `http://127.0.0.1:${own}/api/providers/callback/orcid`
  const settings = {
    ...{ PORT: String(own), ORCID: `http://localhost:${port}` },
    ...{ ORCID_CLIENT_ID: CLIENT.id, ORCID_CLIENT_SECRET: CLIENT.secret },
  }
  provider = spawn(
    process.execPath,
    ['test/e2e/provider.mjs', String(port), callback, CLIENT.id, CLIENT.secret],
    { stdio: ['ignore', 'pipe', 'ignore'] },
  )
  await once(provider.stdout!, 'data')
  system = await startRealSystem({ settings })
})
test.afterAll(async () => {
  await system?.close()
  provider?.kill()
})

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const theId = (page: Page) => page.getByRole('link', { name: orcidLink(ORCID) })

/** Signs in on the provider's own pages, and agrees once; it remembers both. */
async function signInThere(page: Page) {
  await page.getByPlaceholder('Enter any login').fill(ORCID)
  await page.getByPlaceholder('and password').fill('any')
  await button(page, 'Sign-in').click()
  await button(page, 'Continue').click()
}

test('an account is linked with the password, and signs in', async ({ browser }) => {
  const page = await browser.newPage({ baseURL: system.address, timezoneId: 'Asia/Tokyo' })
  watchRequests(page)
  const { email, password } = system.admin
  await signIn(page, email, password)
  const change = { currentPass: password, newPass: PASSWORD, newPassConfirm: PASSWORD }
  await apiOf(page).session.changePassword({ body: change })
  await page.goto('/security')
  await button(page, 'Link ORCID').click()
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await expectScreen(page, 'Sign-in and security')
  await page.keyboard.press('Enter')
  await signInThere(page)
  await expect(page.getByText('ORCID is linked: you can sign in with it.')).toBeVisible()
  await expect(theId(page)).toBeVisible()
  await expectScreen(page, 'Sign-in and security')
  const mail = await system.mailTo(email, 'ways to sign in')
  expect(mail.text).toContain(ORCID)

  await signOut(page)
  await expectScreen(page, 'Astromaterials Sample AO System')
  await button(page, 'Sign in with ORCID').click()
  await page.waitForURL((url) => url.origin === system.address && url.pathname !== '/login')
  await page.goto('/security')
  await expect(theId(page)).toBeVisible()
})

test('a Notice that is filled in from ORCID keeps what was typed, and shows the iD', async ({ browser }) => {
  const page = await browser.newPage({ baseURL: system.address, timezoneId: 'Asia/Tokyo' })
  watchRequests(page)
  await page.goto('/applicants/create')
  await page.getByLabel(/^Proposal title/u).fill('Olivine')
  await page.getByLabel(/^First Name/u).fill('Josie')
  await button(page, 'Fill in from ORCID').click()
  await signInThere(page)
  await expect(theId(page)).toBeVisible()
  await expectScreen(page, 'Registration Form (Notice of Intent)')
  await expect(page.getByLabel(/^Proposal title/u)).toHaveValue('Olivine')
  await expect(page.getByLabel(/^First Name/u)).toHaveValue('Josie')
  await expect(page.getByLabel(/^Last Name/u)).toHaveValue('Carberry')
})
