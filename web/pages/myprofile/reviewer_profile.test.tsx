import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { aTerm } from '#server/builders/people.ts'
import { aReviewer } from '#server/builders/reports.ts'
import { withBrowser } from '#web/testing.tsx'

test('a reviewer keeps and confirms the own profile; the e-mail address is the office’s', () =>
  withBrowser(async ({ ctx, db }, open) => {
    await aTerm(ctx())
    const reviewer = await aReviewer(ctx())
    const { user, open: visit } = await open(reviewer)
    visit('/myprofile')
    const expertise = await screen.findByRole('textbox', { name: 'Expertise' })
    expect(screen.getByText('Not confirmed yet')).toBeTruthy()
    expect((screen.getByRole('textbox', { name: 'E-mail' }) as HTMLInputElement).readOnly).toBe(true)
    await user.type(expertise, 'Noble gases')
    await user.click(screen.getByRole('button', { name: 'Add days away' }))
    await user.type(screen.getByRole('textbox', { name: 'From' }), '2031-03-05')
    await user.type(screen.getByRole('textbox', { name: 'Until' }), '2031-03-01')
    await user.click(screen.getByRole('button', { name: 'Save and confirm' }))
    await screen.findByText('The last day is before the first one.')
    await user.clear(screen.getByRole('textbox', { name: 'Until' }))
    await user.type(screen.getByRole('textbox', { name: 'Until' }), '2031-03-09')
    await user.click(screen.getByRole('button', { name: 'Save and confirm' }))
    await screen.findByText(/^Confirmed on /u)
    const saved = await db.selectFrom('reviewer_profiles').selectAll().executeTakeFirstOrThrow()
    expect(saved).toMatchObject({
      user_id: reviewer.id,
      expertise: 'Noble gases',
      max_reports: null,
      version: 1,
    })
  }))
