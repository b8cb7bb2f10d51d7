import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { aUser } from '#server/builders/people.ts'
import { aReport } from '#server/builders/reports.ts'
import { createReport } from '#server/testing/reviews.ts'
import { withBrowser } from '#web/testing.tsx'

describe('the users', () => {
  test('can be listed, filtered by role, added and opened', () =>
    withBrowser(async ({ ctx, db }, open) => {
      const admin = await aUser(ctx(), ['admin'], { last_name: 'Office' })
      await aUser(ctx(), ['reviewer'], { first_name: 'Bo', last_name: 'Gone', disabled: true })
      const { user, fill, open: load, path } = await open(admin)
      load('/users')
      await screen.findByText('2 results')
      for (const role of ['Reviewer', 'Panel', 'Proposer'])
        await user.click(await screen.findByLabelText(role))
      await user.click(screen.getByRole('button', { name: 'Search' }))
      await screen.findByText('1 result')
      await user.click(screen.getByRole('link', { name: 'ADD' }))

      await user.click(await screen.findByRole('button', { name: 'Save' }))
      expect(await screen.findAllByText('This field is required')).toHaveLength(3)
      for (const [label, text] of [
        [/^First Name/u, 'Cy'],
        [/^Last Name/u, 'New'],
        [/^E-mail(?! a temporary)/u, 'cy@example.org'],
      ] as const)
        await fill(screen.getByLabelText(label), text)
      await user.click(screen.getByRole('button', { name: 'Save' }))
      await screen.findByText('Please choose at least one role.')
      await user.click(screen.getByLabelText('Panel'))
      await user.click(screen.getByRole('button', { name: 'Save' }))
      await user.click(await screen.findByRole('button', { name: 'YES' }))
      await screen.findByText('Saved successfully')
      await screen.findByText('1 result')
      expect(path()).toMatch(/^\/users/u)
      const made = await db
        .selectFrom('users')
        .selectAll()
        .where('email', '=', 'cy@example.org')
        .executeTakeFirstOrThrow()
      expect(made).toMatchObject({ is_panel: true, is_administration_office: false })

      load(`/users/detail/${made.id}`)
      await screen.findByText('This user has no part in any call yet.')
      await user.click(screen.getByRole('button', { name: 'PASSWORD RESET' }))
      await user.click(await screen.findByRole('button', { name: 'YES' }))
      await screen.findByText(/has been e-mailed to cy@example.org/u)
      expect(screen.queryByRole('button', { name: 'Delete' })).toBeNull()
    }))

  test('who lose access are disabled after a question that names it, and can then be deleted', () =>
    withBrowser(async (world, open) => {
      const { admin, office, proposal_id } = await createReport(world)
      const reviewer = await aUser(world.ctx(), ['reviewer'], { first_name: 'Rea', last_name: 'Viewer' })
      await aReport(office, { proposal_id, reviewer, status: 1 })
      await world.as(reviewer)
      const { user, open: load, path } = await open(admin)
      load(`/users/edit/${reviewer.id}`)
      expect((await screen.findByLabelText<HTMLInputElement>('Reviewer')).checked).toBe(true)
      expect(screen.getByLabelText<HTMLInputElement>('Panel').checked).toBe(false)
      await user.click(screen.getByLabelText('Disabled'))
      await user.click(screen.getByRole('button', { name: 'Save' }))
      const dialog = within(await screen.findByRole('dialog'))
      dialog.getByText('Disable Rea Viewer?')
      dialog.getByText(/ends at once: 1 session/u)
      dialog.getByText(new RegExp(`^Requested: AO7, ${proposal_id}:`, 'u'))
      await user.click(dialog.getByRole('button', { name: 'NO' }))
      expect(await world.db.selectFrom('users').select('id').where('disabled', '=', true).execute()).toEqual(
        [],
      )
      await user.click(screen.getByRole('button', { name: 'Save' }))
      await user.click(await screen.findByRole('button', { name: 'YES' }))
      await screen.findByText('Saved successfully')
      await user.click(await screen.findByRole('button', { name: 'Delete' }))
      await user.click(await screen.findByRole('button', { name: 'YES' }))
      await screen.findByText('Deleted')
      await screen.findByText(`Deleted user ${reviewer.id}`)
      expect(path()).toMatch(/^\/users/u)
      load('/users/edit/2000000')
      await screen.findByRole('heading', { name: 'Not Found' })
      expect(path()).toBe('/404')
    }))
})

describe('a conflict of interest', () => {
  test('is declared by a member of the panel, and lifted by the office', () =>
    withBrowser(async (world, open) => {
      const { admin, proposal_id } = await createReport(world)
      const panel = await aUser(world.ctx(), ['panel'], { first_name: 'Pia', last_name: 'Panel' })
      const own = await open(panel)
      own.open(`/proposals/detail/${proposal_id}`)
      await own.user.click(await screen.findByRole('button', { name: 'Declare a conflict' }))
      const dialog = within(await screen.findByRole('dialog'))
      await own.fill(dialog.getByLabelText(/^Reason/u), 'We share a grant.')
      await own.user.click(dialog.getByRole('button', { name: 'Declare' }))
      await screen.findByText('You have a conflict of interest with this proposal')
      expect(screen.queryByRole('button', { name: 'Lift' })).toBeNull()

      const theirs = await open(admin)
      const { user, open: load } = theirs
      load(`/proposals/detail/${proposal_id}`)
      await screen.findByText('We share a grant.')
      await user.click(await screen.findByRole('button', { name: 'Lift' }))
      const reason = within(await screen.findByRole('dialog'))
      await theirs.fill(reason.getByLabelText(/^Why it is not/u), 'The grant ended in 1990.')
      await user.click(reason.getByRole('button', { name: 'Lift' }))
      await screen.findByText('There are none.')
    }))

  test('is declared by a reviewer on the report', () =>
    withBrowser(async (world, open) => {
      const { reviewer, report_id } = await createReport(world, 2)
      const { user, fill, open: load } = await open(reviewer)
      load(`/reports/detail/${report_id}`)
      await user.click(await screen.findByRole('button', { name: 'Declare a conflict' }))
      const dialog = within(await screen.findByRole('dialog'))
      await fill(dialog.getByLabelText(/^Reason/u), 'A former student.')
      await user.click(dialog.getByRole('button', { name: 'Declare' }))
      await screen.findByText('A conflict of interest with this proposal is declared')
      expect(screen.queryByRole('button', { name: 'Declare a conflict' })).toBeNull()
    }))
})

describe('a staff account', () => {
  test('is added after a question that names whom it is e-mailed to, and waits where a second one is required', () =>
    withBrowser(async (world, open) => {
      const admin = await aUser(world.ctx(), ['admin'])
      const colleague = await aUser(world.ctx(), ['admin'], { first_name: 'Cora', last_name: 'League' })
      const { masters } = (await world.as(admin)).api
      const { setup: _, ...settings } = await masters.settings()
      await masters.saveSettings({ body: { ...settings, two_persons: true } })
      const own = await open(admin)
      own.open('/users/add')
      await own.fill(await screen.findByLabelText(/^First Name/u), 'Nia')
      await own.fill(screen.getByLabelText(/^Last Name/u), 'Newcomer')
      await own.fill(screen.getByLabelText(/^E-mail(?! a)/u), 'nia@example.org')
      await own.user.click(screen.getByRole('checkbox', { name: 'Panel' }))
      await own.user.click(screen.getByRole('button', { name: 'Save' }))
      const asked = await screen.findByText(/^Give Nia Newcomer a role.*once another administrator/u)
      const question = within(asked.closest('[role=dialog]')!)
      await question.findByText(`An e-mail goes to Cora League (${colleague.email}).`)
      await own.user.click(question.getByRole('button', { name: 'YES' }))
      await screen.findByText(/Another administrator has to confirm this/u)

      const other = await open(colleague)
      other.open('/users')
      await other.user.click(await screen.findByRole('button', { name: 'Confirm' }))
      await other.user.click(await screen.findByRole('button', { name: 'YES' }))
      await screen.findByText('The user has been added.')
      await waitFor(() => expect(screen.queryByText('Waiting for a second administrator')).toBeNull())
    }))
})
