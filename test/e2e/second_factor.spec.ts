import { expect, type Page } from '@playwright/test'
import { TOTP } from 'otpauth'
import { apiOf, expectScreen, signIn, signOut, test } from './journey.ts'
import { watchRequests } from './page_idle.ts'
import { type RealSystem, startRealSystem } from './real_system.ts'

const PASSWORD = 'grains of the early sun'
const STEP_MS = 30_000

let system: RealSystem
test.beforeAll(async () => {
  // Passkeys belong to a name.
  system = await startRealSystem({ name: 'localhost' })
})
test.afterAll(() => system?.close())

/** A device that shows a passkey whenever it is asked. */
async function addAuthenticator(page: Page) {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('WebAuthn.enable')
  await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
}

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true })

/** Signs in as far as the second step. */
async function enterPassword(page: Page) {
  await page.getByRole('textbox', { name: 'ID' }).fill(system.admin.email)
  await page.getByRole('textbox', { name: 'Password' }).fill(PASSWORD)
  await button(page, 'LOGIN').click()
  await expect(page.getByRole('heading', { name: 'Second step' })).toBeVisible()
}
const waitUntilSignedIn = (page: Page) => page.waitForURL((url) => url.pathname !== '/login')

test('an administrator sets up an app and a passkey, and signs in with each, and with a recovery code', async ({
  browser,
}) => {
  const page = await browser.newPage({ baseURL: system.address, timezoneId: 'Asia/Tokyo' })
  watchRequests(page)
  await signIn(page, system.admin.email, system.admin.password)
  const change = { currentPass: system.admin.password, newPass: PASSWORD, newPassConfirm: PASSWORD }
  await apiOf(page).session.changePassword({ body: change })

  await page.getByRole('button', { name: /user menu/iu }).click()
  await page.getByRole('menuitem', { name: 'Sign-in and security' }).click()
  await expectScreen(page, 'Sign-in and security')
  await button(page, 'Set up an app').click()
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('img', { name: /^QR code/u })).toBeVisible()
  const secret = (await page.getByRole('dialog').locator('code').textContent())!.replace(/\s/gu, '')
  const codeIn = (ms: number) => new TOTP({ secret }).generate({ timestamp: Date.now() + ms })
  await page.getByRole('textbox', { name: 'Code' }).fill(codeIn(0))
  await expectScreen(page, 'Sign-in and security')
  // Again: the look at the screen may have taken longer than a code lasts.
  await page.getByRole('textbox', { name: 'Code' }).fill(codeIn(0))
  await page.keyboard.press('Enter')
  await expect(page.getByText('They are shown only once.')).toBeVisible()
  await expectScreen(page, 'Sign-in and security')
  const codes = await page.getByRole('dialog').getByRole('listitem').allTextContents()
  expect(codes).toHaveLength(10)
  await page.getByRole('checkbox', { name: 'I have kept them' }).press('Space')
  await button(page, 'Done').click()
  await expect(page.getByText('10 of 10 are left.')).toBeVisible()

  await signOut(page)
  await enterPassword(page)
  await expectScreen(page, 'Astromaterials Sample AO System')
  await page.keyboard.type('000000')
  await page.keyboard.press('Enter')
  await expect(page.getByText('This code is wrong')).toBeVisible()
  await page.getByRole('textbox', { name: 'Code' }).fill(codeIn(STEP_MS))
  await page.keyboard.press('Enter')
  await waitUntilSignedIn(page)

  await addAuthenticator(page)
  await page.goto('/security')
  await button(page, 'Add a passkey').click()
  await page.getByRole('textbox', { name: 'Name' }).fill('Laptop')
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('table', { name: 'Passkeys' }).getByText('Laptop')).toBeVisible()
  await expectScreen(page, 'Sign-in and security')

  await signOut(page)
  await enterPassword(page)
  await expectScreen(page, 'Astromaterials Sample AO System')
  await button(page, 'USE A PASSKEY').click()
  await waitUntilSignedIn(page)

  await signOut(page)
  await enterPassword(page)
  await button(page, 'Use a recovery code').click()
  await page.keyboard.type(codes[0]!)
  await page.keyboard.press('Enter')
  await waitUntilSignedIn(page)
  const mail = await system.mailTo(system.admin.email, 'A recovery code was used')
  expect(mail.text).toContain('9 codes are left')
})
