import { screen, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { PARTICLE_GRID } from '#domain/allocation/grid.ts'
import { aUser } from '#server/builders/people.ts'
import { anAssignment, aSample } from '#server/builders/samples.ts'
import { loanScene } from '#server/testing/loan_scene.ts'
import type { TestServer } from '#server/testing/test_server.ts'
import { withBrowser } from '#web/testing.tsx'

/** A proposer with a late loan and one without its report, another who owes nothing, and a sample assigned to each. */
async function owing(world: TestServer) {
  const scene = await loanScene(world)
  const late = await scene.lend('in_use')
  const back = await scene.lend('returned')
  const due_on = new Date(Date.now() - 12 * 86_400_000).toISOString().slice(0, 10)
  await world.db.updateTable('loans').set({ due_on }).where('number', '=', late).execute()
  const proposals = world.db.selectFrom('proposals').select('id').where('user_id', '=', scene.people.other.id)
  const { id: other } = await proposals.executeTakeFirstOrThrow()
  const assigned = []
  for (const proposal_id of [scene.proposal_id, other]) {
    const sample = await aSample(scene.officeCtx)
    await anAssignment(scene.officeCtx, PARTICLE_GRID, [{ sample_id: sample.id, proposal_id }])
    assigned.push({ ...sample, proposal_id })
  }
  return { ...scene, late, back, assigned }
}

const OWES = /Owes from earlier loans:/u

test('the Assigned list says what a proposer owes from earlier loans, and leads to the loans', () =>
  withBrowser(async (world, window) => {
    const { people, late, back, assigned } = await owing(world)
    const { open } = await window(people.office)
    open('/samples/assigned')
    const line = await screen.findByText(OWES)
    expect(line.textContent).toContain(
      `Owes from earlier loans: ${late} is 12 days late; no report of use for ${back}`,
    )
    for (const number of [late, back]) {
      const link = within(line).getByRole<HTMLAnchorElement>('link', { name: number })
      expect(new URL(link.href).pathname).toBe(`/loans/${number}`)
    }
    // The other proposal is listed, and owes nothing.
    await screen.findByLabelText(`Confirm ${assigned[1]!.name} for proposal ${assigned[1]!.proposal_id}`)
    expect(screen.getAllByText(OWES)).toHaveLength(1)
  }))

test('the proposal says it to the office, and to the panel nothing', () =>
  withBrowser(async (world, window) => {
    const { people, proposal_id, late } = await owing(world)
    const shown = await window(people.office)
    shown.open(`/proposals/detail/${proposal_id}`)
    await screen.findByText(OWES)
    await screen.findByRole('link', { name: late })
    const panel = await window(await aUser(world.ctx(), ['panel']))
    const asked = vi.spyOn(globalThis, 'fetch')
    panel.open(`/proposals/detail/${proposal_id}`)
    await screen.findByRole('tab', { name: 'Review' })
    expect(screen.queryByText(OWES)).toBeNull()
    expect(asked.mock.calls.filter(([path]) => String(path).includes('/loans/owed'))).toEqual([])
    asked.mockRestore()
  }))
