import { screen, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { anAnnouncement, aUser } from '#server/builders/people.ts'
import { withBrowser } from '#web/testing.tsx'

describe('announcements', () => {
  test('are listed, and unpublished ones can be deleted after a question', () =>
    withBrowser(async ({ ctx }, open) => {
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
      await screen.findByText('1 result')
    }))

  test('can be added: validated, previewed for each role, and saved', () =>
    withBrowser(async ({ ctx }, open) => {
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

  test('edited by two users at once are compared field by field, and no input is lost', () =>
    withBrowser(async (world, open) => {
      const { ctx, db } = world
      const id = await anAnnouncement(ctx(), { title: 'News', content: 'The call opens in May.' })
      const other = await aUser(ctx(), ['admin'])
      const { information } = (await world.as(other)).api
      const saveOther = async (change: object) => {
        const item = await information.get({ params: { id } })
        const { title, target, content, url, date, published } = { ...item, ...change }
        await information.save({ params: { id }, body: { title, target, content, url, date, published } })
      }
      const { user, fill, open: load, path } = await open(await aUser(ctx(), ['admin']))
      load(`/information/edit/${id}`)
      await fill(await screen.findByLabelText(/^Content/u), 'The call opens in July.')
      await saveOther({ title: 'Latest news', content: 'The call opens in June.' })
      const save = () => user.click(screen.getByRole('button', { name: 'Save' }))
      await save()
      const dialog = async () =>
        within(
          await screen.findByRole('dialog', {
            name: new RegExp(`^${other.name} saved this on .+, after you opened it`, 'u'),
          }),
        )
      const side = (of: Awaited<ReturnType<typeof dialog>>, field: string, label: RegExp) =>
        within(of.getByRole('radiogroup', { name: field })).getByRole<HTMLInputElement>('radio', {
          name: label,
        })
      const first = await dialog()
      expect(side(first, 'Title', /^As /u).checked).toBe(true)
      expect(side(first, 'Content', /^Yours/u).checked).toBe(true)
      expect([...document.querySelectorAll('mark')].map(({ textContent }) => textContent)).toEqual([
        'News',
        'Latest news',
        'July.',
        'June.',
      ])
      await user.click(first.getByRole('button', { name: 'Cancel' }))
      expect(screen.getByLabelText<HTMLInputElement>(/^Content/u).value).toBe('The call opens in July.')
      expect(screen.getByLabelText<HTMLInputElement>(/^Title/u).value).toBe('News')

      // The restored draft keeps the version that it was based on, so that the conflict is still found.
      load(`/information/edit/${id}`)
      await screen.findByText(/^Your draft of/u)
      await save()
      const second = await dialog()
      await saveOther({ url: 'https://example.org' })
      await user.click(side(second, 'Title', /^As /u))
      await user.click(second.getByRole('button', { name: 'Save' }))
      // The third save differs from the first conflict only in the URL.
      const third = await dialog()
      expect(third.getAllByRole('radiogroup')).toHaveLength(2)
      expect(side(third, 'URL', /^As /u).checked).toBe(true)
      await user.click(third.getByRole('button', { name: 'Save' }))
      await screen.findByText('1 result')
      expect(path()).toBe('/information')
      expect(
        await db.selectFrom('information').select(['title', 'content', 'url']).executeTakeFirst(),
      ).toEqual({ title: 'Latest news', content: 'The call opens in July.', url: 'https://example.org' })
    }))

  test('can be edited to have no date', () =>
    withBrowser(async ({ ctx, db }, open) => {
      const id = await anAnnouncement(ctx(), { date: '2026-04-01' })
      const { user, fill, open: load } = await open(await aUser(ctx(), ['admin']))
      load(`/information/edit/${id}`)
      const date = await screen.findByRole<HTMLInputElement>('textbox', { name: 'Date' })
      expect(date.value).toBe('2026-04-01')
      await fill(date, '2026-02-30')
      await user.click(screen.getByRole('button', { name: 'Save' }))
      await screen.findByText('This field must be a date.')
      await user.clear(date)
      await user.click(screen.getByRole('button', { name: 'Save' }))
      await screen.findByText('1 result')
      expect(await db.selectFrom('information').select('date').execute()).toEqual([{ date: null }])
    }))

  test('without content show their link on their page', () =>
    withBrowser(async ({ ctx }, open) => {
      const url = 'https://example.org/news'
      const id = await anAnnouncement(ctx(), { content: '', url })
      const { open: load } = await open(await aUser(ctx(), ['admin']))
      load(`/information/show/${id}`)
      expect(
        (await screen.findByRole('link', { name: new RegExp(`^${url}`, 'u') })).getAttribute('href'),
      ).toBe(url)
    }))
})
