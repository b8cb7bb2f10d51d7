import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { aReport, aReviewer } from '#server/builders/reports.ts'
import { createReport, findMails } from '#server/testing/reviews.ts'
import type { TestServer } from '#server/testing/test_server.ts'
import { withBrowser } from '#web/testing.tsx'

/** A proposal with a request and an accepted report; the office has chosen the view Ranking. */
async function createOpenReports(world: TestServer) {
  const made = await createReport(world)
  const { office, proposal_id, admin } = made
  for (const [last_name, status] of [
    ['Asked', 1],
    ['Writing', 2],
    ['Done', 3],
  ] as const)
    await aReport(office, {
      proposal_id,
      reviewer: await aReviewer(world.ctx(), { first_name: 'Rin', last_name }),
      status,
    })
  await world.db.deleteFrom('mails').execute()
  const { api } = await world.as(admin)
  await api.session.chooseViews({ body: { proposals: 'ranking' } })
  const stored = async () => {
    const { global_score } = await api.staff.get({ params: { id: proposal_id } })
    return [global_score, (await findMails(world, 'review_closed')).length]
  }
  return { ...made, stored }
}

const answer = async (name: 'YES' | 'NO', tell = false) => {
  const dialog = within(await screen.findByRole('dialog', { name: /^Close the reviewing/u }))
  const named = dialog.getAllByRole('listitem').map(({ textContent }) => textContent)
  expect(named).toEqual(['Rin Asked: Requested', 'Rin Writing: Accepted'])
  if (tell) fireEvent.click(dialog.getByLabelText('Tell them that their report is no longer needed'))
  fireEvent.click(dialog.getByText(name))
}

describe('a first global score with open reports', () => {
  test('is asked about in the ranking, saved by name, and taken back by Undo', () =>
    withBrowser(async (world, open) => {
      const { admin, proposal_id, stored } = await createOpenReports(world)
      const { user, open: load } = await open(admin)
      load('/proposals')
      const cell = () =>
        waitFor(() => {
          const button = document.querySelector<HTMLElement>('[data-edit="global_score"]')
          expect(button).not.toBeNull()
          return button!
        })
      fireEvent.click(await cell())
      await user.keyboard('4.5{Enter}')
      await answer('NO')
      await waitFor(() => expect(screen.queryByRole('dialog', { name: /^Close/u })).toBeNull())
      expect(await stored()).toEqual([null, 0])
      ;(await screen.findByLabelText(`Global Score of ${proposal_id}`)).focus()
      await user.keyboard('{Enter}')
      await answer('YES')
      await screen.findByText(`${proposal_id}: 4.50 saved. Closed: the reports of Rin Asked and Rin Writing.`)
      expect(await stored()).toEqual([4.5, 0])
      fireEvent.click(screen.getByRole('button', { name: 'Undo' }))
      await screen.findByText(/^\d+: global score cleared\. Open again/u)
      expect(await stored()).toEqual([null, 0])
    }))

  test('tells the reviewers on request, from the detail, and then offers no Undo', () =>
    withBrowser(async (world, open) => {
      const { admin, proposal_id, stored } = await createOpenReports(world)
      const { fill, open: load } = await open(admin)
      load(`/proposals/detail/${proposal_id}`)
      fireEvent.click(await screen.findByRole('button', { name: 'Update Global Score' }))
      const form = within(await screen.findByRole('dialog', { name: 'Update Global Score' }))
      await fill(form.getByLabelText('Global Score'), '3')
      fireEvent.click(form.getByRole('button', { name: 'Save' }))
      await answer('YES', true)
      await screen.findByText(/3\.00 saved\. Closed: the reports of .*\. They have been e-mailed\./u)
      expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull()
      expect(await stored()).toEqual([3, 2])
    }))
})
