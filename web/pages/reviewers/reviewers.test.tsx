import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { aConflict } from '#server/builders/conflicts.ts'
import { aKeyword, aUser } from '#server/builders/people.ts'
import { aSubmittedProposal } from '#server/builders/proposals.ts'
import { aReport, aReviewer } from '#server/builders/reports.ts'
import { createReport, findMails } from '#server/testing/reviews.ts'
import type { TestServer } from '#server/testing/test_server.ts'
import { withBrowser } from '../../testing.tsx'

/** Two reviewers, one of whom has two reports to write, four days after they were due. */
async function createLateReports(world: TestServer) {
  const made = await createReport(world)
  const { office, proposal_id, reviewer } = made
  const second = await aSubmittedProposal(office, { input: { title: 'The second of them' } })
  const other = await aReviewer(world.ctx(), { first_name: 'Aoi', last_name: 'Aaa' })
  await aReport(office, { proposal_id, reviewer, status: 2 })
  await aReport(office, { proposal_id: second.proposal_id, reviewer, status: 1 })
  await aReport(office, { proposal_id, reviewer: other, status: 2 })
  await world.db.deleteFrom('mails').execute()
  const due = new Date(+world.services.clock() - 4 * 24 * 60 * 60 * 1000).toISOString()
  await world.db
    .updateTable('terms')
    .set({ noi_closes_at: due, proposals_close_at: due, reviews_due_at: due })
    .execute()
  return { ...made, second, other }
}

test('one screen reminds all late reviewers with the text that it shows', () =>
  withBrowser(async (world, open) => {
    const { admin, reviewer, other } = await createLateReports(world)
    const { user, open: load } = await open(admin)
    load('/reviewers/late')
    await screen.findByText(/4 days late$/u, { selector: '[data-late]' })
    await screen.findByText('3 results')
    await user.click(screen.getByRole('checkbox', { name: `Select ${reviewer.name}` }))
    const panel = screen.getByRole('complementary', { name: 'Reminder mail' })
    await within(panel).findByText('1 reviewer, 2 reports')
    const shown = await within(panel).findByText(/^Dear /u)
    expect(shown.textContent).toContain('The second of them')
    await user.click(screen.getByRole('checkbox', { name: 'Select all' }))
    await user.click(screen.getByRole('button', { name: 'SEND REMINDER MAIL' }))
    const text = shown.textContent
    // It counts reviewers, not reports.
    await screen.findByRole('dialog', { name: /^Send a reminder to 2 reviewers\?/u })
    await user.click(await screen.findByRole('button', { name: 'YES' }))
    await screen.findByText('2 reviewers have been reminded of 3 reports.')
    const sent = await findMails(world, 'review_reminder')
    expect(sent.map(({ recipients }) => recipients[0]).sort()).toEqual([reviewer.email, other.email].sort())
    expect(sent.map(({ body }) => body)).toContain(text)
    await waitFor(() => expect(screen.getAllByText('today')).toHaveLength(3))
    expect(screen.getByRole<HTMLInputElement>('checkbox', { name: 'Select all' }).disabled).toBe(true)
    expect(screen.queryByRole('button', { name: 'SEND REMINDER MAIL' })).toBeNull()
  }))

test('SEND ALL REQUEST names the recipients and requests nothing outside the status filter', () =>
  withBrowser(async (world, open) => {
    const { admin, office, proposal_id, reviewer } = await createReport(world, 0)
    const other = await aReviewer(world.ctx(), { first_name: 'Aoi', last_name: 'Aaa' })
    await aReport(office, { proposal_id, reviewer: other, status: 0 })
    await world.db.deleteFrom('mails').execute()
    const { user, open: load } = await open(admin)
    load('/reviewers')
    const send = await screen.findByRole('button', { name: 'SEND ALL REQUEST' })
    await user.click(await screen.findByLabelText('Not Requested'))
    await user.click(screen.getByRole('button', { name: 'Search' }))
    await waitFor(() => expect(send.getAttribute('aria-disabled')).toBe('true'))
    await user.click(screen.getByLabelText('Not Requested'))
    await user.click(screen.getByRole('button', { name: 'Search' }))
    await waitFor(() => {
      expect(send.getAttribute('aria-disabled')).toBe('false')
      expect(send.hasAttribute('disabled')).toBe(false)
    })
    // Without a reply the dialog does not open with old numbers.
    const network = globalThis.fetch
    globalThis.fetch = () => Promise.reject(new TypeError('Failed to fetch'))
    await user.click(send)
    await screen.findByText(/^The server cannot be reached/u)
    expect(screen.queryByRole('dialog')).toBeNull()
    globalThis.fetch = network
    await user.click(send)
    const dialog = within(
      await screen.findByRole('dialog', { name: /^Request 2 reports from 2 reviewers\?/u }),
    )
    for (const { name, email } of [reviewer, other]) dialog.getByText(`${name} (${email})`)
    await user.click(dialog.getByRole('button', { name: 'YES' }))
    await screen.findByText('2 reports have been requested from 2 reviewers.')
    expect(await findMails(world, 'review_request')).toHaveLength(2)
  }))

test('reviewers open in Compact with a chip for each proposal; List shows titles and stays chosen', () =>
  withBrowser(async (world, open) => {
    const { admin, office, reviewer, proposal_id } = await createReport(world, 3)
    const closed = await aSubmittedProposal(office, { input: { title: 'The closed one' } })
    await aReport(office, { proposal_id: closed.proposal_id, reviewer, status: 2 })
    const many = await aReviewer(world.ctx(), { first_name: 'Mia', last_name: 'Many' })
    for (let i = 0; i < 12; i++) {
      const { proposal_id } = await aSubmittedProposal(office)
      await aReport(office, { proposal_id, reviewer: many, status: 0 })
    }
    await aReport(office, { proposal_id, reviewer: many, status: 0 })
    await world.db
      .updateTable('proposals')
      .set({ global_score: 3 })
      .where('id', '=', closed.proposal_id)
      .execute()
    const { user, open: load } = await open(admin)
    load('/reviewers')
    const row = async (name: string) => within((await screen.findByRole('link', { name })).closest('tr')!)
    const chip = (await row(reviewer.name)).getByRole('link', {
      name: `${closed.proposal_id}: The closed one, Accepted, closed`,
    })
    expect(chip.textContent).toBe(String(closed.proposal_id))
    expect(chip.getAttribute('href')).toBe(`/proposals/detail/${closed.proposal_id}`)
    expect(chip.querySelector('[title]')?.getAttribute('title')).toContain('The closed one')
    ;(await row(reviewer.name)).getByRole('link', {
      name: new RegExp(`^${proposal_id}: .*, Submitted$`, 'u'),
    })
    const crowded = await row('Mia Many')
    expect(crowded.getAllByRole('link', { name: /^\d+: /u })).toHaveLength(11)
    expect(crowded.getByRole('link', { name: 'and 2 more of Mia Many' }).textContent).toBe('and 2 more')

    await user.click(screen.getByRole('button', { name: 'List' }))
    const heads = () => screen.getAllByRole('columnheader').map(({ textContent }) => textContent)
    await waitFor(() =>
      expect(heads()).toEqual(['DETAIL', 'Name', 'E-mail', 'Affiliation', 'Proposal', 'Peek']),
    )
    const title = (await row(reviewer.name)).getByRole('link', { name: 'The closed one' })
    expect(title.getAttribute('href')).toBe(`/proposals/detail/${closed.proposal_id}`)
    within(title.closest('li')!).getByText('Accepted, closed')
    await waitFor(async () => {
      const { list_views } = await world.db
        .selectFrom('users')
        .select('list_views')
        .where('id', '=', admin.id)
        .executeTakeFirstOrThrow()
      expect(list_views).toEqual({ reviewers: 'list' })
    })
    const { open: again } = await open(admin)
    again('/reviewers')
    await screen.findAllByRole('link', { name: 'The closed one' })
  }))

test('the dialogs of a reviewer name exactly the reports that are requested and reminded of', () =>
  withBrowser(async (world, open) => {
    const { admin, office, proposal_id, reviewer } = await createReport(world, 0)
    const titled = async (title: string, status: 0 | 1 | 2) => {
      const { proposal_id } = await aSubmittedProposal(office, { input: { title } })
      await aReport(office, { proposal_id, reviewer, status })
      return proposal_id
    }
    const requested = await titled('Requested', 1)
    const cancelled = await titled('Cancelled', 0)
    const conflicting = await titled('In conflict', 0)
    const closed = await titled('Closed', 2)
    const { db } = world
    await db.updateTable('proposals').set({ status: 1 }).where('id', '=', cancelled).execute()
    await db.updateTable('proposals').set({ global_score: 3 }).where('id', '=', closed).execute()
    await aConflict(office, { proposal_id: conflicting, user_id: reviewer.id })
    await db.deleteFrom('mails').execute()
    const { user, open: load } = await open(admin)
    load(`/reviewers/detail/${reviewer.id}`)
    const press = async (name: string, question: string) => {
      await user.click(await screen.findByRole('button', { name }))
      const dialog = within(await screen.findByRole('dialog', { name: question }))
      const named = dialog.getAllByText(/^\d+: /u).map((item) => Number.parseInt(item.textContent, 10))
      await user.click(dialog.getByRole('button', { name: 'YES' }))
      return named
    }
    expect(await press('SEND All REQUEST', `Request 1 report from ${reviewer.name}?`)).toEqual([proposal_id])
    await screen.findByText(`1 report has been requested from ${reviewer.name}.`)
    expect(await findMails(world, 'review_request')).toMatchObject([
      { recipients: [reviewer.email], proposal_ids: [proposal_id] },
    ])
    await waitFor(() =>
      expect(screen.getByRole('button', { name: 'SEND All REQUEST' }).getAttribute('aria-disabled')).toBe(
        'true',
      ),
    )
    const reminded = await press('SEND REMINDER MAIL', `Remind ${reviewer.name} of 2 reports?`)
    expect(reminded.sort()).toEqual([proposal_id, requested].sort())
    await screen.findByText(`${reviewer.name} has been reminded of 2 reports.`)
    const [mail] = await findMails(world, 'review_reminder')
    expect([...mail!.proposal_ids].sort()).toEqual(reminded)
  }))

test('staff read whether a report was submitted in time, and why one was declined', () =>
  withBrowser(async (world, open) => {
    const { admin, proposal_id, reviewer, other } = await createLateReports(world)
    const { db } = world
    const { reviews_due_at } = await db.selectFrom('terms').select('reviews_due_at').executeTakeFirstOrThrow()
    const submitted_at = new Date(+new Date(reviews_due_at) + 3 * 24 * 60 * 60 * 1000).toISOString()
    const scores = { science_score: 4, technical_score: 3 }
    const reportOf = (user_id: number, fields: object) =>
      db
        .updateTable('reports')
        .set(fields)
        .where('user_id', '=', user_id)
        .where('proposal_id', '=', proposal_id)
        .execute()
    await reportOf(reviewer.id, { status: 3, submitted_at, ...scores })
    await reportOf(other.id, { status: 9, decline_reason: 'time', decline_suggestion: 'Bea Bbb' })
    const { open: load } = await open(admin)
    load(`/proposals/detail/${proposal_id}?tab=tab-3`)
    await screen.findByText(/^\d{4}-\d\d-\d\d \d\d:\d\d, 3 days late$/u)
    screen.getByText(/^No time\nSuggests: Bea Bbb$/u, { normalizer: (text) => text })
    load(`/reviewers/detail/${reviewer.id}`)
    await screen.findByText(/^submitted \d{4}-\d\d-\d\d, 3 days late$/u)
    load(`/reviewers/detail/${other.id}`)
    await screen.findByText(/^No time\nSuggests: Bea Bbb$/u, { normalizer: (text) => text })
  }))

test('a report that a global score has closed is counted as closed, not as late', () =>
  withBrowser(async (world, open) => {
    const { admin, proposal_id } = await createLateReports(world)
    const { open: load } = await open(admin)
    const counts = async () => {
      const strip = await screen.findByRole('region', { name: 'Reports of AO7' })
      return within(strip)
        .getAllByRole('listitem')
        .map((item) => item.textContent)
    }
    load('/reviewers/late')
    await screen.findByText('3 results')
    expect(await counts()).toEqual(['Submitted 0', 'Accepted, late 2', 'Requested, no answer 1'])
    await world.db.updateTable('proposals').set({ global_score: 4 }).where('id', '=', proposal_id).execute()
    load('/')
    await screen.findByRole('heading', { name: 'Dashboard' })
    load('/reviewers/late')
    await screen.findByText('1 result')
    await waitFor(async () =>
      expect(await counts()).toEqual(['Submitted 0', 'Requested, no answer 1', 'Closed 2']),
    )
  }))

test('the panel sees late reports but cannot send reminders', () =>
  withBrowser(async (world, open) => {
    const { other } = await createLateReports(world)
    const { open: load } = await open(await aUser(world.ctx(), ['panel']))
    load('/reviewers/late')
    await screen.findByRole('link', { name: `DETAIL ${other.name}` })
    expect(screen.queryByRole('checkbox')).toBeNull()
    expect(screen.queryByRole('complementary', { name: 'Reminder mail' })).toBeNull()
  }))

test('Add Reviewer compares candidates, adds several at once, and names failures', () =>
  withBrowser(async (world, open) => {
    const { admin, office, reviewer } = await createReport(world)
    const volatiles = await aKeyword(world.ctx(), { name: 'Volatiles' })
    const on = { keywords: [volatiles], keywords_other: [] }
    const { proposal_id } = await aSubmittedProposal(office, { input: on })
    const past = await aSubmittedProposal(office, { input: on })
    await aReport(office, { proposal_id: past.proposal_id, reviewer, status: 3 })
    const fine = await aReviewer(world.ctx(), { first_name: 'Fin', last_name: 'Fine' })
    const gone = await aReviewer(world.ctx(), { first_name: 'Gil', last_name: 'Gone' })
    const { user, open: load } = await open(admin)
    load(`/proposals/detail/${proposal_id}?tab=tab-3`)
    await user.click(await screen.findByRole('button', { name: 'Add Reviewer' }))
    const dialog = await screen.findByRole('dialog')
    const [first] = (await within(dialog).findAllByRole('row')).slice(1)
    expect(first!.textContent).toContain(reviewer.name)
    expect(first!.textContent).toContain('ReviewedVolatiles')
    expect(first!.textContent).toContain('0 open of 1')
    for (const { name } of [fine, gone])
      await user.click(within(dialog).getByRole('checkbox', { name: `Select ${name}` }))
    await user.click(within(dialog).getByRole('checkbox', { name: 'Send request now' }))
    await world.db.updateTable('users').set({ disabled: true }).where('id', '=', gone.id).execute()
    await user.click(within(dialog).getByRole('button', { name: 'Add 2 reviewers' }))
    await within(dialog).findByText(`${fine.name}: added, and the request has been sent.`)
    within(dialog).getByText(`${gone.name}: not added: This user is disabled.`)
    expect((await findMails(world, 'review_request')).map(({ recipients }) => recipients).at(-1)).toEqual([
      fine.email,
    ])
    await waitFor(() =>
      expect(
        within(dialog).getByRole<HTMLInputElement>('checkbox', { name: `Select ${fine.name}` }).disabled,
      ).toBe(true),
    )
  }))

test('Add Reviewer warns of a namesake of the proposer, and shows why a reviewer was refused', () =>
  withBrowser(async (world, open) => {
    const { admin, proposal_id, proposer } = await createReport(world)
    const [first_name, last_name] = proposer.name.split(' ') as [string, string]
    const namesake = await aReviewer(world.ctx(), { first_name, last_name })
    const gone = await aReviewer(world.ctx(), { first_name: 'Gil', last_name: 'Gone' })
    const { user, open: load } = await open(admin)
    load(`/proposals/detail/${proposal_id}?tab=tab-3`)
    await user.click(await screen.findByRole('button', { name: 'Add Reviewer' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Add Reviewer' }))
    const finding = 'Same name: proposer, other organisation, other address'
    await dialog.findByText(finding)
    const choose = (name: string) => user.click(dialog.getByRole('checkbox', { name }))
    const add = () => dialog.getByRole<HTMLButtonElement>('button', { name: 'Add' })
    await choose(`Select ${namesake.name}`)
    dialog.getByText(`${namesake.name}. ${finding}`)
    expect(add().disabled).toBe(true)
    const added = () => world.db.selectFrom('reports').select('user_id').execute()
    await choose(`Select ${namesake.name}`)
    await choose(`Select ${gone.name}`)
    await world.db.deleteFrom('user_addresses').where('user_id', '=', gone.id).execute()
    await world.db.deleteFrom('users').where('id', '=', gone.id).execute()
    await user.click(add())
    await dialog.findByText(`${gone.name}: not added: There is no such user.`)
    expect(await added()).toEqual([])
    const box = () => dialog.getByRole<HTMLInputElement>('checkbox', { name: `Select ${namesake.name}` })
    await waitFor(() => expect(box().disabled).toBe(false))
    await user.click(box())
    await choose('I have read this and add them all the same')
    await user.click(add())
    await waitFor(async () => expect(await added()).toEqual([{ user_id: namesake.id }]))
  }))
