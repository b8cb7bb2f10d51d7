import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { aTerm, aUser } from '#server/builders/people.ts'
import { aSubmittedProposal } from '#server/builders/proposals.ts'
import { aReport, aReviewer } from '#server/builders/reports.ts'
import { withBrowser } from '#web/testing.tsx'

test('the mail log shows bodies, except those with secrets, and retries one or all failed mails', () =>
  withBrowser(async (world, window) => {
    await aTerm(world.ctx())
    const admin = await aUser(world.ctx(), ['admin'])
    const { proposal_id } = await aSubmittedProposal(world.ctx(admin))
    await aReport(world.ctx(admin), { proposal_id, reviewer: await aReviewer(world.ctx()) })
    await world.db.updateTable('mails').set({ state: 'failed', last_error: 'mailbox full' }).execute()
    const { open, user } = await window(admin)
    open('/mail-log?subject=proposal_submitted')
    await screen.findByText('1 result')
    await user.click(screen.getByRole('button', { name: 'Text of Proposal submitted (AO7)' }))
    await screen.findByText(/The following proposal for AO7 was submitted by/u)
    await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Close' }))
    await user.click(screen.getByRole('button', { name: 'Retry Proposal submitted (AO7)' }))
    await screen.findByText('The e-mail will be sent again.')

    open('/mail-log?subject=registration')
    await screen.findByText('1 result')
    await user.click(screen.getByRole('button', { name: /^Text of/u }))
    await screen.findByText('This e-mail contains a password or a secret link.')
    await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Close' }))

    const left = await world.db.selectFrom('mails').select('id').where('state', '=', 'failed').execute()
    open('/mail-log?clear')
    const all = await screen.findByRole('button', { name: `Retry all failed (${left.length})` })
    await user.click(all)
    await screen.findByText(`Send ${left.length} failed e-mails again?`)
    await user.click(screen.getByRole('button', { name: 'YES' }))
    await screen.findByText(`${left.length} e-mails will be sent again.`)
    expect(await world.db.selectFrom('mails').select('id').where('state', '=', 'failed').execute()).toEqual(
      [],
    )
  }))

test('Retry all sends only what the search finds', () =>
  withBrowser(async (world, window) => {
    await aTerm(world.ctx())
    const admin = await aUser(world.ctx(), ['admin'])
    const { proposal_id } = await aSubmittedProposal(world.ctx(admin))
    for (const _ of [1, 2])
      await aReport(world.ctx(admin), { proposal_id, reviewer: await aReviewer(world.ctx()) })
    await world.db.updateTable('mails').set({ state: 'failed', last_error: 'mailbox full' }).execute()
    const { open, user } = await window(admin)
    open('/mail-log?subject=review_request')
    await user.click(await screen.findByRole('button', { name: 'Retry all failed (2)' }))
    await screen.findByText('Send 2 failed e-mails again?')
    await user.click(screen.getByRole('button', { name: 'YES' }))
    await screen.findByText('2 e-mails will be sent again.')
    const again = await world.db.selectFrom('mails').select('kind').where('state', '=', 'waiting').execute()
    expect(again.map(({ kind }) => kind)).toEqual(['review_request', 'review_request'])
    expect(
      await world.db.selectFrom('mails').select('id').where('state', '=', 'failed').execute(),
    ).not.toEqual([])
  }))

test('the history of a proposal is in its menu and shows what changed', () =>
  withBrowser(async (world, window) => {
    await aTerm(world.ctx())
    const admin = await aUser(world.ctx(), ['admin'])
    const { proposal_id } = await aSubmittedProposal(world.ctx(admin))
    const { api } = await world.as(admin)
    await api.staff.saveGlobalScore({ params: { id: proposal_id }, body: { global_score: 4, rank: 2 } })
    const { open, user, path } = await window(admin)
    open(`/proposals/detail/${proposal_id}`)
    await user.click(await screen.findByRole('button', { name: 'More actions' }))
    await user.click(await screen.findByRole('menuitem', { name: 'History' }))
    await screen.findByText('Global score: - → 4')
    expect(path()).toContain(`object=proposal&object_id=${proposal_id}`)
    await screen.findByText('4 results')
    await user.click(screen.getAllByRole('button', { name: 'Show' })[0]!)
    within(await screen.findByRole('dialog')).getByText('Organization', { exact: false })
  }))
