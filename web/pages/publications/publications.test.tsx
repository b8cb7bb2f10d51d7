import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test, vi } from 'vitest'
import { type LoanScene, loanScene } from '#server/testing/loan_scene.ts'
import { type BrowserWindow, withBrowser } from '#web/testing.tsx'

const DOI = '10.5555/ao.1'

interface Made extends BrowserWindow, LoanScene {
  loanNumber: string
  own: { piece: string; name: string }
}

/** A piece in use, and the screens of the office, of curation or of its holder. */
const withPiece = (as: 'office' | 'curation' | 'holder', work: (made: Made) => Promise<void>) =>
  withBrowser(async (world, window) => {
    const scene = await loanScene(world)
    const loanNumber = await scene.lend('in_use')
    const own = await scene.piece(loanNumber)
    await work({ ...scene, ...(await window(scene.people[as])), loanNumber, own })
  })

const add = ({ holder, own }: Made, doi = DOI, title = 'Fluids') =>
  holder.api.publications.add({ body: { doi, title, year: 2026, pieces: [own.piece] } })
const listed = async ({ office }: Made) => (await office.api.publications.list()).data
const dialog = async () => within(await screen.findByRole('dialog'))
const press = async (name: string | RegExp) => fireEvent.click(await screen.findByRole('button', { name }))

/** Types into the dialog that adds a publication, and chooses the piece. */
async function fill({ user, own, loanNumber }: Made, doi: string) {
  const form = await dialog()
  const type = async (label: string, text: string) => {
    const field = await form.findByLabelText(new RegExp(`^${label}`, 'u'))
    await user.clear(field)
    await user.type(field, text)
  }
  await type('DOI', doi)
  await type('Title', 'Fluids of an asteroid')
  await type('Year', '2026')
  await user.click(form.getByRole('combobox', { name: /^Pieces used/u }))
  await user.click(await screen.findByRole('option', { name: `${own.name} (${loanNumber})` }))
  return form
}

describe('adding a publication', () => {
  test('takes the address of a DOI, and says what is none', () =>
    withPiece('office', async (made) => {
      made.open('/publications')
      await screen.findByText(/Borrowers add them under My samples/u)
      await press('Add')
      const form = await fill(made, 'doi.org/ten')
      fireEvent.click(form.getByRole('button', { name: 'Add' }))
      await form.findByText(/^Enter a DOI such as/u)
      expect(await listed(made)).toEqual([])
      const field = form.getByLabelText(/^DOI/u)
      await made.user.clear(field)
      await made.user.type(field, 'https://doi.org/10.5555/AO.1')
      fireEvent.click(form.getByRole('button', { name: 'Add' }))
      await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
      expect(await listed(made)).toMatchObject([
        { doi: DOI, title: 'Fluids of an asteroid', year: 2026, pieces: [{ address: made.own.piece }] },
      ])
      const link = await screen.findByRole<HTMLAnchorElement>('link', { name: new RegExp(DOI, 'u') })
      expect(link.href).toBe(`https://doi.org/${DOI}`)
    }))

  test('is done by a borrower under My samples', () =>
    withPiece('holder', async (made) => {
      made.open('/mypage/samples')
      await press('Add')
      const form = await fill(made, DOI)
      fireEvent.click(form.getByRole('button', { name: 'Add' }))
      await screen.findByText('Fluids of an asteroid (2026)')
      expect(await listed(made)).toMatchObject([{ doi: DOI, state: 'to_confirm' }])
    }))
})

describe('the list of publications', () => {
  test('confirms those that are selected, and not twice', () =>
    withPiece('office', async (made) => {
      await add(made)
      made.open('/publications')
      fireEvent.click(await screen.findByRole('checkbox', { name: 'Select Fluids' }))
      await press('Confirm 1')
      await waitFor(() => expect(screen.queryByRole('button', { name: 'Confirm 1' })).toBeNull())
      expect(await listed(made)).toMatchObject([
        { state: 'confirmed', confirmed_by: made.people.office.name },
      ])
      fireEvent.click(await screen.findByRole('checkbox', { name: 'Select Fluids' }))
      const again = await screen.findByRole('button', { name: 'Confirm 0' })
      expect(again.getAttribute('aria-disabled')).toBe('true')
    }))

  test('takes one off with a reason, and says that it was confirmed', () =>
    withPiece('office', async (made) => {
      await add(made)
      const ids = (await listed(made)).map(({ id }) => id)
      await made.office.api.publications.confirm({ body: { ids } })
      made.open('/publications')
      await press('Edit Fluids')
      fireEvent.click(await (await dialog()).findByRole('button', { name: 'Remove it' }))
      const form = await dialog()
      await form.findByText(/“Fluids” is taken off .* although the office has confirmed it/u)
      fireEvent.click(form.getByRole('button', { name: 'Remove' }))
      await waitFor(() => expect(form.getByLabelText(/^Reason/u).getAttribute('aria-invalid')).toBe('true'))
      expect(await listed(made)).toHaveLength(1)
      fireEvent.change(form.getByLabelText(/^Reason/u), { target: { value: 'Retracted' } })
      fireEvent.click(form.getByRole('button', { name: 'Remove' }))
      await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
      expect(await listed(made)).toEqual([])
    }))

  test('comes as CSV and BibTeX as it is filtered', () =>
    withPiece('office', async (made) => {
      await add(made)
      await add(made, '10.5555/ao.2', 'Solids')
      made.open('/publications?title=Solids')
      const bibtex = await screen.findByRole<HTMLAnchorElement>('link', { name: 'BibTeX' })
      await screen.findByText('Solids')
      expect(screen.queryByText('Fluids')).toBeNull()
      const file = async (link: HTMLAnchorElement) => {
        const { pathname, search } = new URL(link.href)
        return (await made.office.request('GET', `${pathname}${search}`)).payload
      }
      const text = await file(bibtex)
      expect(text).toContain('10.5555/ao.2')
      expect(text).not.toContain(DOI)
      const asked = vi.spyOn(globalThis, 'fetch')
      await press('Download CSV')
      await waitFor(() =>
        expect(asked.mock.calls.map(([path]) => String(path))).toContainEqual(
          expect.stringMatching(/^\/api\/publications\/download\?(.*&)?title=Solids/u),
        ),
      )
      asked.mockRestore()
    }))

  test('lets curation add, and not confirm', () =>
    withPiece('curation', async (made) => {
      await add(made)
      made.open('/publications')
      await screen.findByText('Fluids')
      await screen.findByRole('button', { name: 'Add' })
      expect(screen.queryByRole('checkbox')).toBeNull()
    }))
})
