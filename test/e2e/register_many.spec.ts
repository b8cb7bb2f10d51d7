import { expect, type Page } from '@playwright/test'
import { button, expectText } from './actions.ts'
import { apiOf, expectScreen, mailTo, signIn, test } from './journey.ts'

const NOTICES = 30
const MAX_CLICKS = 6

const email = (n: number) => `many${n}@example.org`

/** Files notices as visitors do. */
async function fileNotices(page: Page) {
  const { applicants } = apiOf(page)
  for (let n = 0; n < NOTICES; n++)
    await applicants.create({
      body: {
        methods: 'add',
        first_name: 'Many',
        middle_name: '',
        last_name: `Ånström ${n}`,
        suffix: '',
        email: email(n),
        affiliation: 'Institute of Many',
        early_career: 0,
        proposal_title: `Grain ${n}`,
        proposal_abstract: '',
        collaborators: [],
      },
    })
}

const clicksOf = (page: Page) => page.evaluate(() => (window as { clicks?: number }).clicks)

test('thirty notices are registered in six clicks, and their applicants are mailed', async ({ page }) => {
  test.setTimeout(480_000)
  await fileNotices(page)
  await signIn(page, 'admin@example.org')
  await expectScreen(page, 'Dashboard')
  await page.evaluate(() => {
    const counted = Object.assign(window, { clicks: 0 })
    document.addEventListener('click', () => counted.clicks++, true)
  })

  await page.getByRole('link', { name: 'Register Applicants Not Registered' }).click()
  await expectScreen(page, 'Applicant List')
  // Not those of the demonstration, which other journeys need.
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Ånström')
  await page.keyboard.press('Enter')
  await expect(page.getByText(`${NOTICES} results`, { exact: true })).toBeVisible()
  await page.getByRole('checkbox', { name: /^Select all/u }).click()
  await button(page, `Register ${NOTICES}`).click()
  const dialog = page.getByRole('dialog', { name: `Register ${NOTICES} applicants?` })
  // Until it is known what happens to each, the button does nothing.
  await expect(dialog).toContainText(`${NOTICES} new accounts`)
  await dialog.getByRole('button', { name: `REGISTER ${NOTICES}` }).click()
  await expect(page.getByRole('region', { name: `${NOTICES} applicants registered` })).toBeVisible({
    timeout: 240_000,
  })
  expect(await clicksOf(page)).toBeLessThanOrEqual(MAX_CLICKS)

  await expectScreen(page, 'Applicant List')
  for (const n of [0, NOTICES - 1])
    expect((await mailTo(email(n), 'registered')).text).toMatch(/^Password: \w{16}$/mu)
  await page.goto('/')
  await expectText(page, `Registering ${NOTICES} applicants : ${NOTICES} registered`)
})
