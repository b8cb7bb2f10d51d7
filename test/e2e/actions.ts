import { readFileSync } from 'node:fs'
import { expect, type Page } from '@playwright/test'
import { answerDialog, expectScreen } from './journey.ts'

/** Opens an address of the server that the page is of. */
const open = (page: Page, path: string) => page.goto(new URL(path, page.url()).href)

export const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
export const field = (page: Page, name: string | RegExp) => page.getByRole('textbox', { name })
/** A choice of an open list; the choices of native selects are never visible themselves. */
export const option = (page: Page, name: string | RegExp) =>
  page.getByRole('option', { name, exact: true }).filter({ visible: true }).first()
export const expectText = (page: Page, text: string | RegExp) =>
  expect(page.getByText(text).first()).toBeVisible()

/** A sample, or Any, in the open list of the sample picker; its name stands before its figures. */
export const sampleOption = (page: Page, name: string | RegExp) =>
  page.getByRole('option').filter({ hasText: name, visible: true }).first()

/** Opens a row's detail from a list after searching for a name. */
export async function openDetail(page: Page, menu: string, name: string) {
  await page.getByRole('link', { name: menu, exact: true }).click()
  await button(page, 'More filters').click()
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill(name)
  await button(page, 'Search').click()
  await expect(page.getByText('1 result', { exact: true })).toBeVisible()
  await page.getByRole('link', { name: /^DETAIL/u }).click()
}

/** The proposal's own page of the staff, through the list. */
export async function openProposal(page: Page, name: string) {
  await openDetail(page, 'Proposal', name)
  await expectScreen(page, /^\d+: /u)
}

export async function download(page: Page, name: string | RegExp): Promise<Buffer> {
  const started = page.waitForEvent('download')
  await page.getByRole('button', { name }).click()
  return readFileSync(await (await started).path())
}

/** Changes a generated password on the page that it leads to. */
export async function choosePassword(page: Page, current: string, next: string) {
  await expectScreen(page, 'Change Password')
  await page.getByLabel(/^Current password/iu).fill(current)
  await page.getByLabel(/^New password/iu).fill(next)
  await page.getByLabel(/^Confirm new password/iu).fill(next)
  await page
    .getByRole('main')
    .getByRole('button', { name: /change|save/iu })
    .click()
  await expect(page.getByRole('heading', { level: 1, name: 'Change Password' })).toBeHidden()
}

/** The row of the sample table with a priority, in the edit form. */
export function sampleRow(page: Page, priority: number) {
  const table = page.getByRole('table', { name: 'Request Sample' })
  const control = (label: string) => table.getByLabel(`${label} of priority ${priority}`, { exact: true })
  return {
    database: control('Database'),
    type: control('Sample Type'),
    sample: control('Sample'),
    amount: control('Size or weight'),
    unit: control('Unit'),
    dish: control('Dish'),
    bottles: control('Number of bottles'),
    choose: async (name: string | RegExp) => {
      await control('Sample').click()
      await sampleOption(page, name).click()
    },
  }
}

/** Adds a reviewer to the proposal that is open, and requests the review. */
export async function requestReview(page: Page, reviewer: string, title: string) {
  await button(page, 'Add Reviewer').click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Reviewer', { exact: true }).fill(reviewer)
  await dialog.getByRole('checkbox', { name: `Select ${reviewer}` }).check()
  await dialog.getByRole('button', { name: 'Add' }).click()
  await expect(dialog).toBeHidden()
  await page.getByRole('tab', { name: 'Review' }).click()
  await page.getByRole('link', { name: reviewer }).click()
  await expectScreen(page, reviewer)
  const row = page.getByRole('row').filter({ hasText: title })
  await row.getByRole('button', { name: /^SEND REQUEST/u }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'YES' }).click()
  await expect(row.getByText('Requested', { exact: true })).toBeVisible()
}

/** The reviewer, signed in: accepts what is asked and opens the report's form. */
export async function acceptReview(page: Page, title: string) {
  await expectScreen(page, 'Dashboard')
  await button(page, 'Accept all').click()
  await answerDialog(page, 'Do you accept these reviews?', 'YES')
  await page.getByRole('link', { name: 'Assigned Proposals', exact: true }).click()
  await expectScreen(page, 'Assigned Proposals')
  const row = page.getByRole('row').filter({ hasText: title })
  await row.getByRole('link', { name: /^DETAIL/u }).click()
  await expectScreen(page, `: ${title}`)
  await page.getByRole('link', { name: 'Write report', exact: true }).click()
  await page.waitForURL(/\/reports\/edit\/\d+$/u)
  await expectScreen(page, `: ${title}`)
}

/** Writes the report whose form is open, saves it and submits it without leaving it. */
export async function writeReport(page: Page, strength: string) {
  const score = (name: string) => page.getByRole('radiogroup', { name }).getByRole('radio')
  await score('Science Score').last().check()
  await score('Technical Score').nth(4).check()
  await field(page, 'Science Comment Strength').fill(strength)
  await button(page, 'Save and continue').click()
  await expectText(page, /Saved \d\d:\d\d/u)
  await button(page, 'Submit').click()
  await answerDialog(page, 'Are you sure to submit?', 'YES')
  await page.waitForURL(/\/reports\/detail\/\d+\?tab=tab-4/u)
  await expectText(page, 'Submit Date')
  await expectScreen(page, /^\d+: /u)
}

/** Gives the proposal that is open its global score and rank. */
export async function giveScore(page: Page, score: string, rank: string) {
  await button(page, 'Update Global Score').click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox', { name: 'Global Score' }).fill(score)
  await dialog.getByRole('textbox', { name: 'Rank' }).fill(rank)
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog).toBeHidden()
  await expectText(page, score)
}

/** The best match of a finder is selected, a moment after it is listed: Enter goes to it. */
export const expectFirstSelected = (page: Page, list: string) =>
  expect(page.getByRole('listbox', { name: list }).locator('[data-combobox-selected]')).toBeVisible()

/** Ticks a sample for a proposal in the grid of particles, and saves. */
export async function assignInGrid(page: Page, sample: string, proposal: string, title: string) {
  await open(page, '/samples/assign/particle')
  await expect(page.getByRole('grid')).toBeVisible()
  for (const text of [title, sample]) {
    await page.getByRole('combobox', { name: 'Find a sample or proposal' }).fill(text)
    await expectFirstSelected(page, 'Samples and proposals')
    await page.keyboard.press('Enter')
  }
  const cell = page.getByRole('checkbox', { name: `Assign ${sample} to proposal ${proposal}` })
  await cell.click()
  await expect(cell).toBeChecked()
  await expectScreen(page, /Particle and Aggregate/u)
  await button(page, 'Save').click()
  const dialog = page.getByRole('dialog').filter({ hasText: 'Do you want to save samples?' })
  await expect(dialog).toContainText(`Assign ${sample} to proposal ${proposal}`)
  await dialog.getByRole('button', { name: 'YES' }).click()
  await expect(dialog).toBeHidden()
  await expect(page.getByText('All saved', { exact: true })).toBeVisible()
}

/** Confirms one assignment, and no other, on the assigned list. */
export async function confirmAssigned(page: Page, sample: string, proposal: string, title: string) {
  await open(page, '/samples/assigned')
  await expectScreen(page, 'Assigned Sample List')
  await page.getByRole('checkbox', { name: `Confirm ${sample} for proposal ${proposal}` }).check()
  await button(page, 'Confirm').click()
  await answerDialog(page, 'Are you sure you want to confirm these assignments?', 'YES')
  const row = page.getByRole('row').filter({ hasText: `${proposal}: ${title}` })
  await expect(row.getByRole('button', { name: 'CANCEL' })).toBeVisible()
}
