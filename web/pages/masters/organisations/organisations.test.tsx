import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { anOrganisation } from '#server/builders/organisations.ts'
import { aTerm, aUser } from '#server/builders/people.ts'
import { withBrowser } from '#web/testing.tsx'

test('an affiliation is merged into the organisation that is like it, which the dialog explains first', () =>
  withBrowser(async ({ ctx, db }, open) => {
    await aTerm(ctx())
    const admin = await aUser(ctx(), ['admin'], { affiliation: '' })
    await aUser(ctx(), ['panel'], { affiliation: 'Institute of Ice' })
    const id = await anOrganisation(ctx(admin), { name: 'Institute of Ices' })
    const { user, open: visit } = await open(admin)
    visit('/masters/organisations/affiliations')
    await user.click(
      await screen.findByRole('button', {
        name: /^Institute of Ices · \d+ %: merge Institute of Ice into it$/u,
      }),
    )
    const dialog = await screen.findByRole('dialog')
    expect(within(dialog).getByText(/^1 person will count as members of that organisation/u)).toBeTruthy()
    await user.click(within(dialog).getByRole('button', { name: 'Merge' }))
    await screen.findByText('Institute of Ice is now a spelling of Institute of Ices.')
    const spellings = await db
      .selectFrom('organisation_spellings')
      .select('spelling')
      .where('organisation_id', '=', id)
      .orderBy('id')
      .execute()
    expect(spellings.map(({ spelling }) => spelling)).toEqual(['Institute of Ices', 'Institute of Ice'])
    await user.click(screen.getByRole('button', { name: /Undo/u }))
    await waitFor(async () =>
      expect(await db.selectFrom('organisation_spellings').selectAll().execute()).toHaveLength(1),
    )
  }))
