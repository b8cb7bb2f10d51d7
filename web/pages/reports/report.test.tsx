import { screen, waitFor } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { aTerm, aUser } from '#server/builders/people.ts'
import { aSubmittedProposal } from '#server/builders/proposals.ts'
import { aReport, aReviewer } from '#server/builders/reports.ts'
import { scene } from '#server/testing/reviews.ts'
import { inWindow } from '#web/testing.tsx'

const yes = () => screen.findByRole('button', { name: 'YES' })

describe('the report form', () => {
  test('asks for both scores, keeps what is typed, saves and leads back to Submit', () =>
    inWindow(async (world, open) => {
      const { reviewer, report_id } = await scene(world, 2)
      const { user, fill, open: load, path } = await open(reviewer)
      load(`/reports/edit/${report_id}`)
      await fill(await screen.findByLabelText('Science Comment Strength'), 'Clear.')
      await user.click(screen.getByRole('button', { name: 'Save' }))
      expect(await screen.findAllByText('This field is required.')).toHaveLength(2)
      await waitFor(() => expect(JSON.stringify({ ...localStorage })).toContain('Clear.'))

      load(`/reports/edit/${report_id}`)
      await screen.findByText(/Your draft of .* was restored/u)
      expect(screen.getByLabelText<HTMLTextAreaElement>('Science Comment Strength').value).toBe('Clear.')
      await user.selectOptions(screen.getByLabelText(/^Science Score/u), '5 Excellent')
      await user.selectOptions(screen.getByLabelText(/^Technical Score/u), '3 Good')
      await user.click(screen.getByRole('button', { name: 'Save' }))
      const submit = await screen.findByRole('button', { name: 'Submit' })
      await waitFor(() => expect(submit.getAttribute('aria-disabled')).toBe('false'))
      await user.click(submit)
      expect(path()).toBe(`/reports/detail/${report_id}?tab=tab-4`)
      await screen.findByText('Are you sure to submit?')
      await user.click(await yes())
      await screen.findByText('The report has been submitted.')
      await screen.findByRole('button', { name: 'Download' })
      expect(screen.queryByRole('link', { name: 'Edit' })).toBeNull()
      expect(screen.queryByRole('button', { name: 'Submit' })).toBeNull()
    }))

  test('is closed, without a word on scores, once the proposal is decided on', () =>
    inWindow(async (world, open) => {
      const { reviewer, report_id } = await scene(world, 2)
      await world.db.updateTable('proposals').set({ global_score: 3 }).execute()
      const { open: load } = await open(reviewer)
      load(`/reports/edit/${report_id}`)
      await screen.findByText('This report can no longer be changed.')
      expect(screen.queryByRole('button', { name: 'Save' })).toBeNull()
      expect(document.body.textContent).not.toMatch(/global score/iu)
    }))

  test('of another reviewer is Forbidden, and one that is not requested Not Found', () =>
    inWindow(async (world, open) => {
      const { report_id } = await scene(world, 2)
      const { open: load } = await open(await aReviewer(world.ctx()))
      load(`/reports/edit/${report_id}`)
      await screen.findByRole('heading', { name: 'Forbidden' })
      load('/reports/detail/2000000')
      await screen.findByRole('heading', { name: 'Not Found' })
    }))
})

test('the dashboard of a reviewer: accept what is requested, and find it among the assigned', () =>
  inWindow(async (world, open) => {
    const { reviewer, office, proposal_id } = await scene(world, 9)
    const second = await aSubmittedProposal(office, { input: { title: 'Second of them' } })
    await aReport(office, { proposal_id: second.proposal_id, reviewer, status: 1 })
    const { user, open: load } = await open(reviewer)
    load('/')
    await user.click(await screen.findByRole('button', { name: 'Accept' }))
    await screen.findByText('Do you accept these reviews?')
    await user.click(await yes())
    await screen.findByText('1 review has been accepted.')
    await screen.findByText('No review is requested from you.')
    const row = async (id: number) => (await screen.findByText(new RegExp(`^${id}: `, 'u'))).closest('tr')!
    expect((await row(second.proposal_id)).querySelector('a')?.textContent).toBe('DETAIL')
    expect((await row(proposal_id)).querySelector('a')).toBeNull()
  }))

test('ranks: a clash is marked, what is saved stays, and unsaved ones are asked about', () =>
  inWindow(async (world, open) => {
    const { reviewer, office, proposal_id } = await scene(world, 2)
    const second = await aSubmittedProposal(office)
    await aReport(office, { proposal_id: second.proposal_id, reviewer, status: 2 })
    const { user, open: load } = await open(reviewer)
    load('/proposals/assigned_proposals')
    const rank = (id: number) => screen.findByLabelText<HTMLSelectElement>(`Rank of proposal ${id}`)
    const save = async () => {
      await user.click(screen.getByRole('button', { name: 'Save' }))
      await screen.findByText('Do you want to save rank?')
      await user.click(await yes())
    }
    await user.selectOptions(await rank(proposal_id), '1')
    await user.selectOptions(await rank(second.proposal_id), '1')
    expect((await rank(proposal_id)).getAttribute('aria-invalid')).toBe('true')
    await save()
    await screen.findByText('Give every proposal a different rank number.')
    await user.selectOptions(await rank(second.proposal_id), '2')
    await save()
    await screen.findByText('The ranks have been saved.')
    await user.selectOptions(await rank(second.proposal_id), '')
    await user.click(screen.getByRole('link', { name: 'Dashboard' }))
    await screen.findByText(/ranks that are not saved/u)
  }))

test('staff who take part in a proposal see why there is nothing to see', () =>
  inWindow(async (world, open) => {
    await aTerm(world.ctx())
    const office = world.ctx(await aUser(world.ctx(), ['admin']))
    const both = await aUser(world.ctx(), ['admin'], { email: 'both@example.org' })
    const collaborator = { first_name: 'B', last_name: 'B', email: 'BOTH@example.org', affiliation: 'X' }
    const { proposal_id } = await aSubmittedProposal(office, {
      input: { proposal_collaborator: [collaborator] },
    })
    const reviewer = await aReviewer(world.ctx(), { first_name: 'Ulrike', last_name: 'Undisclosed' })
    await aReport(office, { proposal_id, reviewer, review: {} })
    const { open: load } = await open(both)
    load(`/proposals/detail/${proposal_id}?tab=tab-3`)
    await screen.findByText('You have a conflict of interest with this proposal')
    await screen.findByText('The reports are not shown to you.')
    for (const name of ['Add Reviewer', 'Update Global Score', 'Unlock', 'Cancel Submission'])
      expect(screen.queryByRole('button', { name })).toBeNull()
    expect(document.body.textContent).not.toContain('Undisclosed')
    const { open: again } = await open(office.actor)
    again(`/proposals/detail/${proposal_id}?tab=tab-3`)
    await screen.findByRole('link', { name: 'Ulrike Undisclosed' })
    for (const name of ['Add Reviewer', 'Update Global Score', 'Unlock', 'Cancel Submission', 'Withdraw'])
      expect(screen.getByRole('button', { name })).toBeTruthy()
  }))
