import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { anAssignment, aSample } from '#server/builders/samples.ts'
import { createConflictedUser, createSubmittedProposal } from '#server/testing/allocation.ts'
import { withGrid } from '#web/testing/grid_fixture.ts'

const panel = (of: string | RegExp) => screen.findByRole('region', { name: of })

test('a candidate is assigned under its request, and can be moved to another', () =>
  withGrid(async ({ server: world, office, window, samples }) => {
    const asks = [4, 9].map((weight) => ({ sample_id: null, weight }))
    const id = await createSubmittedProposal(world, office, { score: 5, asks })
    const near = await aSample(world.ctx(office), { weight: 4.2 })
    const { open, user } = await window(office)
    open('/samples/assign/particle')
    const part = within(await panel(`By proposal ${id}`))
    const lines = within(await part.findByRole('region', { name: /Any Particle, 4 mg/ })).getAllByRole(
      'listitem',
    )
    expect(lines.map((line) => line.textContent)).toEqual([
      `${near.name}4.2 mg+5 %-`,
      `${samples[1]!.name}5.4 mg+35 %-`,
      expect.stringMatching(new RegExp(`^${samples[0]!.name}5.4 mg\\+35 %\\d+ \\(1\\)$`)),
    ])
    await user.click(part.getByRole('checkbox', { name: `Give ${near.name} to proposal ${id}, request 1` }))
    await part.findByText(/^Given in part: 1 of 2 pieces, 4\.2 of 13 mg, 1 missing$/)
    await user.click(part.getByRole('button', { name: new RegExp(`^${near.name}: answers request 1`) }))
    await user.click(
      await screen.findByRole('menuitemradio', {
        name: '2 Any Particle, 9 mg: room for 1, not as requested',
      }),
    )
    await part.findByRole('button', { name: new RegExp(`^${near.name}: answers request 2`) })
    await user.click(screen.getByRole('button', { name: 'Save' }))
    await user.click(await screen.findByRole('button', { name: 'YES' }))
    await screen.findByText('All saved')
    const saved = await world.db.selectFrom('assignments').select(['sample_id', 'priority']).execute()
    expect(saved).toEqual([{ sample_id: near.id, priority: 2 }])
  }))

test('the claimants of a clash are listed, and the sample is kept for one', () =>
  withGrid(async ({ server: world, office, window, proposals, samples }) => {
    await anAssignment(
      world.ctx(office),
      1,
      proposals.map((proposal_id) => ({ sample_id: samples[0]!.id, proposal_id })),
    )
    const { open, user } = await window(office)
    open('/samples/assign/particle')
    ;(await screen.findByRole('grid')).focus()
    await user.keyboard('s')
    const part = within(await panel(`By sample ${samples[0]!.name}`))
    const held = within(part.getByRole('region', { name: 'Held by' }))
    expect(held.getAllByRole('listitem').map((item) => item.textContent)).toEqual([
      expect.stringContaining('4.50'),
      expect.stringContaining('answers no request'),
    ])
    await user.click(held.getByRole('button', { name: `Keep for ${proposals[1]}` }))
    await screen.findByText('1 not saved')
    await waitFor(() => expect(held.queryByText(/^Assigned to 2 proposals/)).toBeNull())
    // The button that was pressed has gone.
    await waitFor(() => expect(document.activeElement?.getAttribute('aria-label')).toMatch(/^By sample/))
    const left = held.getAllByRole('checkbox').map((one) => one.getAttribute('aria-label'))
    expect(left).toEqual([`Give ${samples[0]!.name} to proposal ${proposals[1]}`])
  }))

test('the panel follows the cell, goes through the proposals by button and key, and Escape leads back', () =>
  withGrid(async ({ office, window, proposals }) => {
    const { open, user } = await window(office)
    open('/samples/assign/particle')
    const grid = await screen.findByRole('grid')
    await panel(`By proposal ${proposals[0]}`)
    grid.focus()
    await user.keyboard('{ArrowDown}')
    const second = await panel(`By proposal ${proposals[1]}`)
    await screen.findByText('2 of 2')
    await user.keyboard('p')
    await waitFor(() => expect(document.activeElement).toBe(second))
    await user.keyboard('{Alt>}k{/Alt}')
    await panel(`By proposal ${proposals[0]}`)
    const next = screen.getByRole('button', { name: 'Next proposal' })
    await user.click(next)
    await panel(`By proposal ${proposals[1]}`)
    expect(document.activeElement).toBe(next)
    await user.keyboard('{Escape}')
    expect(document.activeElement).toBe(grid)
  }))

test('a user with a conflict of interest sees neither score nor rank, and why nothing can be assigned', () =>
  withGrid(async ({ server: world, window, proposals, samples }) => {
    const { open } = await window(await createConflictedUser(world, proposals[0]!))
    open('/samples/assign/particle')
    const name = `Give ${samples[0]!.name} to proposal ${proposals[0]}, request 1`
    const tick = await screen.findByRole<HTMLInputElement>('checkbox', { name })
    expect(tick.disabled).toBe(true)
    const part = within(await panel(`By proposal ${proposals[0]}`))
    part.getByText('Rank -')
    part.getByText(/someone else must assign its samples/)
    expect(part.queryByText('4.50')).toBeNull()
  }))
