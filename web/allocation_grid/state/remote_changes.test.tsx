import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { aUser } from '#server/builders/people.ts'
import { anAssignment } from '#server/builders/samples.ts'
import { storedAssignments, withGrid } from '#web/testing/grid_fixture.ts'

const box = (sample: { name: string }, proposal: number) =>
  screen.findByRole<HTMLInputElement>('checkbox', { name: `Assign ${sample.name} to proposal ${proposal}` })

test('changes of others arrive beside unsaved ones, and a later save keeps both', () =>
  withGrid(async ({ server: world, office, window, proposals, samples }) => {
    const { open, user } = await window(office)
    open('/samples/assign/particle')
    await user.click(await box(samples[0]!, proposals[0]!))
    const other = await aUser(world.ctx(), ['admin'], { first_name: 'Mika', last_name: 'Aalto' })
    await anAssignment(world.ctx(other), 1, [{ sample_id: samples[1]!.id, proposal_id: proposals[1]! }])
    const others = await screen.findByRole('button', { name: 'Others: 1 change' })
    // For a screen reader: a live region.
    expect(screen.getAllByRole('status').map(({ textContent }) => textContent)).toContain(
      'Mika Aalto: 1 assigned',
    )
    await user.click(others)
    await screen.findByText(new RegExp(`^${samples[1]!.name} was assigned to proposal .* by Mika Aalto`))
    await user.click(screen.getByRole('button', { name: 'Close' }))
    await waitFor(() => expect(screen.queryByRole('button', { name: /^Others/ })).toBeNull())
    expect((await box(samples[0]!, proposals[0]!)).checked).toBe(true)
    expect((await box(samples[1]!, proposals[1]!)).checked).toBe(true)
    await screen.findByText('1 not saved')
    await user.click(screen.getByRole('button', { name: 'Save' }))
    await user.click(await screen.findByRole('button', { name: 'YES' }))
    await screen.findByText('All saved')
    expect(await storedAssignments(world)).toHaveLength(2)
  }))

test('changes saved in another window of the user are not reported as those of others; a rejected change is named', () =>
  withGrid(async ({ server: world, office, window, proposals, samples }) => {
    const { open, user } = await window(office)
    open('/samples/assign/particle')
    await user.click(await box(samples[0]!, proposals[0]!))
    await anAssignment(world.ctx(office), 1, [{ sample_id: samples[1]!.id, proposal_id: proposals[1]! }])
    await waitFor(async () => expect((await box(samples[1]!, proposals[1]!)).checked).toBe(true))
    expect(screen.queryByRole('button', { name: /^Others/ })).toBeNull()
    const other = await aUser(world.ctx(), ['admin'])
    const pair = { sample_id: samples[0]!.id, proposal_id: proposals[1]! }
    await anAssignment(world.ctx(other), 1, [pair], { confirmed: true })
    const notice = (
      await screen.findByText('One of your assignments could not be kept.')
    ).closest<HTMLElement>('[role=alert]')!
    within(notice).getByText(new RegExp(`${samples[0]!.name} is confirmed for proposal ${proposals[1]}\\.`))
    expect((await box(samples[0]!, proposals[0]!)).checked).toBe(false)
  }))
