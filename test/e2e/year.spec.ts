import { expect, type Page } from '@playwright/test'
import {
  acceptReview,
  assignInGrid,
  button,
  choosePassword,
  confirmAssigned,
  expectText,
  field,
  giveScore,
  openDetail,
  openProposal,
  option,
  requestReview,
  sampleRow,
  writeReport,
} from './actions.ts'
import { answerDialog, expectScreen, fillInLogin, signOut, test } from './journey.ts'
import { type RealSystem, startRealSystem } from './real_system.ts'

const SECRET = 'grains of the early sun'
const PROPOSER = { first: 'Mitsuko', last: '光子 O’Hara', email: 'mitsuko@example.net' }
const NAME = `${PROPOSER.first} ${PROPOSER.last}`
const REVIEWER = { first: 'Олег', last: 'Ким', email: 'oleg@example.net' }
const PANEL = { first: 'Zoë', last: 'Lefèvre', email: 'zoe@example.net' }
const TITLES = ['Where the water went', 'Where the water came from']

/** YYYY-MM-DD HH:mm, some days from now. */
const inDays = (days: number) =>
  new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 16).replace('T', ' ')

let system: RealSystem
test.beforeAll(async () => {
  system = await startRealSystem()
})
test.afterAll(() => system?.close())

const passwordIn = (text: string | undefined) => /^Password: (\w{16})$/mu.exec(text ?? '')![1]!
const open = (page: Page, path: string) => page.goto(`${system.address}${path}`)

/** Signs in for the first time, with the password that was mailed. */
async function firstSignIn(page: Page, email: string, subject: string) {
  const password = passwordIn((await system.mailTo(email, subject)).text)
  await open(page, '/login')
  await fillInLogin(page, email, password)
  await choosePassword(page, password, SECRET)
}

async function signInAgain(page: Page, email: string) {
  await open(page, '/login')
  await fillInLogin(page, email, SECRET)
}

/** Opens a new term whose windows for notices and proposals are open now. */
async function openTerm(page: Page, number: string) {
  await expectScreen(page, 'New call')
  await expect(page.getByRole('spinbutton', { name: /^AO number/u })).toHaveValue(number)
  for (const [label, days] of [
    ['Notices open', -1],
    ['Notices close', 20],
    ['Proposals open', -1],
    ['Proposals close', 30],
    ['Reviews are due', 60],
  ] as const)
    await page.getByLabel(new RegExp(`^${label}`, 'u')).fill(inDays(days))
  await button(page, 'Save').click()
  await page.waitForURL(/\/masters\/terms$/u)
  await expectText(page, `AO${number}`)
}

/** Adds a user with one role; the password is mailed. */
async function addUser(page: Page, person: typeof PANEL, role: string) {
  await open(page, '/users/add')
  await expectScreen(page, 'Add User')
  await field(page, /^First Name/u).fill(person.first)
  await field(page, /^Last Name/u).fill(person.last)
  await field(page, /^E-mail/u).fill(person.email)
  await field(page, /^Affiliation/u).fill('Institute of Small Bodies')
  await page.getByRole('checkbox', { name: role, exact: true }).check()
  await page.getByRole('checkbox', { name: /^E-mail a temporary password/u }).check()
  await button(page, 'Save').click()
  if (role === 'Panel') await answerDialog(page, 'a role of the office, the panel or curation?', 'YES')
  await page.waitForURL((url) => url.pathname !== '/users/add')
}

/** A visitor files a notice of the person's, and the office registers it. */
async function fileAndRegister(page: Page, title: string) {
  await open(page, '/login')
  await page.getByRole('link', { name: 'Notice of Intent' }).click()
  await expectScreen(page, 'Registration Form (Notice of Intent)')
  await field(page, /^First Name/u).fill(PROPOSER.first)
  await field(page, /^Last Name/u).fill(PROPOSER.last)
  await field(page, /^E-mail/u).fill(PROPOSER.email)
  await field(page, /^Affiliation/u).fill('Université de la Côte')
  await field(page, /^Proposal title/u).fill(title)
  await field(page, /^Abstract/u).fill('We follow hydrogen from rim to core.')
  await button(page, 'Confirm').click()
  await page.waitForURL(/\/applicants\/confirm$/u)
  await button(page, 'Send').click()
  await answerDialog(page, 'This application has been sent successfully', 'Back to TOP')
  await signInAgain(page, system.admin.email)
  await openDetail(page, 'Applicant', NAME)
  await button(page, 'REGISTER').click()
  await button(page, 'YES').click()
  await expect(button(page, 'REGISTERED')).toBeDisabled()
  await signOut(page)
}

test('an empty real system lives through a year from its screens alone', async ({ page }) => {
  test.setTimeout(600_000)
  let proposal = ''
  const sample = 'A0042'

  await test.step('the first administrator signs in to a system without a call, and chooses a password', async () => {
    await open(page, '/login')
    await fillInLogin(page, system.admin.email, system.admin.password)
    await choosePassword(page, system.admin.password, SECRET)
    await open(page, '/')
    await expectScreen(page, 'Dashboard')
    for (const path of [
      '/proposals',
      '/proposers/applicant',
      '/samples',
      '/reviewers',
      '/samples/assigned',
    ]) {
      await open(page, path)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await expectText(page, 'No call has been opened yet')
    }
  })

  await test.step('the steps lead to the first term, the settings, the lists, samples and users', async () => {
    await open(page, '/')
    await page
      .getByRole('main')
      .getByRole('link', { name: /first (call|term)/iu })
      .first()
      .click()
    await openTerm(page, '1')
    await open(page, '/masters/settings')
    await expectScreen(page, 'Settings')
    await field(page, /^Seconds to undo/u).fill('0')
    await button(page, 'Save').click()
    await expectText(page, 'The settings have been saved.')
    for (const [path, name] of [
      ['/masters/keywords/add', 'Isotopes'],
      ['/masters/methods/add', 'NanoSIMS'],
    ] as const) {
      await open(page, path)
      await field(page, /^Name/u).fill(name)
      await button(page, 'Save').click()
      await page.waitForURL((url) => !url.pathname.endsWith('/add'))
    }
    await open(page, '/samples')
    await page.getByRole('link', { name: 'Import samples' }).click()
    await expectScreen(page, 'Import samples')
    await page.locator('input[type=file]').setInputFiles({
      name: 'samples.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from(
        `Name,Asteroid,Type,Weight[mg],Size[mm],Chamber\r\n${sample},Ryugu,Particle,5.4,2.000,A\r\nC0041,Ryugu,Particle,0.7,1.000,C\r\n`,
      ),
    })
    await expectText(page, /2 (samples )?(will be |would be )?added|Added \(2\)/iu)
    await button(page, 'Import').click()
    await page.getByRole('dialog').getByRole('button', { name: 'YES' }).click()
    await expectText(page, /^The file has been imported:/u)
    await addUser(page, REVIEWER, 'Reviewer')
    await addUser(page, PANEL, 'Panel')
    await open(page, '/')
    await expectScreen(page, 'Dashboard')
  })

  await test.step('the call is announced by group mail', async () => {
    await open(page, '/group-mail/add/')
    await expectScreen(page, 'Add Group Mail')
    await field(page, /^Title/u).fill('AO1 is open')
    await field(page, /^Content/u).fill('Dear #name# (#affiliation#),\n\nAO1 is open.')
    await field(page, 'Import Address').fill(`${REVIEWER.email}, ${PANEL.email}`)
    await page.getByRole('button', { name: /^import/iu }).click()
    await expectText(page, 'Imported.')
    await button(page, 'Save').click()
    const saved = page.getByRole('dialog').filter({ hasText: 'Saved successfully' })
    await saved.getByRole('button').click()
    await page.waitForURL(/\/group-mail\/detail\/\d+$/u)
    await expectScreen(page, 'AO1 is open')
    await button(page, 'Send').click()
    await page.getByRole('dialog').getByRole('button', { name: 'YES' }).click()
    const mail = await system.mailTo(REVIEWER.email, 'AO1 is open')
    expect(mail.text).toContain(`Dear ${REVIEWER.first} ${REVIEWER.last} (Institute of Small Bodies)`)
    await system.mailTo(PANEL.email, 'AO1 is open')
    await signOut(page)
  })

  await test.step('a notice is filed and registered, a proposal written and submitted', async () => {
    await fileAndRegister(page, TITLES[0]!)
    await firstSignIn(page, PROPOSER.email, 'You are registered as a proposer')
    await open(page, '/mypage')
    await page.getByRole('link', { name: 'CREATE PROPOSAL' }).click()
    await expectScreen(page, /Proposal edit/u)
    proposal = /\/proposals\/edit\/(\d+)/u.exec(page.url())![1]!
    await sampleRow(page, 1).choose(sample)
    await page.getByRole('combobox', { name: 'Keywords' }).click()
    await option(page, 'Isotopes').click()
    await page.keyboard.press('Escape')
    await page.getByRole('combobox', { name: 'Analysis methods' }).click()
    await option(page, 'NanoSIMS').click()
    await page.keyboard.press('Escape')
    await page.getByRole('checkbox', { name: 'My organization approves this proposal' }).check()
    await page.getByRole('checkbox', { name: 'All collaborators have agreed' }).check()
    await button(page, 'Save').click()
    await expectText(page, 'The proposal has been saved.')
    await open(page, '/proposals/myproposal')
    await button(page, 'Submit').click()
    await answerDialog(page, 'Do you submit this Proposal?', 'YES')
    await expectText(page, 'The proposal has been submitted.')
    await signOut(page)
  })

  await test.step('it is reviewed and scored', async () => {
    const name = `${REVIEWER.first} ${REVIEWER.last}`
    await signInAgain(page, system.admin.email)
    await openProposal(page, NAME)
    await requestReview(page, name, TITLES[0]!)
    await signOut(page)
    await firstSignIn(page, REVIEWER.email, 'account')
    await open(page, '/')
    await acceptReview(page, TITLES[0]!)
    await writeReport(page, 'A question that only these grains answer.')
    await signOut(page)
    await signInAgain(page, system.admin.email)
    await openProposal(page, NAME)
    await page.getByRole('tab', { name: 'Review' }).click()
    await giveScore(page, '4.75', '1')
  })

  await test.step('the sample is allocated and confirmed, and its history tells all of it', async () => {
    await assignInGrid(page, sample, proposal, TITLES[0]!)
    await confirmAssigned(page, sample, proposal, TITLES[0]!)
    await open(page, '/samples')
    await expectScreen(page, 'Sample List')
    await page.locator('a[href*="/samples/history/"]').filter({ hasText: sample }).first().click()
    await page.waitForURL(/\/samples\/history\/\d+$/u)
    await expectScreen(page, new RegExp(sample, 'u'))
    await expectText(page, /confirmed/iu)
  })

  await test.step('the next term is opened, and the old one is read-only everywhere', async () => {
    await open(page, '/masters/terms/add')
    await openTerm(page, '2')
    await page.getByRole('row').filter({ hasText: 'AO2' }).getByRole('link').first().click()
    await expectScreen(page, 'AO2')
    await button(page, 'Make current').click()
    await page.getByRole('dialog').getByRole('textbox', { name: 'Type AO1 to confirm' }).fill('AO1')
    await page.getByRole('dialog').getByRole('button', { name: 'YES' }).click()
    await expectText(page, 'AO2 is now the current call.')
    await open(page, '/samples/assigned?term_id=1')
    await expectScreen(page, 'Assigned Sample List')
    await expectText(page, sample)
    await expect(button(page, 'Confirm')).toBeHidden()
    await expect(page.getByRole('button', { name: /^CANCEL/u })).toBeHidden()
    await open(page, `/proposals/detail/${proposal}`)
    await button(page, 'More actions').click()
    await expect(page.getByRole('menuitem', { name: 'History' })).toBeVisible()
    await expect(page.getByRole('menuitem', { name: 'Unlock' })).toBeHidden()
    await page.keyboard.press('Escape')
    await expect(button(page, 'Add Reviewer')).toBeHidden()
    await signOut(page)
  })

  await test.step('the same person files again, with the account of last year', async () => {
    await fileAndRegister(page, TITLES[1]!)
    const mail = await system.mailTo(PROPOSER.email, 'You are registered as a proposer (AO2)')
    expect(mail.text).toContain('Use the password you already have')
    await signInAgain(page, PROPOSER.email)
    await open(page, '/mypage')
    await expectScreen(page, 'Home')
    await page.getByRole('link', { name: 'CREATE PROPOSAL' }).click()
    await expect(field(page, /^Title/u)).toHaveValue(TITLES[1]!)
    await open(page, `/proposals/oldProposal/${proposal}`)
    await expectText(page, TITLES[0]!)
  })
})
