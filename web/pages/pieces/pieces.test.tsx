import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import type { PieceDetail } from '#domain/custody/pieces/contract.ts'
import type { Actor } from '#domain/session/actor.ts'
import { aUser } from '#server/builders/people.ts'
import { aBottle, aPiece } from '#server/builders/pieces.ts'
import { loanScene } from '#server/testing/loan_scene.ts'
import type { TestServer } from '#server/testing/test_server.ts'
import { type BrowserWindow, fieldAt, withBrowser } from '#web/testing.tsx'

interface Made extends BrowserWindow {
  world: TestServer
  curator: Actor
  address: string
  name: string
  read: () => Promise<PieceDetail>
}

/** The screen of a new piece of 5.4 mg, as someone of curation sees it. */
const withPiece = (work: (made: Made) => Promise<void>, enter: typeof aPiece = aPiece) =>
  withBrowser(async (world, window) => {
    const curator = await aUser(world.ctx(), ['curation'])
    const { address, name } = await enter(world.ctx(curator))
    const { api } = await world.as(curator)
    const read = () => api.pieces.get({ params: { address } })
    const shown = await window(curator)
    shown.open(`/pieces/${address}`)
    await screen.findByRole('heading', { level: 1, name: new RegExp(name, 'u') })
    await work({ ...shown, world, curator, address, name, read })
  })

const press = async (name: string | RegExp) => fireEvent.click(await screen.findByRole('button', { name }))
const openMenu = async (label: string, item: string | RegExp) => {
  await press(label)
  fireEvent.click(await screen.findByRole('menuitem', { name: item }))
}
const dialog = async () => within(await screen.findByRole('dialog'))
const submit = async (name: string) => fireEvent.click((await dialog()).getByRole('button', { name }))
const events = () =>
  [...document.querySelectorAll('ol[aria-label^="Events of"] b')].map(({ textContent }) => textContent)
const strip = () => document.querySelector('[aria-label="Where it is"]')?.textContent

/** Splits the piece into two parts of 3 and 2.3 mg, by its form, with 100 µg lost. */
async function splitInTwo({ name, fill }: Made) {
  await openMenu(`More acts on ${name}`, 'Split')
  await fill(await fieldAt('parts.0.amount'), '3')
  await fill(await fieldAt('parts.1.amount'), '2.3')
  await fill(await fieldAt('parts.1.place'), 'N2-3, drawer 4')
  await fill(await fieldAt('parts.1.form'), 'Polished section')
}

describe('a piece', () => {
  test('says where every microgram of it is, and adds up', () =>
    withPiece(async (made) => {
      const { name, read } = made
      expect(strip()).toContain('5.400 mg, initial weight')
      expect(strip()).toContain('All accounted for, 0 µg missing')
      await splitInTwo(made)
      const asked = await dialog()
      await waitFor(() => asked.getByText('100 µg are missing'))
      expect(asked.getByRole('button', { name: 'Split in 2' }).hasAttribute('disabled')).toBe(true)
      fireEvent.click(asked.getByRole('button', { name: 'Add 100 µg to the handling loss' }))
      await waitFor(() => asked.getByText('It balances'))
      await submit('Split in 2')
      const tree = within(await screen.findByRole('table', { name: `Splits of ${name}` }))
      await tree.findByRole('link', { name: `${name}-02` })
      const [root, first, second, sum] = tree.getAllByRole('row').slice(1)
      expect(root!.textContent).toMatch(/split in 2Split5\.400.*100-$/u)
      expect(first!.textContent).toMatch(/-01.*In curation3\.0003\.000$/u)
      expect(second!.textContent).toMatch(
        /-02Polished sectionCuration, N2-3, drawer 4In curation2\.3002\.300$/u,
      )
      expect(sum!.textContent).toContain('5.400 mg = 5.300 now + 0.100 loss')
      expect(strip()).toContain('Handling loss 0.100 mg')
      expect(events().slice(0, 2)).toEqual([`${name} split in 2`, `${name}: handling loss 100 µg`])
      expect((await read()).tree.map(({ present }) => present)).toEqual([0, 3000, 2300])
    }))

  test('leads from a part to its own screen, with the whole tree', () =>
    withPiece(async (made) => {
      await splitInTwo(made)
      await press('Add 100 µg to the handling loss')
      await submit('Split in 2')
      fireEvent.click(await screen.findByRole('link', { name: `${made.name}-01` }))
      await screen.findByRole('heading', { level: 1, name: new RegExp(`${made.name}-01`, 'u') })
      expect(made.path()).not.toBe(`/pieces/${made.address}`)
      await screen.findByRole('link', { name: made.name })
    }))

  test('is weighed, and the difference is an event of its own that can be corrected with a reason', () =>
    withPiece(async ({ name, fill, user, read }) => {
      await openMenu(`More acts on ${name}`, 'Weigh')
      await fill(await fieldAt('found'), '5.396')
      await (await dialog()).findByText('−4 µg')
      await submit('Record')
      await waitFor(() => expect(events()[0]).toBe(`${name} weighed, −4 µg: 5.396 mg`))
      expect(strip()).toContain('measured differences of −4 µg')
      await press('Correct an event')
      const asked = await dialog()
      await user.click(await asked.findByRole('radio', { name: /weighed, −4 µg/u }))
      expect(asked.getByRole('button', { name: 'Take it back' }).hasAttribute('disabled')).toBe(false)
      fireEvent.click(asked.getByRole('button', { name: 'Take it back' }))
      await asked.findByText(/required/iu)
      await fill(await fieldAt('reason'), 'Wrong balance')
      fireEvent.click(asked.getByRole('button', { name: 'Take it back' }))
      await waitFor(() => expect(events()[0]).toBe(`Taken back: ${name} weighed, −4 µg: 5.396 mg`))
      await screen.findByText(/: Wrong balance$/u)
      expect(document.querySelectorAll('[data-countered]')).toHaveLength(1)
      expect(await read()).toMatchObject({ present: 5400, totals: { difference: 0 } })
    }))

  test('that changed meanwhile is read again, and nothing is recorded on top of it', () =>
    withPiece(async ({ world, curator, address, name, fill, read }) => {
      await openMenu(`More acts on ${name}`, 'Record a handling loss')
      await fill(await fieldAt('amount'), '10')
      await fill(await fieldAt('reason'), 'Dust')
      const { api } = await world.as(curator)
      const { version } = await read()
      await api.pieces.weigh({ params: { address }, body: { found: 5000, note: '', version } })
      await submit('Record')
      await waitFor(() => expect(strip()).toContain('5.000 mg'))
      expect((await read()).present).toBe(5000)
      await submit('Record')
      await waitFor(async () => expect((await read()).present).toBe(4990))
    }))

  test('has a label whose code leads to its screen', () =>
    withPiece(async ({ name }) => {
      await press('QR code and label')
      const asked = await dialog()
      asked.getByRole('img', { name: `QR code of ${name}` })
      asked.getByRole('button', { name: 'Label, PDF' })
    }))

  test('that is a bottle is measured in Pa, and not split', () =>
    withPiece(async ({ name }) => {
      expect(strip()).toContain('120.5 Pa, initial pressure')
      await press(`More acts on ${name}`)
      await screen.findByRole('menuitem', { name: 'Measure' })
      expect(screen.queryByRole('menuitem', { name: 'Split' })).toBeNull()
    }, aBottle))

  test('is nowhere for someone who does not hold it', () =>
    withPiece(async ({ world, address }) => {
      const { api } = await world.as(await aUser(world.ctx(), ['proposer']))
      await expect(api.pieces.get({ params: { address } })).rejects.toMatchObject({ kind: 'missing' })
    }))
})

test('an event that moved with a loan is taken back, which says before what changes on the loan', () =>
  withBrowser(async (world, window) => {
    const { curation, lend, office, people, piece } = await loanScene(world)
    const number = await lend('dispatched', [2, 3])
    const [one, other] = [await piece(number), await piece(number, 1)]
    const { open, fill, user } = await window(people.curation)
    open(`/pieces/${one.piece}`)
    await press('Correct an event')
    const asked = await dialog()
    await user.click(await asked.findByRole('radio', { name: /dispatched with/u }))
    const change = (await asked.findByRole('note')).textContent
    for (const said of [number, one.name, other.name, `${people.holder.name} will be told by e-mail`])
      expect(change).toContain(said)
    await fill(await fieldAt('reason'), 'It is still here')
    fireEvent.click(asked.getByRole('button', { name: 'Take it back' }))
    await waitFor(() => expect(events()[0]).toMatch(/^Taken back: .* dispatched/u))
    expect((await office.api.loans.get({ params: { number } })).state).toBe('ready_to_pack')
    expect((await curation.api.pieces.get({ params: { address: other.piece } })).state).toBe('packed')
  }))

test('the list of pieces shows who has what, and gives labels of those selected', () =>
  withBrowser(async (world, window) => {
    const curator = await aUser(world.ctx(), ['curation'])
    const piece = await aPiece(world.ctx(curator))
    const bottle = await aBottle(world.ctx(curator))
    const { open, user, path } = await window(curator)
    open('/pieces')
    const row = within(await screen.findByRole('row', { name: new RegExp(piece.name, 'u') }))
    row.getByText('In curation')
    row.getByText('Curation')
    expect(row.getAllByText('5.400')).toHaveLength(2)
    within(screen.getByRole('row', { name: new RegExp(bottle.name, 'u') })).getAllByText('120.5')
    await user.click(screen.getByRole('checkbox', { name: `Select ${piece.name}` }))
    await screen.findByRole('button', { name: 'Labels, PDF (1)' })
    fireEvent.click(screen.getByRole('link', { name: new RegExp(piece.name, 'u') }))
    await waitFor(() => expect(path()).toBe(`/pieces/${piece.address}`))
  }))
