import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { Actor } from '#domain/session/actor.ts'
import { loanScene } from '#server/testing/loan_scene.ts'
import { type BrowserWindow, withBrowser } from '#web/testing.tsx'

/** A loan of three pieces to pack, and the screen as someone of curation sees it. */
const withLoan = (
  work: (
    made: Awaited<ReturnType<typeof makeLoan>> &
      BrowserWindow & { as: (who: Actor) => Promise<BrowserWindow> },
  ) => Promise<void>,
  { two = false } = {},
) =>
  withBrowser(async (server, window) => {
    const made = await makeLoan(server, two)
    const shown = await window(made.scene.people.curation)
    shown.open(`/loans/${made.number}/packing`)
    await screen.findByRole('table', { name: `Pick list of ${made.number}` })
    await work({ ...made, ...shown, as: window })
  })

async function makeLoan(server: Parameters<Parameters<typeof withBrowser>[0]>[0], two: boolean) {
  const scene = await loanScene(server)
  if (two) await server.db.insertInto('settings').values({ name: 'two_persons', value: '1' }).execute()
  const number = await scene.lend('ready_to_pack', [4.18, 2.611])
  const read = () => scene.loan(number)
  const [first, second] = (await read()).piece_list
  return { scene, number, read, first: first!, second: second! }
}

const field = (name: string) => screen.findByRole<HTMLInputElement>('textbox', { name })
const button = (name: string | RegExp) => screen.findByRole<HTMLButtonElement>('button', { name })
const press = async ({ user }: Pick<BrowserWindow, 'user'>, name: string | RegExp) =>
  user.click(await button(name))
const waits = (one: HTMLElement) => one.getAttribute('aria-disabled') === 'true'

type Made = Parameters<Parameters<typeof withLoan>[0]>[0]

/** Weighs both pieces as on record, in containers. */
async function weighAll({ fill, first, second, read }: Made) {
  await fill(await field(`Mass now of ${first.name}`), '4.178')
  await fill(await field(`Container of ${first.name}`), 'B-0411')
  await fill(await field(`Mass now of ${second.name}`), '2.611')
  await fill(await field(`Container of ${second.name}`), 'B-0412')
  await waitFor(async () =>
    expect((await read()).piece_list.map(({ weighed, container }) => [weighed, container])).toEqual([
      [4178, 'B-0411'],
      [2611, 'B-0412'],
    ]),
  )
}

test('what is weighed is saved as it is typed, with its difference and its label', () =>
  withLoan(async (made) => {
    await made.fill(await field(`Mass now of ${made.first.name}`), '4.178')
    await screen.findByText('−2 µg')
    expect(screen.queryByRole('img', { name: `QR code of ${made.first.name}` })).toBeNull()
    await made.fill(await field(`Container of ${made.first.name}`), 'B-0411')
    await screen.findByRole('img', { name: `QR code of ${made.first.name}` })
    await button('Print 1 label')
    expect((await made.read()).piece_list[0]).toMatchObject({
      ...{ weighed: 4178, container: 'B-0411', picked: true },
    })
  }))

test('beyond the tolerance there is no label and no signature until it is resolved', () =>
  withLoan(async (made) => {
    await weighAll(made)
    await made.fill(await field(`Mass now of ${made.second.name}`), '2.588')
    await screen.findByText(`${made.second.name} is 23 µg lighter than on record; 5 µg is the tolerance.`)
    expect(screen.queryByRole('img', { name: `QR code of ${made.second.name}` })).toBeNull()
    expect(waits(await button('Sign as packed'))).toBe(true)
    await screen.findByText(`resolve ${made.second.name}`)
    await waitFor(async () => expect((await made.read()).piece_list[1]?.weighed).toBe(2588))
    await waitFor(async () => expect(waits(await button('Record a loss of 23 µg'))).toBe(false))
    await press(made, 'Record a loss of 23 µg')
    await made.fill(await field('Reason'), 'Grains on the lid.')
    await press(made, 'Record the loss')
    await screen.findByRole('img', { name: `QR code of ${made.second.name}` })
    expect((await made.read()).piece_list[1]).toMatchObject({ present: 2588, weighed: 2588 })
  }))

test('a scanned label picks its piece and goes to its weight', () =>
  withLoan(async (made) => {
    await press(made, 'Scan')
    const codes = await field('Code of a label, or name of a piece')
    await made.fill(codes, `https://ao.example.org/pieces/${made.second.piece}`)
    await made.user.keyboard('{Enter}')
    expect(document.activeElement).toBe(await field(`Mass now of ${made.second.name}`))
    await waitFor(async () => expect((await made.read()).piece_list[1]?.picked).toBe(true))
    await made.fill(codes, 'C9999')
    await made.user.keyboard('{Enter}')
    await screen.findByText('C9999 is not on this list.')
  }))

test('one signs as packed, and where two are required another person dispatches', () =>
  withLoan(
    async (made) => {
      await weighAll(made)
      await made.fill(await field('Carrier'), 'Yamato')
      await made.fill(await field('Tracking number'), '4411')
      await waitFor(async () => expect((await made.read()).parcel.tracking_number).toBe('4411'))
      await waitFor(async () => expect(waits(await button('Sign as packed'))).toBe(false))
      await press(made, 'Sign as packed')
      await made.user.click(
        within(await screen.findByRole('dialog')).getByRole('button', { name: 'Sign as packed' }),
      )
      expect(waits(await button('Check and dispatch'))).toBe(true)
      expect((await made.read()).packed?.by).toBe(made.scene.people.curation.name)
      expect((await field(`Mass now of ${made.first.name}`)).disabled).toBe(true)
      sessionStorage.clear()
      const second = await made.as(made.scene.people.office)
      second.open(`/loans/${made.number}/packing`)
      await press(second, 'Check and dispatch')
      const dialog = await screen.findByRole('dialog')
      within(dialog).getByText(/An e-mail goes to/u)
      await second.user.click(within(dialog).getByRole('button', { name: 'Dispatch' }))
      await waitFor(async () =>
        expect(await made.read()).toMatchObject({
          state: 'dispatched',
          dispatched: { by: made.scene.people.office.name },
        }),
      )
    },
    { two: true },
  ))

test('the signature is taken back with a reason, and the pieces can be weighed again', () =>
  withLoan(async (made) => {
    await weighAll(made)
    await waitFor(async () => expect(waits(await button('Sign as packed'))).toBe(false))
    await press(made, 'Sign as packed')
    await made.user.click(
      within(await screen.findByRole('dialog')).getByRole('button', { name: 'Sign as packed' }),
    )
    await press(made, 'Take the signature back')
    await made.fill(await field('Reason'), 'The wrong cup.')
    await press(made, 'Take it back')
    await waitFor(async () => expect((await made.read()).packed).toBeNull())
    await button('Sign as packed')
  }))
