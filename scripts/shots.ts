import type { Page } from '@playwright/test'
import { TOTP } from 'otpauth'
import type { Role } from '#domain/access.ts'
import type { Client } from '#domain/client.ts'
import type { SystemContract } from '#domain/contract.ts'
import { PASSWORD } from '#server/demonstration/fill.ts'

type Api = Client<SystemContract>

/** A picture: its name, who sees it, at which address, and what is done there first. */
export interface Shot {
  name: string
  role: Role
  open: string | ((calls: Api) => Promise<string>)
  arrange?: (page: Page) => Promise<void>
}

const myProposal = async (calls: Api) => `/proposals/edit/${(await calls.proposals.mine()).id}`
const myReport = async (calls: Api) => {
  const { data } = await calls.reports.assigned()
  return `/reports/edit/${data.find(({ status }) => status === 2)!.id}`
}
const scoredProposal = async (calls: Api) => {
  const { data } = await calls.staff.list({ query: { term_id: 7, scored: '1' } })
  return `/proposals/detail/${data[0]!.id}?tab=tab-3`
}

const openPicker = async (page: Page) => {
  const field = page.getByRole('combobox', { name: /^Sample of priority/u }).first()
  await field.click()
  await field.fill('A00')
}
const selectSome = async (page: Page) => {
  const ticks = page.getByRole('checkbox', { name: /^Select /u })
  for (const at of [1, 2, 3]) await ticks.nth(at).check()
}
const openPreview = (page: Page) =>
  page
    .getByRole('button', { name: /^Peek /u })
    .nth(2)
    .click()

/** An authenticator app: from then on the proposer needs it to sign in. */
const setUpApp = async (page: Page) => {
  await page.getByRole('button', { name: 'Set up an app' }).click()
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.keyboard.press('Enter')
  const secret = (await page.getByRole('dialog').locator('code').textContent())!.replace(/\s/gu, '')
  await page.getByRole('textbox', { name: 'Code' }).fill(new TOTP({ secret }).generate())
  await page.keyboard.press('Enter')
  await page.getByRole('checkbox', { name: 'I have kept them' }).check()
  await page.getByRole('button', { name: 'Done' }).click()
  await page.getByRole('button', { name: 'Close' }).click()
}

/** The pictures by the step of the call in which they are taken. */
export const SHOTS = {
  proposals: [
    { name: 'office-dashboard', role: 'admin', open: '/' },
    { name: 'proposer-home', role: 'proposer', open: '/mypage' },
    { name: 'proposal-form', role: 'proposer', open: myProposal },
    { name: 'sample-picker', role: 'proposer', open: myProposal, arrange: openPicker },
    { name: 'reviewer-dashboard', role: 'reviewer', open: '/' },
    { name: 'review-desk', role: 'reviewer', open: myReport },
    { name: 'ranks', role: 'reviewer', open: '/proposals/assigned_proposals' },
  ],
  reviews: [
    { name: 'late-reports', role: 'admin', open: '/reviewers/late', arrange: selectSome },
    { name: 'ranking', role: 'admin', open: '/proposals' },
    { name: 'panel-dashboard', role: 'panel', open: '/' },
    { name: 'peek', role: 'panel', open: '/proposals', arrange: openPreview },
    { name: 'detail-review', role: 'panel', open: scoredProposal },
    { name: 'grid', role: 'admin', open: '/samples/assign/particle' },
    { name: 'security', role: 'proposer', open: '/security', arrange: setUpApp },
  ],
} satisfies Record<string, readonly Shot[]>

const DAY_MS = 24 * 60 * 60 * 1000

/** Moves the call's days back, so that its reviews were due four days ago. */
export async function makeReviewsLate(calls: Api) {
  const all = await calls.terms.list()
  const term = all.find(({ is_current }) => is_current)!
  const by = Date.now() - 4 * DAY_MS - Date.parse(term.reviews_due_at)
  const moved = (at: string) => new Date(Date.parse(at) + by).toISOString()
  await calls.terms.save({
    params: { id: term.id },
    body: {
      ...term,
      noi_opens_at: moved(term.noi_opens_at),
      noi_closes_at: moved(term.noi_closes_at),
      proposals_open_at: moved(term.proposals_open_at),
      proposals_close_at: moved(term.proposals_close_at),
      reviews_due_at: moved(term.reviews_due_at),
    },
  })
}
