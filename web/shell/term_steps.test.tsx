import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { aTerm, aUser, daysFrom } from '#server/builders/people.ts'
import { withBrowser } from '#web/testing.tsx'

test('the top bar names the call, its steps, and when the present one ends', () =>
  withBrowser(async ({ ctx, db }, window) => {
    await aTerm(ctx())
    const { open } = await window(await aUser(ctx(), ['proposer']))
    open('/mypage')
    const steps = async () =>
      within(await screen.findByRole('list', { name: 'Steps of AO7' }))
        .getAllByRole('listitem')
        .map((step) => [step.getAttribute('aria-current'), step.textContent])
    expect(await steps()).toEqual([
      [null, 'Notices (open)'],
      ['step', expect.stringMatching(/^Proposals close \d{4}-\d\d-\d\d · 40 days$/u)],
      [null, 'Reviews (to come)'],
      [null, 'Scoring (to come)'],
      [null, 'Allocation (to come)'],
    ])
    const now = ctx().now()
    const past = { noi_opens_at: -90, noi_closes_at: -80, proposals_open_at: -90, proposals_close_at: -70 }
    const days = { ...past, reviews_due_at: -60, panel_meets_at: -50, allocation_due_at: -2 }
    await db
      .updateTable('terms')
      .set(Object.fromEntries(Object.entries(days).map(([name, day]) => [name, daysFrom(now, day)])))
      .execute()
    open('/mypage')
    expect((await steps()).at(-1)).toEqual([
      'step',
      expect.stringMatching(/^Allocation was due .* · 2 days late$/u),
    ])
    await db.updateTable('terms').set({ disabled: true }).execute()
    open('/mypage')
    expect(await screen.findByText('closed')).toBeDefined()
  }))

test('before the first call there is no line', () =>
  withBrowser(async ({ ctx }, window) => {
    const { open } = await window(await aUser(ctx(), ['panel']))
    open('/')
    await screen.findByText('No call has been opened yet.')
    expect(screen.queryByRole('list', { name: /^Steps of/u })).toBeNull()
  }))
