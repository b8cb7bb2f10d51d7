import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { REPORT_NOT_REQUESTED } from '#domain/reports/status.ts'
import type { Actor } from '#domain/session/actor.ts'
import { aConflict } from '#server/builders/conflicts.ts'
import { aUser } from '#server/builders/people.ts'
import { aSubmittedProposal } from '#server/builders/proposals.ts'
import { aReport } from '#server/builders/reports.ts'
import { anOutsider, createAssignment } from '#server/testing/reviewer_grid.ts'
import type { TestServer } from '#server/testing/test_server.ts'
import { type BrowserWindow, withBrowser } from '#web/testing.tsx'

const PATH = '/reviewers/assign'

// A window as large as a screen, so that the grid renders more than its first tile.
beforeEach(() => {
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(2000)
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(900)
})
afterEach(() => vi.restoreAllMocks())

type Assignment = Awaited<ReturnType<typeof createAssignment>>

interface Scene extends Assignment {
  world: TestServer
  window: (actor?: Actor) => Promise<BrowserWindow>
}

const withAssignment = (work: (scene: Scene) => Promise<void>) =>
  withBrowser(async (world, window) => work({ ...(await createAssignment(world)), world, window }))

const nameOf = async ({ db }: TestServer, id: number) => {
  const { first_name, last_name } = await db
    .selectFrom('users')
    .select(['first_name', 'last_name'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return `${first_name} ${last_name}`
}
const reportsOf = ({ db }: TestServer) =>
  db.selectFrom('reports').select(['proposal_id', 'user_id', 'status']).orderBy('id').execute()
const marksOf = async ({ api }: Assignment) => (await api.assignReviewers.grid()).marks

const cell = async (world: TestServer, user: { id: number }, proposal_id: number) =>
  screen.findByRole('gridcell', {
    name: new RegExp(`^${await nameOf(world, user.id)}, proposal ${proposal_id}:`, 'u'),
  })
const button = (name: string | RegExp) => screen.findByRole('button', { name })
const bar = () => within(screen.getByRole('region', { name: 'Suggestions' }))
const panel = () => screen.findByRole('region', { name: /^Reasons for/u })

/** A namesake of the proposer: a possible conflict that nobody has judged. */
async function aNamesake({ world, proposer }: Scene) {
  const { first_name, last_name } = await world.db
    .selectFrom('users')
    .select(['first_name', 'last_name'])
    .where('id', '=', proposer.id)
    .executeTakeFirstOrThrow()
  return anOutsider(world.ctx(), { first_name, last_name })
}

test('from nothing to requests sent: suggest, take all, request, in few clicks', () =>
  withAssignment(async ({ world, office, admin, window, proposal_id }) => {
    const second = (await aSubmittedProposal(office)).proposal_id
    for (let n = 0; n < 3; n++) await anOutsider(world.ctx())
    const { open, user } = await window(admin)
    open('/reviewers')
    let clicks = 0
    const press = async (control: HTMLElement) => {
      clicks += 1
      await user.click(control)
    }
    await press(await screen.findByRole('link', { name: 'Assign Reviewers' }))
    await press(await button('Suggest'))
    const all = await button('Take all 6')
    bar().getByText('6 suggestions')
    expect(await reportsOf(world)).toEqual([])
    await press(all)
    await screen.findByText('6 reports have been added. Nothing is mailed before a request is sent.')
    expect((await reportsOf(world)).map(({ status }) => status)).toEqual([0, 0, 0, 0, 0, 0])
    await press(await button('Request 6 reports'))
    const dialog = within(await screen.findByRole('dialog'))
    const asked = new Set((await reportsOf(world)).map(({ user_id }) => user_id))
    dialog.getByText(`Request 6 reports from ${asked.size} reviewers? Each reviewer gets one e-mail.`)
    dialog.getByText('The proposers of 2 proposals can no longer edit them.')
    for (const id of asked) dialog.getByText(new RegExp(await nameOf(world, id), 'u'))
    await press(dialog.getByRole('button', { name: 'YES' }))
    await waitFor(async () =>
      expect((await reportsOf(world)).map(({ status }) => status)).toEqual([1, 1, 1, 1, 1, 1]),
    )
    // The test shares the transaction of the command: its e-mails follow the last status.
    const mails = world.db.selectFrom('mails').select('kind').where('kind', '=', 'review_request')
    await waitFor(async () => expect(await mails.execute()).toHaveLength(asked.size))
    expect(clicks).toBeLessThanOrEqual(15)
    const proposals = (await reportsOf(world)).map((report) => report.proposal_id)
    expect(new Set(proposals)).toEqual(new Set([proposal_id, second]))
  }))

test('a suggestion that cannot be complete says which limit, and what would be allowed', () =>
  withAssignment(async ({ world, office, admin, window, reviewer, api }) => {
    await aSubmittedProposal(office)
    const { limits } = await api.assignReviewers.grid()
    await api.assignReviewers.saveLimits({ body: { ...limits, per_proposal: 1, per_reviewer: 1 } })
    const { open, user } = await window(admin)
    open(PATH)
    await user.click(await button('Suggest'))
    await button('Take all 1')
    bar().getByText(/stays 1 report short$/u)
    bar().getByText(
      new RegExp(`Reports per reviewer\\).*Smallest change: .*${await nameOf(world, reviewer.id)}`, 'u'),
    )
    await user.click(await button('Allow 2'))
    await button('Take all 2')
    await user.click(await button('Dismiss'))
    await waitFor(() => expect(screen.queryByRole('region', { name: 'Suggestions' })).toBeNull())
    expect(await reportsOf(world)).toEqual([])
  }))

test('a report that is taken can be taken back from the banner', () =>
  withAssignment(async ({ world, admin, window, reviewer, proposal_id }) => {
    const { open, user } = await window(admin)
    open(PATH)
    await user.click(await cell(world, reviewer, proposal_id))
    await user.keyboard('t')
    await screen.findByText(/^1 report has been added\./u)
    expect(await reportsOf(world)).toEqual([{ proposal_id, user_id: reviewer.id, status: 0 }])
    await screen.findByRole('gridcell', { name: /report Not Requested/u })
    await user.click(await button('Undo'))
    await waitFor(async () => expect(await reportsOf(world)).toEqual([]))
  }))

test('by keyboard: F and X set marks that Save keeps, Ctrl+Z undoes them', () =>
  withAssignment(async (scene) => {
    const { world, admin, window, reviewer, proposal_id } = scene
    const other = await anOutsider(world.ctx())
    const { open, user } = await window(admin)
    open(PATH)
    await user.click(await cell(world, reviewer, proposal_id))
    await user.keyboard('f')
    await screen.findByText('1 not saved')
    expect((await cell(world, reviewer, proposal_id)).getAttribute('aria-label')).toContain(
      'fixed, not saved',
    )
    await user.click(await cell(world, other, proposal_id))
    await user.keyboard('x')
    await screen.findByText('2 not saved')
    await user.keyboard('{Control>}z{/Control}')
    await screen.findByText('1 not saved')
    await user.keyboard('{Control>}y{/Control}')
    await screen.findByText('2 not saved')
    await user.click(await button('Save'))
    await screen.findByText('All saved')
    await screen.findByText(/^Saved: .* fixed for .*, .* forbidden for/u)
    expect(await marksOf(scene)).toEqual(
      expect.arrayContaining([
        { proposal_id, user_id: reviewer.id, mark: 'fixed', acknowledged: false },
        { proposal_id, user_id: other.id, mark: 'forbidden', acknowledged: false },
      ]),
    )
  }))

test('what others saved meanwhile is named, and nothing of one’s own is lost', () =>
  withAssignment(async (scene) => {
    const { world, api, admin, window, reviewer, proposal_id } = scene
    const other = await anOutsider(world.ctx())
    const { open, user } = await window(admin)
    open(PATH)
    await user.click(await cell(world, reviewer, proposal_id))
    await user.keyboard('f')
    const theirs = { proposal_id, user_id: other.id, mark: 'forbidden' as const, acknowledged: false }
    await api.assignReviewers.saveMarks({ body: { marks: [theirs] } })
    await user.click(await button('Save'))
    const notice = within(
      (await screen.findByText(/^Someone else changed what is fixed/u)).closest('[role=alert]')!,
    )
    notice.getByText(`${await nameOf(world, other.id)} forbidden for ${proposal_id}`)
    expect(await marksOf(scene)).toEqual([theirs])
    await screen.findByText('1 not saved')
    await screen.findByRole('gridcell', { name: /: fit \d+, forbidden$/u })
    await user.click(await button('Save'))
    await screen.findByText('All saved')
    expect(await marksOf(scene)).toHaveLength(2)
  }))

test('Enter leads to the reasons of the cell, Escape back to the grid', () =>
  withAssignment(async ({ world, admin, window, reviewer, proposal_id, api }) => {
    const { open, user } = await window(admin)
    open(PATH)
    await user.click(await cell(world, reviewer, proposal_id))
    await user.keyboard('{Enter}')
    const part = await panel()
    await waitFor(() => expect(document.activeElement).toBe(part))
    const { fit, checks } = await api.assignReviewers.reasons({
      query: { proposal_id, user_id: reviewer.id },
    })
    await within(part).findByText(String(fit))
    for (const { text } of checks) await within(part).findByText(text)
    await user.keyboard('{Escape}')
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('grid')))
  }))

test('a possible conflict must be acknowledged before its reviewer is taken or fixed', () =>
  withAssignment(async (scene) => {
    const { world, admin, window, proposal_id } = scene
    const namesake = await aNamesake(scene)
    const { open, user } = await window(admin)
    open(PATH)
    const unjudged = await screen.findByRole('gridcell', { name: /conflict to judge/u })
    await user.click(unjudged)
    await user.keyboard('t')
    await screen.findByText('Acknowledge the possible conflict of interest first.')
    expect(await reportsOf(world)).toEqual([])
    const part = within(await panel())
    part.getByText(/A possible conflict of interest has not been judged\./u)
    expect(part.getByRole('button', { name: 'Take' }).getAttribute('aria-disabled')).toBe('true')
    await user.click(part.getByRole('checkbox', { name: /^I have seen this/u }))
    await user.click(part.getByRole('button', { name: 'Take' }))
    await waitFor(async () =>
      expect(await reportsOf(world)).toEqual([{ proposal_id, user_id: namesake.id, status: 0 }]),
    )
  }))

test('a panel member reads, and writes nothing', () =>
  withAssignment(async ({ world, window, reviewer, proposal_id }) => {
    const { open, user } = await window(await aUser(world.ctx(), ['panel']))
    open(PATH)
    await user.click(await cell(world, reviewer, proposal_id))
    await user.keyboard('tf x')
    for (const name of ['Suggest', 'Save', 'Take', /^Fix/u, /^Request/u, 'Undo the last step'])
      expect(screen.queryByRole('button', { name })).toBeNull()
    for (const box of screen.getAllByRole<HTMLInputElement>('checkbox')) expect(box.disabled).toBe(true)
    expect(await reportsOf(world)).toEqual([])
    await screen.findByText(/^fit, of 100$/u)
  }))

test('a member of the office sees nothing of a proposal with a conflict of interest', () =>
  withAssignment(async ({ world, office, window, proposal_id, reviewer }) => {
    const { proposal_id: other } = await aSubmittedProposal(office)
    await aReport(office, { proposal_id, reviewer, status: REPORT_NOT_REQUESTED })
    const member = await aUser(world.ctx(), ['admin'])
    await aConflict(office, { user_id: member.id, proposal_id })
    const { open } = await window(member)
    open(PATH)
    await cell(world, reviewer, other)
    await screen.findByText(`Not shown, because you have a conflict of interest: ${proposal_id}.`)
    expect(screen.queryAllByRole('gridcell', { name: new RegExp(`proposal ${proposal_id}:`, 'u') })).toEqual(
      [],
    )
    expect((await screen.findByRole('region', { name: 'Totals' })).textContent).toMatch(
      /Proposals 1.*Reports 0 of 3/u,
    )
    expect(screen.queryByRole('button', { name: /^Request/u })).toBeNull()
  }))

test('the address names the proposals that are shown, suggested and requested', () =>
  withAssignment(async ({ world, office, window, admin, proposal_id, reviewer }) => {
    const { proposal_id: second } = await aSubmittedProposal(office)
    await aReport(office, { proposal_id, reviewer, status: REPORT_NOT_REQUESTED })
    const { open, user } = await window(admin)
    open(`${PATH}?proposals=${second}`)
    await cell(world, reviewer, second)
    await screen.findByText('One selected proposal is shown.')
    expect(screen.queryByRole('button', { name: /^Request/u })).toBeNull()
    await user.click(await button('Suggest'))
    await button('Take all 1')
    await user.click(await button('Show all 2'))
    await cell(world, reviewer, proposal_id)
    await button('Request 1 report')
  }))

test('a closed term is read only', () =>
  withAssignment(async ({ world, window, admin, reviewer, proposal_id, term }) => {
    await world.db.updateTable('terms').set({ disabled: true }).where('id', '=', term.id).execute()
    const { open, user } = await window(admin)
    open(PATH)
    await screen.findByText('This term is closed: its reviewers cannot be changed.')
    await user.click(await cell(world, reviewer, proposal_id))
    await user.keyboard('t')
    expect(screen.queryByRole('button', { name: 'Suggest' })).toBeNull()
    expect(await reportsOf(world)).toEqual([])
  }))

test('without proposals it says when the grid fills, without reviewers how to add one', () =>
  withAssignment(async ({ world, window, admin, reviewer }) => {
    const { open } = await window(admin)
    open(`${PATH}?term_id=6`)
    await screen.findByText('No proposals submitted yet.')
    await world.db.updateTable('users').set({ is_reviewer: false }).where('id', '=', reviewer.id).execute()
    open(PATH)
    await screen.findByText('No reviewers yet.')
    expect(screen.getByRole('link', { name: /^Add a user/u }).getAttribute('href')).toBe('/users/add')
  }))

test('limits are saved for everyone at once', () =>
  withAssignment(async ({ window, admin, api }) => {
    const { open, user, fill } = await window(admin)
    open(PATH)
    await user.click(await screen.findByRole('checkbox', { name: 'One per organisation' }))
    await waitFor(async () =>
      expect((await api.assignReviewers.grid()).limits).toMatchObject({
        one_per_organisation: false,
        version: 1,
      }),
    )
    const number = await screen.findByRole<HTMLInputElement>('textbox', { name: 'Reports per proposal' })
    await waitFor(() => expect(number.disabled).toBe(false))
    await fill(number, '2')
    await user.keyboard('{Enter}')
    await waitFor(async () => expect((await api.assignReviewers.grid()).limits.per_proposal).toBe(2))
    await screen.findByText(/^Fewer than 2/u)
  }))

test('Proposals as rows shows the same cells the other way round', () =>
  withAssignment(async ({ world, window, admin, reviewer, proposal_id }) => {
    const { open, user, path } = await window(admin)
    open(PATH)
    await screen.findByRole('grid', { name: 'Reviewers by proposals' })
    await user.click(await button('Proposals as rows'))
    const grid = await screen.findByRole('grid', { name: 'Proposals by reviewers' })
    expect(path()).toBe(`${PATH}?rows=proposals`)
    expect(within(grid).getByRole('rowheader').textContent).toContain(String(proposal_id))
    await cell(world, reviewer, proposal_id)
  }))

test('the finder goes to a reviewer', () =>
  withAssignment(async ({ world, window, admin }) => {
    const wanted = await anOutsider(world.ctx(), { first_name: 'Éloïse', last_name: 'Müller' })
    const { open, user } = await window(admin)
    open(PATH)
    await user.type(
      await screen.findByRole('combobox', { name: 'Find a reviewer or proposal' }),
      'eloise mul',
    )
    await user.keyboard('{Enter}')
    await waitFor(() =>
      expect(document.querySelector('#cell-in-hand')?.getAttribute('aria-label')).toMatch(
        /^Éloïse Müller, /u,
      ),
    )
    expect(wanted.id).toBeGreaterThan(0)
  }))
