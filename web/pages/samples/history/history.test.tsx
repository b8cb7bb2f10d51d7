import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { aTerm, aUser } from '#server/builders/people.ts'
import { anAssignment, aSample } from '#server/builders/samples.ts'
import { createSubmittedProposal } from '#server/testing/allocation.ts'
import { withBrowser } from '#web/testing.tsx'

test('a sample’s name in the list leads to who asked for it, who has it and what happened', () =>
  withBrowser(async (world, window) => {
    const { ctx } = world
    await aTerm(ctx())
    const office = await aUser(ctx(), ['admin'])
    const sample = await aSample(ctx())
    const proposal_id = await createSubmittedProposal(world, office, {
      asks: [{ sample_id: sample.id }],
      score: 4.5,
    })
    await anAssignment(ctx(office), 1, [{ sample_id: sample.id, proposal_id }], { confirmed: true })
    const { open, user, path } = await window(await aUser(ctx(), ['panel']))
    open('/samples')
    await user.click(await screen.findByRole('link', { name: sample.name }))
    await screen.findByText(`Confirmed for proposal ${proposal_id} of AO7`)
    expect(path()).toBe(`/samples/history/${sample.id}`)
    const asked = within(screen.getByRole('table', { name: 'Requested by' }))
    asked.getByText('Excellent')
    const happened = within(screen.getByRole('table', { name: 'History' }))
    const rows = happened.getAllByRole('row').map((row) => row.textContent)
    expect(rows.slice(1)).toEqual([
      expect.stringContaining(`${office.name}Confirmed for ${proposal_id}: `),
      expect.stringContaining(`${office.name}Assigned to ${proposal_id}: `),
      expect.stringContaining('Added to the catalogue'),
    ])
    expect(screen.queryByRole('link', { name: 'Audit log' })).toBeNull()
  }))
