import { type Browser, expect, type Page } from '@playwright/test'
import { aPdf } from '#server/builders/proposals.ts'
import { expectAccessible } from './accessible.ts'
import { button, expectText } from './actions.ts'
import { fillForCustody, type Ground, SAMPLES, TITLE } from './custody_ground.ts'
import { answerDialog, apiOf, changeSettings, expectScreen, PASSWORD, test } from './journey.ts'
import { waitUntilIdle, watchRequests } from './page_idle.ts'
import { type RealSystem, startRealSystem } from './real_system.ts'

const PHONE = { width: 390, height: 844 }
const PLACE = 'N2-3, drawer 4'
const [SPLIT, WHOLE, DECLINED] = SAMPLES
const YEAR = String(new Date().getFullYear())
const DAY_MS = 24 * 60 * 60 * 1000

let system: RealSystem
let ground: Ground
test.beforeAll(async () => {
  test.setTimeout(300_000)
  system = await startRealSystem({
    fill: async (services) => {
      ground = await fillForCustody(services)
    },
  })
})
test.afterAll(() => system?.close())

async function signedIn(browser: Browser, { email }: Ground['office'], viewport = {}): Promise<Page> {
  const { viewport: wide, timezoneId } = test.info().project.use
  const context = await browser.newContext({
    baseURL: system.address,
    viewport: { ...wide!, ...viewport },
    timezoneId,
  })
  const page = await context.newPage()
  watchRequests(page)
  await apiOf(page).session.login({ body: { email, password: PASSWORD } })
  return page
}

const dialog = (page: Page) => page.getByRole('dialog')

/** Every screen is looked at as it is when it is left. */
async function expectInOrder(page: Page) {
  await waitUntilIdle(page)
  await expectAccessible(page)
}

/** Fills in the form of a dialog or a sheet, and sends it. */
async function sendForm(page: Page, fields: Record<string, string>, send: string | RegExp) {
  const form = dialog(page)
  for (const [name, text] of Object.entries(fields)) {
    const field = form
      .getByRole('textbox', { name, exact: true })
      .or(form.getByRole('combobox', { name, exact: true }))
    await field.fill(text)
    await field.blur()
  }
  await expectInOrder(page)
  await form.getByRole('button', { name: send, exact: true }).click()
  await expect(form).toHaveCount(0)
}

async function uploadPdf(page: Page, title: string, send: string) {
  const { name, bytes } = await aPdf(title)
  await dialog(page)
    .locator('input[type=file]')
    .setInputFiles({ name, mimeType: 'application/pdf', buffer: bytes })
  await sendForm(page, {}, send)
}

/** The borrower gets a mail, and opens its link. */
async function followMail(page: Page, subject: string) {
  const { text } = await system.mailTo(ground.borrower.email, subject)
  const [link] = text!.match(/https?:\/\/\S+/u) ?? []
  expect(link, subject).toContain(system.address)
  await page.goto(link!)
}

test('samples from the result of a proposal to their place in the vault, and on offer again', async ({
  browser,
}) => {
  test.setTimeout(600_000)
  const { proposal_id, borrower } = ground
  const office = await signedIn(browser, ground.office)
  const second = await signedIn(browser, ground.second)
  const curation = await signedIn(browser, ground.curation)
  const phone = await signedIn(browser, borrower, PHONE)
  // One second of Undo: the release waits for its time to be over.
  await changeSettings(office, { two_persons: true, undo_seconds: 1 })

  const select = async (page: Page, name: string) => {
    await page.getByRole('checkbox', { name: `Select ${name}` }).check()
  }
  const ofProposal = `${proposal_id} ${TITLE}`

  await test.step('the office drafts the result, another checks it, the office releases it', async () => {
    await office.goto('/results')
    await button(office, 'Draft 1 result').click()
    await answerDialog(office, 'Draft 1 result?', 'YES')
    await select(office, ofProposal)
    await expect(button(office, 'Release 1 result')).toBeHidden()
    await second.goto('/results')
    await select(second, ofProposal)
    await expectScreen(second, 'Results')
    await button(second, 'Mark 1 as checked').click()
    await answerDialog(second, 'Mark 1 result as checked?', 'YES')
    await office.reload()
    await select(office, ofProposal)
    await button(office, 'Release 1 result').click()
    await expectInOrder(office)
    await sendForm(office, {}, 'Release 1 result')
    await expectText(office, 'Released')
  })

  await test.step('the proposer declines one of three samples, on the phone', async () => {
    await followMail(phone, 'The result of your proposal')
    await phone.getByRole('radiogroup', { name: DECLINED }).getByRole('radio', { name: 'Decline' }).check()
    await expectInOrder(phone)
    await button(phone, 'Accept 2, decline 1').click()
    await answerDialog(phone, 'Accept 2, decline 1?', 'YES')
    await followMail(phone, 'Your answer has been received')
    await expectText(phone, /2 accepted, 1 declined/u)
  })

  const number = await test.step('the office takes note, which makes a loan', async () => {
    await office.goto('/results')
    await select(office, ofProposal)
    await button(office, 'Take note of 1').click()
    await expect(dialog(office)).toContainText('1 sample declined: free again')
    await answerDialog(office, `Take note of the answer of ${borrower.name}?`, 'YES')
    await office.goto('/loans')
    await expectScreen(office, 'Loans')
    const link = office.getByRole('link', { name: new RegExp(`^L\\d{4}: ${borrower.name}`, 'u') })
    const [loan] = (await link.textContent())!.match(/L\d{4}/u)!
    await link.click()
    return loan
  })
  const loanPath = `/loans/${number}`
  const openLoan = async (page: Page) => {
    await page.goto(loanPath)
    await expectScreen(page, new RegExp(`${number}.*${borrower.name}`, 'u'))
  }
  const openSamples = async () => {
    await phone.goto('/mypage/samples')
    await expectScreen(phone, 'My samples')
    expect(await phone.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(PHONE.width)
  }

  await test.step('the agreement is sent, signed and countersigned', async () => {
    await openLoan(office)
    await button(office, 'Send the agreement').click()
    await answerDialog(office, `Send the agreement of ${number}?`, 'SEND')
    await followMail(phone, `Loan agreement ${number} ready to sign`)
    await expectScreen(phone, 'My samples')
    await button(phone, 'Sign the agreement').click()
    await uploadPdf(phone, 'Signed', 'Send the signed agreement')
    await expectText(phone, /The office countersigns/u)
    await openLoan(office)
    await button(office, 'Countersign').click()
    await uploadPdf(office, 'Countersigned', 'Countersign')
    await expectText(office, 'Ready to pack')
  })

  await test.step('curation packs, and cannot dispatch what it packed; the office does', async () => {
    await curation.goto('/loans')
    await curation.getByRole('link', { name: `Pack ${number}` }).click()
    for (const name of [SPLIT, WHOLE]) {
      await curation.getByLabel(`Mass now of ${name}`).fill('5.400')
      await curation.getByLabel(`Container of ${name}`).fill(`Vial ${name}`)
    }
    await curation.getByLabel('Carrier').fill('World Courier')
    await curation.getByLabel('Tracking number').fill('WC 7781')
    await curation.getByLabel('Customs note').fill('Scientific samples, no commercial value')
    await curation.getByLabel('Customs note').blur()
    await expectInOrder(curation)
    await button(curation, 'Sign as packed').click()
    await answerDialog(curation, `Sign ${number} as packed?`, 'Sign as packed')
    await expect(button(curation, 'Check and dispatch')).toHaveAttribute('aria-disabled', 'true')
    await office.goto(`${loanPath}/packing`)
    await button(office, 'Check and dispatch').click()
    await answerDialog(office, `Dispatch ${number} to ${borrower.name}?`, 'Dispatch')
    await expectText(office, /^The parcel left on/u)
    await expectInOrder(office)
  })

  await test.step('the borrower receives one piece lighter than it was sent; the office resolves it', async () => {
    await followMail(phone, `Your samples are on their way (${number})`)
    await phone.getByLabel(`Mass found of ${SPLIT}`).fill('5.359')
    await phone.getByLabel(`Mass found of ${WHOLE}`).fill('5.402')
    await expectInOrder(phone)
    await button(phone, 'Confirm receipt of 2 pieces').click()
    await followMail(phone, `Receipt confirmed (${number})`)
    await openLoan(office)
    await button(office, `Resolve ${SPLIT}`).click()
    await dialog(office).getByRole('radio', { name: 'What was found is the amount on record' }).check()
    await sendForm(office, { Reason: 'Dust was left in the vial.' }, 'Resolve')
    await expect(button(office, `Resolve ${SPLIT}`)).toBeHidden()
  })

  await test.step('the borrower splits a piece, uses one part up and a little of another piece', async () => {
    await openSamples()
    await button(phone, `Split ${SPLIT}`).click()
    const masses = {
      [`Mass of ${SPLIT}-01`]: '2.000',
      [`Mass of ${SPLIT}-02`]: '3.350',
      'Handling loss': '9',
    }
    await sendForm(phone, masses, 'Split in 2')
    await button(phone, `Use up ${SPLIT}-01`).click()
    await sendForm(phone, { 'How much': '2000', Method: 'Acid digestion' }, /^Record/u)
    await button(phone, `Use up ${WHOLE}`).click()
    await sendForm(phone, { 'How much': '402', Method: 'NanoSIMS' }, /^Record/u)
    await expectText(phone, '5.000')
  })

  await test.step('the borrower asks for an extension, and the office grants it', async () => {
    const until = new Date(Date.now() + 400 * DAY_MS).toISOString().slice(0, 10)
    await button(phone, 'Ask for an extension').click()
    await sendForm(phone, { Until: until, Why: 'The beam time is in spring.' }, 'Ask for the extension')
    await openLoan(office)
    await button(office, `Grant to ${until}`).click()
    await sendForm(office, { 'Note to the holder': 'Good luck.' }, 'Grant')
    await followMail(phone, `Loan ${number} extended until ${until}`)
    await expectText(phone, `${number}: due ${until}`)
  })

  await test.step('the borrower returns what is left, and curation weighs it in', async () => {
    await button(phone, 'Return all').click()
    await sendForm(phone, { Carrier: 'World Courier' }, '2 pieces are on their way')
    await openLoan(curation)
    for (const [name, mass] of [
      [WHOLE, '5.000'],
      [`${SPLIT}-02`, '3.350'],
    ] as const) {
      await button(curation, `Weigh in ${name}`).click()
      await sendForm(curation, { Weighed: mass, Place: PLACE }, 'Confirm')
    }
    await followMail(phone, `Samples received back (${number})`)
  })

  await test.step('the borrower adds a publication and reports; the office confirms and closes', async () => {
    await openSamples()
    await button(phone, 'Add').click()
    await dialog(phone).getByRole('combobox', { name: 'Pieces used' }).fill(WHOLE)
    await phone.getByRole('option', { name: WHOLE }).click()
    const paper = { DOI: '10.1126/science.abn8671', Title: 'Salts in a grain', Year: YEAR }
    await sendForm(phone, paper, 'Add')
    await expectText(phone, `Salts in a grain (${YEAR})`)
    await button(phone, 'Report of use').click()
    await uploadPdf(phone, 'Report of use', 'Send the report of use')
    await office.goto('/publications')
    await select(office, paper.Title)
    await button(office, 'Confirm 1').click()
    await expect(office.getByRole('row').filter({ hasText: paper.Title })).toContainText('Confirmed')
    await expectInOrder(office)
    await openLoan(office)
    await button(office, 'Close the loan').click()
    await sendForm(office, {}, 'Close the loan')
    await followMail(phone, `Loan ${number} closed`)
    await expectInOrder(phone)
  })

  await test.step('the piece is found from its sample, and curation puts it on offer again', async () => {
    await second.goto('/samples')
    await second.getByRole('link', { name: WHOLE, exact: true }).click()
    await expectScreen(second, WHOLE)
    await second.getByRole('link', { name: 'Piece and its loans' }).click()
    await second.waitForURL(/\/pieces\//u)
    await expectScreen(second, WHOLE)
    const events = second.getByRole('list', { name: `Events of ${WHOLE}` })
    for (const text of [/402 µg .*NanoSIMS/u, number]) await expect(events).toContainText(text)
    await expectText(second, `Salts in a grain (${YEAR})`)
    await curation.goto(new URL(second.url()).pathname)
    await expectScreen(curation, WHOLE)
    await button(curation, 'Put on offer').click()
    await answerDialog(curation, `Put ${WHOLE} on offer with 5.000 mg?`, 'Put on offer')
    await expectText(curation, /^5\.000 mg as A0107, on offer since/u)
  })

  await test.step('the catalogue has its initial and its present weight', async () => {
    await second.goto('/samples')
    const row = second
      .getByRole('row')
      .filter({ has: second.getByRole('link', { name: WHOLE, exact: true }) })
    await expect(row).toContainText('5.4')
    await expect(row.getByRole('cell', { name: '5', exact: true })).toBeVisible()
  })

  await test.step('the borrower got these mails and no other', async () => {
    const subjects = system.mailsOf(borrower.email).map(({ subject }) => subject)
    const first = subjects.findIndex((subject) => subject?.startsWith('The result of your proposal'))
    expect(subjects.slice(first)).toEqual([
      expect.stringMatching(/^The result of your proposal/u),
      expect.stringMatching(/^Your answer has been received/u),
      `Loan agreement ${number} ready to sign`,
      `Your samples are on their way (${number})`,
      `Receipt confirmed (${number})`,
      expect.stringMatching(`^Loan ${number} extended until`),
      `Samples received back (${number})`,
      `Loan ${number} closed`,
    ])
  })
})
