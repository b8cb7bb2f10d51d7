import { screen, within } from '@testing-library/react'
import fc from 'fast-check'
import { afterEach, expect, test, vi } from 'vitest'
import type { GridProposal, GridSample } from '#domain/allocation/contract.ts'
import { anAssignment, aSample } from '#server/builders/samples.ts'
import { createSubmittedProposal } from '#server/testing/allocation.ts'
import { type GridFixture, withGrid } from '#web/testing/grid_fixture.ts'

const PROPOSALS = 8
const SAMPLES = 14

afterEach(() => vi.restoreAllMocks())

/** A grid with cells of every kind, in a window as large as a screen. */
async function withFullGrid(
  work: (scene: GridFixture & { rows: GridProposal[]; columns: GridSample[] }) => Promise<void>,
) {
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(2000)
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(900)
  await withGrid(async (scene) => {
    const { server, office, samples, proposals } = scene
    while (samples.length < SAMPLES) samples.push(await aSample(server.ctx()))
    while (proposals.length < PROPOSALS) {
      const n = proposals.length
      const asks = [samples[n]!, samples[n + 1]!].map(({ id }) => ({ sample_id: id }))
      proposals.push(await createSubmittedProposal(server, office, { score: n / 2, asks }))
    }
    const pair = (sample: number, proposal: number) => ({
      sample_id: samples[sample]!.id,
      proposal_id: proposals[proposal]!,
    })
    await anAssignment(server.ctx(office), 1, [pair(2, 2), pair(5, 5)], { confirmed: true })
    await anAssignment(server.ctx(office), 1, [pair(3, 3), pair(4, 3), pair(4, 4), pair(9, 7)])
    const { api } = await server.as(office)
    const params = { params: { grid: '1' as const } }
    await work({
      ...scene,
      rows: await api.allocation.proposalsOf(params),
      columns: await api.allocation.samplesOf(params),
    })
  })
}

/** What a cell holds and what can be done with it, from the answers of the server. */
function expectedCell(proposal: GridProposal, { name, assigned_sample, requested_sample }: GridSample) {
  const request = requested_sample.find(({ proposal_id }) => proposal_id === proposal.id)
  const own = assigned_sample.find(({ proposal_id }) => proposal_id === proposal.id)
  const confirmed = assigned_sample.find(({ status }) => status === 1)
  const states = [
    request && `priority ${request.priority}`,
    own ? (own.status === 1 ? 'confirmed' : 'assigned') : 'not assigned',
    own && assigned_sample.length > 1 && 'clash',
  ]
  return {
    name: `${name}, proposal ${proposal.id}: ${states.filter(Boolean).join(', ')}`,
    description: confirmed
      ? `Cannot be changed: ${name} is confirmed${own ? '. Cancel that on the Assigned Sample List first' : ` for proposal ${confirmed.proposal_id}`}.`
      : `Space ${own ? 'removes' : 'assigns'} it`,
  }
}

test('a hundred random cells say their row, their column, what they hold and what can be done', () =>
  withFullGrid(async ({ office, window, rows, columns }) => {
    const { open } = await window(office)
    open('/samples/assign/particle?order=name')
    const grid = await screen.findByRole('grid', { name: 'Assign Samples: Particle and Aggregate' })
    await within(grid).findByRole('gridcell', {
      name: new RegExp(`^${columns.at(-1)!.name}.*${rows[0]!.id}:`),
    })
    expect(grid.getAttribute('aria-rowcount')).toBe(String(rows.length + 1))
    expect(grid.getAttribute('aria-colcount')).toBe(String(columns.length + 1))
    const lines = within(grid).getAllByRole('row')
    const heads = within(lines[0]!).getAllByRole('columnheader')
    fc.assert(
      fc.property(fc.nat(rows.length - 1), fc.nat(columns.length - 1), (i, j) => {
        const [proposal, sample] = [rows[i]!, columns[j]!]
        const line = lines.find((row) => row.getAttribute('aria-rowindex') === String(i + 2))!
        expect(within(line).getByRole('rowheader').textContent).toContain(`${proposal.id}${proposal.name}`)
        const column = String(j + 2)
        const head = heads.find((one) => one.getAttribute('aria-colindex') === column)!
        expect(within(head).getByRole('button', { name: `Details of ${sample.name}` })).toBeDefined()
        const { name, description } = expectedCell(proposal, sample)
        const cell = within(line).getByRole('gridcell', { name })
        expect(cell.getAttribute('aria-colindex')).toBe(column)
        expect(cell.getAttribute('aria-description')).toBe(description)
      }),
      { numRuns: 100 },
    )
  }))

test('the head is one tab stop, the cells another; arrow keys move within the head', () =>
  withFullGrid(async ({ office, window, columns }) => {
    const { open, user } = await window(office)
    open('/samples/assign/particle?order=name')
    const grid = await screen.findByRole('grid')
    await within(grid).findAllByRole('gridcell')
    const stops = [
      ...grid.querySelectorAll<HTMLElement>('a[href], button:not(:disabled), input, [tabindex]'),
    ].filter(({ tabIndex }) => tabIndex >= 0)
    expect(stops.map((stop) => stop.getAttribute('aria-label'))).toEqual(['Larger'])
    grid.focus()
    await user.tab()
    expect(document.activeElement).toBe(stops[0])
    await user.keyboard('{ArrowRight}')
    expect(document.activeElement!.getAttribute('aria-label')).toBe(`Details of ${columns[0]!.name}`)
    await user.keyboard('{ArrowRight}{ArrowLeft}{Enter}')
    await screen.findByRole('region', { name: `By sample ${columns[0]!.name}` })
    stops[0]!.focus()
    await user.keyboard('{ArrowDown}')
    expect(document.activeElement).toBe(grid)
  }))
