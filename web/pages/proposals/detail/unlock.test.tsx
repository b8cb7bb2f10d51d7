import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { anAssignment, aSample } from '#server/builders/samples.ts'
import { createReport, findMails } from '#server/testing/reviews.ts'
import type { TestServer } from '#server/testing/test_server.ts'
import { withBrowser } from '#web/testing.tsx'

const stateOf = async ({ db }: TestServer, id: number) =>
  db
    .selectFrom('proposals')
    .select(['status', 'unlocked_until'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()

/** Opens an item of the detail's overflow menu and returns its dialog. */
async function chooseAction(name: string, dialog: RegExp) {
  fireEvent.click(await screen.findByLabelText('More actions'))
  fireEvent.click(await screen.findByRole('menuitem', { name }))
  return within(await screen.findByRole('dialog', { name: dialog }))
}

describe('the unlock dialog', () => {
  test('names open reviewers and the recipient, and unlocks until the moment typed', () =>
    withBrowser(async (server, open) => {
      const { admin, proposal_id, reviewer, proposer } = await createReport(server, 2)
      const window = await open(admin)
      window.open(`/proposals/detail/${proposal_id}`)
      const dialog = await chooseAction('Unlock', /^Unlock this proposal\?$/u)
      dialog.getByText(
        `Open reviews: ${reviewer.name}. Reviewers will see when the proposal changed, and what.`,
      )
      dialog.getByText(`An e-mail goes to ${proposer.name} (${proposer.email}).`)
      const until = dialog.getByLabelText('Unlocked until')
      await window.fill(until, 'soon')
      fireEvent.click(dialog.getByRole('button', { name: 'Unlock' }))
      await dialog.findByText('Enter a date and time.')
      await window.fill(until, '2001-01-01 12:00')
      fireEvent.click(dialog.getByRole('button', { name: 'Unlock' }))
      await dialog.findByText('Choose a time in the future.')
      await window.fill(until, '2099-01-01 12:00')
      fireEvent.click(dialog.getByRole('button', { name: 'Unlock' }))
      await screen.findByText('Unlocked until 2099-01-01 12:00')
      const { status, unlocked_until } = await stateOf(server, proposal_id)
      expect([status, unlocked_until]).toEqual([2, new Date(2099, 0, 1, 12).toISOString()])
      expect(await findMails(server, 'proposal_unlocked')).toMatchObject([{ recipients: [proposer.email] }])

      const cancel = await chooseAction(
        'Cancel Unlock',
        /^Cancel the unlock of this proposal\? .* can then no longer change it\.$/u,
      )
      cancel.getByText('No e-mail is sent.')
      fireEvent.click(cancel.getByText('YES'))
      await waitFor(async () => expect((await stateOf(server, proposal_id)).unlocked_until).toBeNull())
      const mails = await server.db.selectFrom('mails').select('kind').orderBy('id', 'desc').execute()
      expect(mails[0]!.kind).toBe('proposal_unlocked')
    }))

  test('names no reviewer whose report a global score has closed', () =>
    withBrowser(async (server, open) => {
      const { admin, proposal_id } = await createReport(server, 2)
      await server.db
        .updateTable('proposals')
        .set({ global_score: 4 })
        .where('id', '=', proposal_id)
        .execute()
      const { open: load } = await open(admin)
      load(`/proposals/detail/${proposal_id}`)
      const dialog = await chooseAction('Unlock', /^Unlock this proposal\?$/u)
      expect(dialog.queryByText(/^Open reviews/u)).toBeNull()
    }))

  test('cancels the submission with it, naming the samples that are taken away', () =>
    withBrowser(async (server, open) => {
      const { admin, office, proposal_id } = await createReport(server, 3)
      const sample = await aSample(server.ctx(), { name: 'A0042' })
      await anAssignment(office, 1, [{ sample_id: sample.id, proposal_id }])
      const { open: load } = await open(admin)
      load(`/proposals/detail/${proposal_id}`)
      const dialog = await chooseAction('Unlock', /^Unlock this proposal\?$/u)
      expect(dialog.queryByText(/^Open reviews/u)).toBeNull()
      dialog.getByText(/^If you cancel the submission: .*No longer assigned to it: A0042\./u)
      fireEvent.click(dialog.getByText('Unlock and cancel the submission'))
      await screen.findByText(/Its submission has been cancelled\. No longer assigned to it: A0042\./u)
      expect((await stateOf(server, proposal_id)).status).toBe(1)
    }))
})
