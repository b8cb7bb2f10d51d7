import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { aConflict } from '#server/builders/conflicts.ts'
import { aUser } from '#server/builders/people.ts'
import { createReport } from '#server/testing/reviews.ts'
import { withBrowser } from '#web/testing.tsx'

const TABS = ['tab-1', 'tab-2', 'tab-3', 'tab-4']

/** What can be pressed on the detail's tabs, from the heading on, without tabs, folds, neighbours and breadcrumbs. */
const pressable = () =>
  [...document.querySelectorAll('#content button, #content [role=button], #content a, #content textarea')]
    .filter(
      (one) => !one.closest('header') && !one.matches('[role=tab], [aria-expanded]:not([aria-haspopup])'),
    )
    .map((one) => (one.textContent || one.getAttribute('aria-label')) ?? '')

test('with a conflict, a member of the office finds nothing on the detail that writes', () =>
  withBrowser(async (world, window) => {
    const { admin, proposer, proposal_id } = await createReport(world, 3)
    const shown: Record<string, Record<string, string[]>> = { free: {}, inConflict: {} }
    const concerned = await aUser(world.ctx(), ['admin', 'panel'])
    await aConflict(world.ctx(concerned), { proposal_id })
    for (const [who, actor] of [
      ['free', admin],
      ['inConflict', concerned],
    ] as const) {
      const { open } = await window(actor)
      for (const tab of TABS) {
        open(`/proposals/detail/${proposal_id}?tab=${tab}`)
        await screen.findByRole('tab', { selected: true })
        await waitFor(() =>
          expect(document.querySelector('[aria-label="Conflicts of interest"]')).toBeTruthy(),
        )
        shown[who]![tab] = pressable()
      }
    }
    const person = proposer.email
    expect(shown.inConflict).toEqual({
      'tab-1': [person, 'PDF Export'],
      'tab-2': [person],
      'tab-3': [person, 'Download All Reports'],
      'tab-4': [person],
    })
    const actions = [
      'Update Global Score',
      'Add Reviewer',
      'More actions',
      'Declare a conflict',
      'Record a conflict',
    ]
    expect(shown.free!['tab-1']).toEqual(expect.arrayContaining(actions))
    expect(shown.free!['tab-2']).toContain('Edit additional note')
    expect(shown.free!['tab-3']!.join()).toContain('Cancel Submit')
  }))
