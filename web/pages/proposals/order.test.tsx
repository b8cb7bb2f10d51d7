import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { aTerm, aUser } from '#server/builders/people.ts'
import { aSubmittedProposal } from '#server/builders/proposals.ts'
import { aReviewer, aSubmittedReport } from '#server/builders/reports.ts'
import type { TestServer } from '#server/testing/test_server.ts'
import { withBrowser } from '#web/testing.tsx'

/** The totals of the reports of each proposal: the last is the best, the others are hard to tell apart. */
const TOTALS = [
  [4, 6],
  [6, 5],
  [6, 8],
  [5, 7],
  [7, 8],
  [10, 9],
]

/** Six proposals with two reports each, for people who have chosen the view Ranking. */
async function createRanking(world: TestServer) {
  await aTerm(world.ctx())
  const admin = await aUser(world.ctx(), ['admin'])
  const panel = await aUser(world.ctx(), ['panel'])
  const office = world.ctx(admin)
  const reviewers = [await aReviewer(world.ctx()), await aReviewer(world.ctx()), await aReviewer(world.ctx())]
  const ids: number[] = []
  for (let n = 0; n < 6; n += 1) {
    const { proposal_id } = await aSubmittedProposal(office)
    ids.push(proposal_id)
    for (const [k, total] of TOTALS[n]!.entries()) {
      const science_score = Math.ceil(total / 2)
      await aSubmittedReport(office, {
        proposal_id,
        reviewer: reviewers[(n + k) % 3]!,
        review: { science_score, technical_score: total - science_score },
      })
    }
  }
  await world.db
    .updateTable('users')
    .set({ list_views: JSON.stringify({ proposals: 'ranking' }) })
    .execute()
  const { api } = await world.as(panel)
  return { admin, panel, ids, order: () => api.staff.adjusted({ query: {} }) }
}

const rowOf = (id: number) => screen.findByRole('row', { name: new RegExp(` ${id}: `, 'u') })

describe('the ranking', () => {
  test('shows expected rank and interval of each proposal', () =>
    withBrowser(async (world, window) => {
      const { panel, order } = await createRanking(world)
      const { open } = await window(panel)
      open('/proposals')
      for (const { id, expected, low, high } of (await order()).proposals)
        await waitFor(async () =>
          expect((await rowOf(id)).textContent).toContain(`${expected.toFixed(1)} (${low} to ${high})`),
        )
    }))

  test('marks the tie zone, with a sentence above it, and the line', () =>
    withBrowser(async (world, window) => {
      const { panel, order } = await createRanking(world)
      await world.db.updateTable('terms').set({ panel_line: 2 }).execute()
      const { zone, proposals } = await order()
      expect(zone.length).toBeGreaterThan(1)
      expect(zone.length).toBeLessThan(proposals.length)
      const { open } = await window(panel)
      open('/proposals')
      const band = await screen.findByText(`Tie zone, ${zone.length} proposals`)
      expect(band.parentElement!.textContent).toContain(
        'Their 90 % intervals cross the line after rank 2, which the office has set. The reviews alone cannot order them; merit is for the panel to judge.',
      )
      for (const { id } of proposals)
        expect((await rowOf(id)).hasAttribute('data-zone'), String(id)).toBe(zone.includes(id))
      const rows = screen.getAllByRole('row')
      const last = rows.filter((row) => row.hasAttribute('data-line'))
      const second = proposals.toSorted((a, b) => a.expected - b.expected)[1]!
      expect(last.map((row) => row.getAttribute('data-row'))).toEqual([String(second.id)])
      const above = rows[rows.indexOf(band.closest('tr')!) + 1]!
      expect(above.getAttribute('data-row')).toBe(String(zone[0]))
    }))

  test('lets the office set the line, and clear it', () =>
    withBrowser(async (world, window) => {
      const { admin, order } = await createRanking(world)
      const { open, user, fill } = await window(admin)
      open('/proposals')
      await screen.findByText(/^The line is above rank 1, where the material at hand ends\./u)
      await user.click(screen.getByRole('button', { name: 'Set the line' }))
      const dialog = () => within(screen.getByRole('dialog'))
      await fill(await screen.findByLabelText('Places above the line'), '3')
      await user.click(dialog().getByRole('button', { name: 'Save' }))
      await screen.findByText('The line of AO7 is after rank 3.')
      await screen.findByText(/^The line is after rank 3, set by the office\./u)
      expect(await order()).toMatchObject({ line: 3, line_from: 'set' })
      await user.click(screen.getByRole('button', { name: 'Set the line' }))
      await fill(await screen.findByLabelText('Places above the line'), '')
      await user.click(dialog().getByRole('button', { name: 'Save' }))
      await waitFor(async () => expect((await order()).line_from).toBe('material'))
    }))

  test('does not offer the panel to set the line', () =>
    withBrowser(async (world, window) => {
      const { panel } = await createRanking(world)
      const { open } = await window(panel)
      open('/proposals')
      await screen.findByText(/^The line is above rank 1/u)
      expect(screen.queryByRole('button', { name: 'Set the line' })).toBeNull()
    }))
})
