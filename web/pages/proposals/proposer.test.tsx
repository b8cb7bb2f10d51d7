import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { aTerm, aUser, daysFrom } from '#server/builders/people.ts'
import { aProposalInput, aSavedProposal, aSubmittedProposal } from '#server/builders/proposals.ts'
import { aSample } from '#server/builders/samples.ts'
import type { TestServer } from '#server/testing/test_server.ts'
import { fieldAt, withBrowser } from '#web/testing.tsx'

/** A button by its text; faster than a query by role. */
const button = (text: string) => screen.getByText(text).closest('button')!
const sample = (n: number) => fieldAt(`samples.${n - 1}.sample`)
const checkbox = async (name: string) =>
  within(await fieldAt('accepted_terms')).findByLabelText<HTMLInputElement>(name)
const office = async ({ ctx }: TestServer) => ctx(await aUser(ctx(), ['admin']))

describe('MyProposal', () => {
  test('shows what is missing, then submits after a confirmation', () =>
    withBrowser(async (world, open) => {
      await aTerm(world.ctx())
      const { actor, proposal_id } = await aSavedProposal(await office(world), {
        input: { check_organization: 0 },
      })
      const window = await open(actor)
      window.open('/proposals/myProposal')
      const missing = await screen.findByRole('link', { name: 'My organization approves this proposal' })
      expect(missing.getAttribute('href')).toBe(`/proposals/edit/${proposal_id}?field=check_organization`)
      await waitFor(() => expect(button('Submit').ariaDisabled).toBe('true'))
      const { api } = await world.as(actor)
      await api.proposals.save({ params: { id: proposal_id }, body: aProposalInput() })

      window.open('/proposals/myproposal')
      await screen.findByRole('heading', { name: 'MyProposal' })
      await screen.findByText(/^Ready to submit/u)
      await waitFor(() => expect(button('Submit').ariaDisabled).toBe('false'))
      fireEvent.click(button('Submit'))
      await screen.findByText('Do you submit this Proposal?')
      await screen.findByText('Ryugu: 1 row, 0.0 mg')
      await screen.findByText(
        /^You can edit it until .* or until a review is requested, whichever is earlier\.$/u,
      )
      fireEvent.click(button('YES'))
      await screen.findByText('The proposal has been submitted.')
      await screen.findAllByText('Submitted')
      await screen.findByText(/^You can edit it until /u)
      expect((await api.proposals.mine()).status).toBe(2)
    }))

  test('after the deadline shows why nothing can be changed, and earlier proposals', () =>
    withBrowser(async (world, open) => {
      const { ctx, db } = world
      const admin = await office(world)
      await aTerm(ctx(), { id: 6 })
      const email = 'p@example.org'
      const { actor } = await aSubmittedProposal(admin, { notice: { email }, input: { title: 'Old' } })
      await db.updateTable('terms').set({ is_current: false, disabled: true }).execute()
      const term = await aTerm(ctx())
      const { proposal_id } = await aSavedProposal(admin, { notice: { email }, input: { title: 'New' } })
      const before = await open(actor)
      before.open(`/proposals/edit/${proposal_id}`)
      fireEvent.change(await fieldAt('properties'), { target: { value: 'Typed too late' } })
      before.open('/proposals/myproposal')
      await screen.findByText(/^Ready to submit/u)
      await waitFor(() => expect(button('Submit').ariaDisabled).toBe('false'))
      // After a refusal at the deadline the screen shows that it is closed.
      const closeAt = (proposals_close_at: string) =>
        db
          .updateTable('terms')
          .set({ noi_closes_at: proposals_close_at, proposals_close_at })
          .where('id', '=', term.id)
          .execute()
      await closeAt(ctx().now().toISOString())
      fireEvent.click(button('Submit'))
      fireEvent.click(await screen.findByText('YES'))
      await waitFor(() => expect(button('Submit').ariaDisabled).toBe('true'))
      await closeAt(term.proposals_close_at)
      world.at(term.proposals_close_at)
      const window = await open(actor)
      window.open(`/proposals/edit/${proposal_id}`)
      await screen.findByRole('heading', { name: 'Proposal: New' })
      await screen.findByText(/ask \S+@\S+ to unlock it\. You can then change and submit it until/u)
      expect((await screen.findByLabelText<HTMLTextAreaElement>('Remarks')).value).toBe('Typed too late')
      expect(screen.queryByText('Save')).toBeNull()
      screen.getByRole('tab', { name: 'Sample' })
      window.open('/proposals/myproposal')
      await screen.findByText(/^The deadline of AO7 has passed/u)
      for (const name of ['Edit', 'Submit'])
        await waitFor(() => expect(button(name).ariaDisabled).toBe('true'))
      fireEvent.click(await screen.findByText('Old'))
      await screen.findByRole('heading', { name: 'Proposals from the past' })
      await screen.findByText('AO6')
      fireEvent.click(within(screen.getByRole('tablist')).getByRole('tab', { name: 'Sample' }))
      await screen.findByText('No samples are assigned.')
      world.at(daysFrom(new Date(term.proposals_open_at), -1))
      window.open('/proposals/myproposal')
      await screen.findByText('Proposal submission page is already open. Please proceed to make a proposal.')
      for (const name of ['Edit', 'Submit'])
        await waitFor(() => expect(button(name).ariaDisabled).toBe('true'))
    }))
})

describe('the edit form', () => {
  test('shows each error on its field, and restores the draft after a reload', () =>
    withBrowser(async (world, open) => {
      const { ctx } = world
      await aTerm(ctx(), { id: 6, is_current: false })
      await aTerm(ctx())
      const { name } = await aSample(ctx(), { sample_type: 1 })
      const { actor, proposal_id } = await aSavedProposal(await office(world))
      const window = await open(actor)
      const type = (field: HTMLElement, value: string) => fireEvent.change(field, { target: { value } })
      window.open(`/proposals/edit/${proposal_id}`)
      const table = await screen.findByLabelText('Request Sample')
      const rows = () => [...table.querySelectorAll('tbody tr')]
      expect(rows()).toHaveLength(10)
      type(await fieldAt('samples.1.type'), '1')
      fireEvent.mouseDown(await sample(2))
      fireEvent.click(await within(table).findByText(name))
      fireEvent.click(within(table).getByLabelText('Delete sample 1'))
      expect(rows()).toHaveLength(9)
      expect((await sample(1)).value).toBe(name)
      fireEvent.click(await checkbox('Not applicable'))
      for (const other of ['AO6', 'Initial analysis', 'Phase-2 curation'])
        expect((await checkbox(other)).disabled).toBe(true)
      type(await fieldAt('title'), '')
      type(await fieldAt('abstract'), 'word '.repeat(201))
      expect(screen.getByText('201 / 200 words')).toBeTruthy()
      fireEvent.click(screen.getByText('Save'))
      await screen.findByText(/^Error: Save failed\. If there are red-colored areas/u)
      expect(screen.getByText('This field is required.')).toBeTruthy()
      expect(screen.getByText('Max 200 words')).toBeTruthy()
      expect(document.activeElement).toBe(await fieldAt('title'))

      // After a reload the sample can no longer be requested.
      await world.db.updateTable('samples').set({ sample_type: 3 }).where('name', '=', name).execute()
      window.open(`/proposals/edit/${proposal_id}`)
      await screen.findByText(/^Your draft of .* was restored\.$/u)
      expect((await checkbox('Not applicable')).checked).toBe(true)
      await screen.findByText(`Sample ${name} is no longer on offer.`)
      expect((await sample(1)).value).toBe('')

      const title = (await fieldAt('title')).value
      fireEvent.click(screen.getByText('Discard draft'))
      const dialog = within(await screen.findByRole('dialog', { name: /discard your draft/u }))
      const discarded = dialog.getAllByRole('listitem').map(({ textContent }) => textContent)
      expect(discarded).toEqual(['Abstract', 'Title', 'Request Sample', 'Previous Status'])
      fireEvent.click(dialog.getByText('DISCARD'))
      await screen.findByText('Your draft was discarded.')
      expect((await fieldAt('title')).value).toBe(aProposalInput().title)
      fireEvent.click(screen.getByText('Undo'))
      expect((await fieldAt('title')).value).toBe(title)
      await screen.findByText(/^Your draft of .* was restored\.$/u)

      // Deleting an empty row is not listed as a change.
      fireEvent.click(screen.getByText('Discard draft'))
      fireEvent.click(await screen.findByText('DISCARD'))
      fireEvent.click(await screen.findByLabelText('Delete sample 2'))
      type(await fieldAt('title'), 'Another')
      window.open(`/proposals/edit/${proposal_id}`)
      fireEvent.click(await screen.findByText('Discard draft'))
      const again = within(await screen.findByRole('dialog', { name: /discard your draft/u }))
      expect(again.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual(['Title'])
    }))

  test('is forbidden for another proposer', () =>
    withBrowser(async (world, open) => {
      await aTerm(world.ctx())
      const admin = await office(world)
      const { proposal_id } = await aSavedProposal(admin)
      const { actor } = await aSavedProposal(admin)
      const window = await open(actor)
      window.open(`/proposals/edit/${proposal_id}`)
      await screen.findByRole('heading', { name: /forbidden/iu })
    }))
})
