import { screen, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { anAnnouncement, aUser } from '#server/builders/people.ts'
import { inWindow } from '#web/testing.tsx'

describe('announcements', () => {
  test('are listed, the unpublished with DELETE, and deleted after a question', () =>
    inWindow(async ({ ctx }, open) => {
      await anAnnouncement(ctx(), { title: 'Old news', date: '2026-04-01' })
      await anAnnouncement(ctx(), { title: 'Draft news', date: '2026-05-01', published: false })
      const { user, open: load } = await open(await aUser(ctx(), ['admin']))
      load('/information')
      await screen.findByText('2 results')
      const rows = screen.getAllByRole('row').slice(1)
      expect(rows.map((row) => row.textContent)).toEqual([
        expect.stringContaining('Draft news'),
        expect.stringContaining('Old news'),
      ])
      expect(within(rows[1]!).queryByRole('button', { name: /^DELETE /u })).toBeNull()
      await user.click(within(rows[0]!).getByRole('button', { name: /^DELETE /u }))
      await user.click(await screen.findByRole('button', { name: 'YES' }))
      await screen.findByText('1 results')
    }))

  test('a new one is checked, previewed as each role will see it, saved, and the list comes after a second', () =>
    inWindow(async ({ ctx }, open) => {
      const { user, fill, open: load, path } = await open(await aUser(ctx(), ['admin']))
      load('/information/add')
      await user.click(await screen.findByRole('button', { name: 'Save' }))
      expect(await screen.findAllByText('This field is required.')).toHaveLength(2)
      await fill(screen.getByLabelText(/^Title/u), 'Hints')
      await fill(screen.getByLabelText(/^URL/u), 'javascript:alert(1)')
      const target = screen.getByRole('radiogroup', { name: /^Target/u })
      await user.click(within(target).getByLabelText('Reviewer'))
      await user.click(screen.getByRole('button', { name: 'Save' }))
      await screen.findByText('Only url can be input in this form.')
      await fill(screen.getByLabelText(/^URL/u), 'https://example.org')
      const preview = screen.getByRole('radiogroup', { name: 'Seen by' })
      await user.click(within(preview).getByLabelText('Panel'))
      await screen.findByText('Panel does not see it: it is for Reviewer.')
      await user.click(within(preview).getByLabelText('Reviewer'))
      await screen.findByText('It opens https://example.org in a new tab.')
      await user.click(screen.getByRole('button', { name: 'Save' }))
      await screen.findAllByText('Saved successfully')
      expect(path()).toBe('/information/add')
      await screen.findByText('Unpublished')
      expect(path()).toBe('/information')
    }))

  test('on edit the date can be cleared', () =>
    inWindow(async ({ ctx, db }, open) => {
      const id = await anAnnouncement(ctx(), { date: '2026-04-01' })
      const { user, open: load } = await open(await aUser(ctx(), ['admin']))
      load(`/information/edit/${id}`)
      await screen.findByRole('button', { name: 'Date' })
      await user.click(screen.getByRole('button', { name: 'Clear the date' }))
      await user.click(screen.getByRole('button', { name: 'Save' }))
      await screen.findByText('1 results')
      expect(await db.selectFrom('information').select('date').execute()).toEqual([{ date: null }])
    }))
})
