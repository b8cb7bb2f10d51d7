import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { aSubmittedProposal } from '#server/builders/proposals.ts'
import { createReport } from '#server/testing/reviews.ts'
import { withBrowser } from '#web/testing.tsx'

const focusedRow = () => document.activeElement?.closest<HTMLElement>('[data-row]')?.dataset.row

test('back to a list, the link of the row through which it was left has the focus', () =>
  withBrowser(async (world, window) => {
    const { admin, office, proposal_id } = await createReport(world)
    const { proposal_id: other } = await aSubmittedProposal(office)
    const { open, user, back, path } = await window(admin)
    open('/proposals?per_page=50')
    for (const [id, name] of [
      [other, /^DETAIL/u],
      [proposal_id, new RegExp(`^${proposal_id}: `, 'u')],
    ] as const) {
      const links = await screen.findAllByRole('link', { name })
      const link = links.find((one) => one.closest<HTMLElement>('[data-row]')?.dataset.row === String(id))!
      const text = link.textContent
      await user.click(link)
      await waitFor(() => expect(path()).toBe(`/proposals/detail/${id}`))
      await waitFor(() => expect(document.activeElement?.id).toBe('heading'))
      back()
      await waitFor(() => expect(focusedRow()).toBe(String(id)))
      expect(document.activeElement?.textContent).toBe(text)
    }
  }))

test('one key leads from the heading of a list past its controls to the first row', () =>
  withBrowser(async (world, window) => {
    const { admin, proposal_id } = await createReport(world)
    const { open, user } = await window(admin)
    open('/proposals')
    await screen.findByText('1 result')
    document.getElementById('heading')!.focus()
    await user.tab()
    expect(document.activeElement?.textContent).toBe('Skip to the list')
    await user.keyboard('{Enter}')
    expect(focusedRow()).toBe(String(proposal_id))
  }))
