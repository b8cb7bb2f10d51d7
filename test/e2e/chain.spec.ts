import { expect } from '@playwright/test'
import { aPdf } from '#server/builders/proposals.ts'
import { pdfText } from '#server/testing/pdf.ts'
import {
  acceptReview,
  assignInGrid,
  button,
  choosePassword,
  confirmAssigned,
  download,
  expectText,
  field,
  giveScore,
  openDetail,
  openProposal,
  option,
  requestReview,
  sampleOption,
  sampleRow,
  writeReport,
} from './actions.ts'
import { answerDialog, expectScreen, fillInLogin, mailTo, signIn, signOut, test, undoFor } from './journey.ts'

const PROPOSER = { first: 'Mitsuko', last: '光子 O’Hara-Ångström', email: 'mitsuko@example.net' }
const NAME = `${PROPOSER.first} ${PROPOSER.last}`
const TITLE = 'Where the water went: hydrogen in ≤ 2 mm grains'
const NEW_PASSWORD = 'grains of the early sun'

/** What the steps hand on to each other. */
const chain = { password: '', proposal: '', sample: '' }

test('a Notice of Intent becomes a confirmed sample', async ({ page }) => {
  await test.step('a visitor files a Notice of Intent', async () => {
    await page.goto('/login')
    await page.getByRole('link', { name: 'Notice of Intent' }).click()
    await expectScreen(page, 'Registration Form (Notice of Intent)')
    await field(page, /^First Name/u).fill(PROPOSER.first)
    await field(page, /^E-mail/u).fill('not an address')
    await button(page, 'Confirm').click()
    await expectText(page, 'This field is required.')
    await expectText(page, 'Only email address can be inputted in this form.')
    await expect(field(page, /^First Name/u)).toHaveValue(PROPOSER.first)
    await field(page, /^Last Name/u).fill(PROPOSER.last)
    await field(page, /^E-mail/u).fill(PROPOSER.email)
    await field(page, /^Affiliation/u).fill('Université de la Côte')
    await field(page, /^Proposal title/u).fill(TITLE)
    await field(page, /^Abstract/u).fill('We follow hydrogen from rim to core.')
    await button(page, 'Add Collaborator').click()
    await field(page, /^First Name/u)
      .nth(1)
      .fill('Олег')
    await field(page, /^Last Name/u)
      .nth(1)
      .fill('Ким')
    await field(page, /^E-mail/u)
      .nth(1)
      .fill('oleg@example.net')
    await field(page, /^Affiliation/u)
      .nth(1)
      .fill('Институт геохимии')
    await page.reload()
    await expect(field(page, /^Proposal title/u)).toHaveValue(TITLE)
    await button(page, 'Confirm').click()
    await page.waitForURL('/applicants/confirm')
    await expectText(page, 'Олег Ким')
    await expectScreen(page, 'Notice of Intent confirm')
    await button(page, 'Send').click()
    await answerDialog(page, 'This application has been sent successfully', 'Back to TOP')
    const receipt = await mailTo(PROPOSER.email, 'Notice of Intent received')
    expect(receipt.text).toContain(TITLE)
  })

  await test.step('the office registers the applicant', async () => {
    await signIn(page, 'admin@example.org')
    await undoFor(page, 0)
    await expectScreen(page, 'Dashboard')
    await openDetail(page, 'Applicant', NAME)
    await expectScreen(page, NAME)
    await button(page, 'REGISTER').click()
    await button(page, 'YES').click()
    await expect(button(page, 'REGISTERED')).toBeDisabled()
    const mail = await mailTo(PROPOSER.email, 'You are registered as a proposer')
    chain.password = /^Password: (\w{16})$/mu.exec(mail.text ?? '')![1]!
    await signOut(page)
  })

  await test.step('the proposer signs in and chooses a password', async () => {
    await fillInLogin(page, PROPOSER.email, chain.password)
    await choosePassword(page, chain.password, NEW_PASSWORD)
    await page.goto('/mypage')
    await expectScreen(page, 'Home')
  })

  await test.step('the proposer writes the proposal', async () => {
    await page.getByRole('link', { name: 'CREATE PROPOSAL' }).click()
    await expectScreen(page, /Proposal edit/u)
    chain.proposal = /\/proposals\/edit\/(\d+)/u.exec(page.url())![1]!
    await expect(field(page, /^Title/u)).toHaveValue(TITLE)
    await page.getByRole('checkbox', { name: 'Not applicable' }).check()
    const row = (n: number) => sampleRow(page, n)
    await row(1).sample.fill('A00')
    const first = sampleOption(page, /A00\d\d/u)
    chain.sample = (await first.locator('b').textContent())!
    await first.click()
    await row(2).choose('Any')
    await row(2).unit.selectOption('mm')
    await row(2).amount.fill('1.25')
    await row(3).database.selectOption('Bennu')
    await row(3).choose('Any')
    await row(3).unit.selectOption('mg')
    await row(3).amount.fill('3.1')
    await row(3).dish.selectOption('2')
    await row(4).type.selectOption('Gas')
    await row(4).choose('Any')
    await row(4).bottles.selectOption('2')
    await row(5).type.selectOption('Aggregate')
    await row(5).choose('Any')
    await row(6).sample.fill('C0')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await expect(row(6).sample).toHaveValue(/^C0/u)
    const attachment = await aPdf('Supporting measurements')
    await page.locator('input[type=file]').setInputFiles({
      name: 'supporting measurements.pdf',
      mimeType: 'application/pdf',
      buffer: attachment.bytes,
    })
    await page.getByRole('combobox', { name: 'Keywords' }).click()
    await option(page, 'Isotopes').click()
    await page.keyboard.press('Escape')
    await button(page, 'Add Keyword').click()
    await field(page, 'Keyword 1').fill('Hydrogen')
    await page
      .getByRole('combobox', { name: 'Analysis methods' })
      .or(field(page, 'Analysis methods'))
      .first()
      .click()
    await option(page, 'NanoSIMS').click()
    await page.keyboard.press('Escape')
    await field(page, /^Sample amount rationale 1a/u).fill('Two grains are enough.')
    await page.getByRole('checkbox', { name: 'My organization approves this proposal' }).check()
    await expectScreen(page, /Proposal edit/u)
    await button(page, 'Save').click()
    await expectText(page, 'The proposal has been saved.')
  })

  await test.step('what is missing is said before the proposal can be submitted', async () => {
    await page.goto('/proposals/myproposal')
    await expectScreen(page, 'MyProposal')
    await page.getByRole('link', { name: 'All collaborators have agreed' }).click()
    const agreed = page.getByRole('checkbox', { name: 'All collaborators have agreed' })
    await expect(agreed).toBeFocused()
    await agreed.check()
    await button(page, 'Save').click()
    await expectText(page, 'The proposal has been saved.')
    await page.goto('/proposals/myproposal')
    await page.getByRole('tab', { name: 'Sample' }).click()
    await expectText(page, chain.sample)
    await expectScreen(page, 'MyProposal')
    await button(page, 'Submit').click()
    await expectText(page, /^Ryugu: 5 rows/u)
    await answerDialog(page, 'Do you submit this Proposal?', 'YES')
    await expectText(page, 'The proposal has been submitted.')
    await mailTo('oleg@example.net', 'submitted')
    const mail = await mailTo(PROPOSER.email, 'submitted')
    expect(mail.text).toContain(TITLE)
    await signOut(page)
  })

  await test.step('the office reads it and asks a reviewer', async () => {
    await signIn(page, 'admin@example.org')
    await openProposal(page, NAME)
    const text = (await pdfText(await download(page, /PDF Export/u))).replace(/\s+/gu, ' ')
    for (const part of [TITLE, NAME, 'Two grains are enough.', chain.sample, 'Hydrogen'])
      expect(text).toContain(part)
    await requestReview(page, 'Demo Reviewer', TITLE)
    const mail = await mailTo('reviewer@example.org', 'review')
    expect(mail.text).toContain(TITLE)
    await signOut(page)
  })

  await test.step('the reviewer accepts, writes the report and submits it', async () => {
    await signIn(page, 'reviewer@example.org')
    await acceptReview(page, TITLE)
    await button(page, 'Save').click()
    await expectText(page, 'This field is required.')
    await writeReport(page, 'A question that only these grains answer.')
    await signOut(page)
  })

  await test.step('the office gives a global score', async () => {
    await signIn(page, 'admin@example.org')
    await openProposal(page, NAME)
    await page.getByRole('tab', { name: 'Review' }).click()
    await expectText(page, 'A question that only these grains answer.')
    await expectScreen(page, /^\d+: /u)
    await giveScore(page, '4.75', '1')
  })

  await test.step('the office assigns the sample in the grid', async () => {
    await page.goto('/samples')
    await expectScreen(page, 'Sample List')
    await assignInGrid(page, chain.sample, chain.proposal, TITLE)
  })

  await test.step('the office confirms it, and the file says so', async () => {
    await confirmAssigned(page, chain.sample, chain.proposal, TITLE)
    const csv = (await download(page, 'Download CSV')).toString('utf8')
    expect(csv.startsWith('\uFEFF')).toBe(true)
    const line = csv.split('\r\n').find((text) => text.includes(chain.sample) && text.includes(TITLE))
    expect(line, 'a line of the confirmed sample').toBeDefined()
  })
})
