import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import type { Actor } from '#domain/session/actor.ts'
import { aConflict } from '#server/builders/conflicts.ts'
import { anEntry } from '#server/builders/discussions.ts'
import { aUser } from '#server/builders/people.ts'
import { aReport, aReview } from '#server/builders/reports.ts'
import { createReport, findMails } from '#server/testing/reviews.ts'
import type { TestServer } from '#server/testing/test_server.ts'
import { withBrowser } from '#web/testing.tsx'

/** A proposal with a submitted report, and a member of the panel. */
async function createDiscussed(server: TestServer) {
  const created = await createReport(server)
  const { office, proposal_id, reviewer } = created
  await aReport(office, { proposal_id, reviewer, status: 3, review: aReview() })
  const member: Actor = await aUser(server.ctx(), ['panel'])
  const at = `/proposals/detail/${proposal_id}?tab=tab-5`
  const entries = () => server.db.selectFrom('discussion_entries').selectAll().orderBy('number').execute()
  const reader = (user: Actor) =>
    server.db
      .selectFrom('discussion_readers')
      .select(['follows', 'seen_number'])
      .where('user_id', '=', user.id)
      .executeTakeFirst()
  return { ...created, member, asMember: server.ctx(member), at, entries, reader }
}

const press = (name: string | RegExp, root: ReturnType<typeof within> | typeof screen = screen) =>
  fireEvent.click(root.getByRole('button', { name }))

describe('the discussion', () => {
  test('takes a new entry with a question, offers to follow, and is empty for the next', () =>
    withBrowser(async (server, open) => {
      const { member, at, entries, reader } = await createDiscussed(server)
      const window = await open(member)
      window.open(at)
      await screen.findByText('Nothing has been written yet.')
      const field = await screen.findByLabelText('New entry')
      await window.fill(field, 'How much is lost?')
      fireEvent.click(screen.getByLabelText('This is a question to the reviewers'))
      fireEvent.click(screen.getByLabelText('Follow this discussion'))
      press('Add entry')
      await screen.findByText('Question: Waiting for the office')
      expect((field as HTMLTextAreaElement).value).toBe('')
      expect(await entries()).toMatchObject([{ number: 1, user_id: member.id, text: 'How much is lost?' }])
      expect(await server.db.selectFrom('reviewer_questions').select('state').execute()).toEqual([
        { state: 'waiting' },
      ])
      expect(await reader(member)).toMatchObject({ follows: true })
      press('Unfollow')
      await screen.findByRole('button', { name: 'Follow' })
      expect(await reader(member)).toMatchObject({ follows: false })
    }))

  test('marks what is new, and tells the server that it was shown', () =>
    withBrowser(async (server, open) => {
      const { admin, asMember, proposal_id, at, reader } = await createDiscussed(server)
      await anEntry(asMember, { proposal_id, text: 'One <b>grain</b>.\nTwo.' })
      const window = await open(admin)
      window.open('/')
      const news = await screen.findByRole('link', { name: /, one new entry$/u })
      expect(news.getAttribute('href')).toBe(at)
      window.open(at.replace('?tab=tab-5', ''))
      const tab = await screen.findByRole('tab', { name: 'Discussion 1 new' })
      expect(await reader(admin)).toBeUndefined()
      fireEvent.click(tab)
      const entry = within(await screen.findByRole('article', { name: /^Entry of/u }))
      expect(entry.getByText(/One <b>grain/u).textContent).toBe('One <b>grain</b>.\nTwo.')
      entry.getByText('New')
      expect(entry.queryByText('Edit')).toBeNull()
      await waitFor(async () => expect(await reader(admin)).toMatchObject({ seen_number: 1, follows: false }))
      await screen.findByRole('tab', { name: 'Discussion 1' })
    }))

  test('keeps the earlier text of an edited entry to be read, and that of a withdrawn one', () =>
    withBrowser(async (server, open) => {
      const { member, asMember, proposal_id, at } = await createDiscussed(server)
      await anEntry(asMember, { proposal_id, text: 'Three grains.' })
      const window = await open(member)
      window.open(at)
      press('Edit', within(await screen.findByRole('article')))
      const dialog = within(await screen.findByRole('dialog', { name: 'Edit this entry' }))
      await window.fill(dialog.getByLabelText('Text'), 'Two grains.')
      press('Save', dialog)
      await screen.findByText('Two grains.', { selector: 'p' })
      expect(screen.queryByText('Three grains.')).toBeNull()
      press('earlier text')
      await screen.findByText('Three grains.')
      press('hide earlier text')
      press('Withdraw', within(screen.getByRole('article')))
      const question = within(await screen.findByRole('dialog', { name: 'Withdraw this entry?' }))
      question.getByText('No e-mail is sent.')
      press('Withdraw', question)
      await screen.findByText(/^Withdrawn by its author, /u)
      expect(screen.queryByText('Two grains.')).toBeNull()
      press('2 earlier texts')
      await screen.findByText('Two grains.')
    }))

  test('lets the office send a question in its own words to the reviewers it names', () =>
    withBrowser(async (server, open) => {
      const { admin, asMember, reviewer, proposal_id, at } = await createDiscussed(server)
      await anEntry(asMember, { proposal_id, text: 'Ask them.', to_reviewers: true })
      const window = await open(admin)
      window.open(at)
      fireEvent.click(await screen.findByRole('button', { name: 'Send to reviewers' }))
      const dialog = within(await screen.findByRole('dialog', { name: 'Send this question to reviewers?' }))
      expect(dialog.queryByText(/e-mail goes to/u)).toBeNull()
      await window.fill(dialog.getByLabelText('Question, as the reviewers read it'), 'How much is lost?')
      press('Send', dialog)
      await dialog.findByText('Select at least one reviewer.')
      fireEvent.click(dialog.getByLabelText(reviewer.name))
      await dialog.findByText(`An e-mail goes to ${reviewer.name}, with the question.`)
      press('Send', dialog)
      await screen.findByText('Question: Sent to reviewers')
      expect(await findMails(server, 'panel_question')).toMatchObject([
        { recipients: [reviewer.email], body: expect.stringContaining('How much is lost?') },
      ])
      screen.getByText(new RegExp(`^Sent to ${reviewer.name} by ${admin.name}, `, 'u'))
      expect(screen.queryByRole('button', { name: 'Send to reviewers' })).toBeNull()
    }))

  test('lets the office decline a question with a reason, which the panel reads', () =>
    withBrowser(async (server, open) => {
      const { admin, member, asMember, proposal_id, at } = await createDiscussed(server)
      await anEntry(asMember, { proposal_id, text: 'Ask them.', to_reviewers: true })
      const window = await open(admin)
      window.open(at)
      fireEvent.click(await screen.findByRole('button', { name: 'Decline' }))
      const dialog = within(await screen.findByRole('dialog', { name: 'Decline this question?' }))
      dialog.getByText('No e-mail is sent.')
      await window.fill(dialog.getByLabelText(/^Reason/u), 'It is in section 3.')
      press('Decline', dialog)
      await screen.findByText('Question: Declined')
      const theirs = await open(member)
      theirs.open(at)
      await screen.findByText('It is in section 3.')
      expect(screen.queryByRole('button', { name: 'Decline' })).toBeNull()
    }))

  test('is not shown with a conflict of interest', () =>
    withBrowser(async (server, open) => {
      const { member, asMember, office, proposal_id, at } = await createDiscussed(server)
      await anEntry(office, { proposal_id, text: 'Hidden.' })
      await aConflict(asMember, { proposal_id })
      const window = await open(member)
      window.open(at)
      await screen.findByText('The discussion is not shown to you.')
      expect(screen.getByRole('tab', { name: 'Discussion' })).toBeTruthy()
    }))

  test('shows long discussions from their end, and further entries on demand', () =>
    withBrowser(async (server, open) => {
      const { member, office, proposal_id, at } = await createDiscussed(server)
      const row = (n: number) => ({
        proposal_id,
        number: n + 1,
        user_id: office.actor.id,
        text: `Entry ${n + 1}.`,
        written_at: '2026-01-01T00:00:00Z',
      })
      await server.db
        .insertInto('discussion_entries')
        .values(Array.from({ length: 60 }, (_, n) => row(n)))
        .execute()
      const window = await open(member)
      window.open(at)
      await screen.findByText('Entry 60.')
      expect(screen.queryByText('Entry 10.')).toBeNull()
      press('Show earlier entries (10)')
      await screen.findByText('Entry 1.')
    }))
})

describe('the decision notes', () => {
  test('are edited by the office, each in its field', () =>
    withBrowser(async (server, open) => {
      const { admin, proposal_id } = await createDiscussed(server)
      const window = await open(admin)
      window.open(`/proposals/detail/${proposal_id}?tab=tab-3`)
      fireEvent.click(await screen.findByRole('button', { name: 'Edit notes' }))
      const dialog = within(await screen.findByRole('dialog', { name: 'Notes on the decision' }))
      await window.fill(dialog.getByLabelText('Note for the proposer'), 'A clear question.')
      await window.fill(dialog.getByLabelText('Internal note'), 'Close to the line.')
      press('Save', dialog)
      await screen.findByText('Close to the line.', { selector: 'dd' })
      screen.getByText('A clear question.', { selector: 'dd' })
      expect(await server.db.selectFrom('decision_notes').selectAll().execute()).toMatchObject([
        { for_proposer: 'A clear question.', internal: 'Close to the line.', version: 1, saved_by: admin.id },
      ])
    }))
})
