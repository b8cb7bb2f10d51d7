import { fireEvent, screen } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { aTerm, aUser } from '#server/builders/people.ts'
import { aSubmittedProposal } from '#server/builders/proposals.ts'
import { aReport, aReviewer } from '#server/builders/reports.ts'
import type { TestServer } from '#server/testing/test_server.ts'
import { withBrowser } from '#web/testing.tsx'

/** A request to a reviewer, and the address of its link. */
async function createRequest({ ctx, db }: TestServer) {
  await aTerm(ctx())
  const admin = await aUser(ctx(), ['admin'])
  const { proposal_id, actor: proposer } = await aSubmittedProposal(ctx(admin), {
    input: { title: 'Salts in the matrix', abstract: 'Salts of the second touchdown.' },
  })
  const reviewer = await aReviewer(ctx(), { first_name: 'Ignês', last_name: 'Araújo' })
  const report_id = await aReport(ctx(admin), { proposal_id, reviewer, status: 1 })
  const { body } = await db
    .selectFrom('mails')
    .select('body')
    .where('kind', '=', 'review_request')
    .executeTakeFirstOrThrow()
  const [link] = /\/reports\/answer\/[\w-]+/u.exec(body)!
  const report = () =>
    db.selectFrom('reports').selectAll().where('id', '=', report_id).executeTakeFirstOrThrow()
  return { admin, proposal_id, proposer, reviewer, report, link }
}

const press = async (name: string) => fireEvent.click(await screen.findByRole('button', { name }))
const NO_CONFLICT = 'I have no conflict of interest with this proposal'

describe('the link of a review request', () => {
  test('shows the proposal without names and changes nothing until a button is pressed', () =>
    withBrowser(async (server, open) => {
      const { proposal_id, proposer, report, link } = await createRequest(server)
      const window = await open()
      window.open(link)
      expect(await screen.findByText('Salts of the second touchdown.')).toBeTruthy()
      expect(screen.getByRole('heading', { name: `${proposal_id}: Salts in the matrix` })).toBeTruthy()
      expect(screen.getByText(/^For Ignês Araújo, asked by/u)).toBeTruthy()
      expect(document.body.textContent).not.toContain(proposer.name)
      expect(screen.getByRole<HTMLInputElement>('checkbox', { name: NO_CONFLICT }).checked).toBe(false)
      for (const radio of screen.getAllByRole<HTMLInputElement>('radio')) expect(radio.checked).toBe(false)
      expect((await report()).status).toBe(1)
    }))

  test('accepts once the statement is made, and says so', () =>
    withBrowser(async (server, open) => {
      const { proposal_id, report, link } = await createRequest(server)
      const window = await open()
      window.open(link)
      await press('Accept the review')
      expect(await screen.findByText('This field is required.')).toBeTruthy()
      expect((await report()).status).toBe(1)
      fireEvent.click(screen.getByRole('checkbox', { name: NO_CONFLICT }))
      await press('Accept the review')
      expect(await screen.findByText(`You have accepted the review of proposal ${proposal_id}.`)).toBeTruthy()
      expect((await report()).status).toBe(2)
      expect(screen.queryByRole('button', { name: 'Accept the review' })).toBeNull()
    }))

  test('declines with a reason, a note where one is needed, and a suggestion', () =>
    withBrowser(async (server, open) => {
      const { report, link } = await createRequest(server)
      const window = await open()
      window.open(link)
      const decline = await screen.findByRole('button', { name: 'Decline the review' })
      expect(decline.getAttribute('aria-disabled')).toBe('true')
      fireEvent.click(screen.getByRole('radio', { name: 'Other' }))
      fireEvent.change(screen.getByLabelText(/^Whom do you suggest instead/u), {
        target: { value: 'Aoi Aaa' },
      })
      await press('Decline the review')
      expect(await screen.findByText('This field is required.')).toBeTruthy()
      fireEvent.change(screen.getByLabelText(/^Note to the office/u), { target: { value: 'On leave.' } })
      await press('Decline the review')
      expect(await screen.findByText(/^You have declined the review/u)).toBeTruthy()
      expect(await report()).toMatchObject({
        status: 9,
        decline_reason: 'other',
        decline_note: 'On leave.',
        decline_suggestion: 'Aoi Aaa',
      })
    }))

  test('that was used in another tab says that it has ended, and not why', () =>
    withBrowser(async (server, open) => {
      const { report, link } = await createRequest(server)
      const window = await open()
      window.open(link)
      fireEvent.click(await screen.findByRole('radio', { name: 'No time' }))
      const token = link.split('/').at(-1)!
      await server.visitor.api.reports.acceptLinked({ params: { token }, body: { no_conflict: true } })
      await press('Decline the review')
      expect(await screen.findByRole('heading', { name: 'This link no longer works' })).toBeTruthy()
      expect((await report()).status).toBe(2)
      expect(screen.queryByText('Salts', { exact: false })).toBeNull()
    }))

  test('tells someone else who is signed in for whom it answers', () =>
    withBrowser(async (server, open) => {
      const { admin, link } = await createRequest(server)
      const window = await open(admin)
      window.open(link)
      expect(
        await screen.findByText(/This link was sent to Ignês Araújo, and answers for Ignês Araújo\./u),
      ).toBeTruthy()
    }))

  test('leads, after a stated conflict of interest, to its confirmation on the dashboard', () =>
    withBrowser(async (server, open) => {
      const { reviewer, proposal_id, report, link } = await createRequest(server)
      const visitor = await open()
      visitor.open(link)
      fireEvent.click(await screen.findByRole('radio', { name: 'Conflict of interest' }))
      await press('Decline the review')
      expect(await screen.findByText(/to confirm the conflict of interest/u)).toBeTruthy()
      expect((await report()).conflict_stated).toBe(true)
      const own = await open(reviewer)
      own.open('/')
      await press(`Confirm: ${proposal_id}: Salts in the matrix`)
      expect(
        await screen.findByText(`Your conflict of interest with proposal ${proposal_id} is recorded.`),
      ).toBeTruthy()
      expect(await server.db.selectFrom('conflicts').select('user_id').execute()).toEqual([
        { user_id: reviewer.id },
      ])
    }))
})
