import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { type LoanScene, loanScene } from '#server/testing/loan_scene.ts'
import { type BrowserWindow, withBrowser } from '#web/testing.tsx'

interface Made extends BrowserWindow, LoanScene {
  /** Of the inventory, where one was asked for. */
  params: { id: number }
}

/** Two pieces in use, and the screens of the office; an inventory is asked for unless told otherwise. */
const withPieces = (work: (made: Made) => Promise<void>, asks = true) =>
  withBrowser(async (world, window) => {
    const scene = await loanScene(world)
    await scene.lend('in_use', [2.004, 5.4])
    const shown = await window(scene.people.office)
    const ask = { body: { name: 'Inventory 2027', days: 30 } }
    const { id = 0 } = asks ? await scene.office.api.inventories.ask(ask) : {}
    await work({ ...scene, ...shown, params: { id } })
  })

/** The holder says of each piece how far it is from the record, in micrograms; null: not there. */
async function answer({ holder, params }: Made, differences: readonly (number | null)[]) {
  const { entries } = (await holder.api.inventories.mine())!
  await holder.api.inventories.answer({
    body: {
      inventory_id: params.id,
      pieces: entries.map(({ address, on_record }, n) => {
        const difference = differences[n]!
        return difference === null
          ? { address, there: false, found: null, remark: 'Fell into the sink' }
          : { address, there: true, found: on_record + difference, remark: '' }
      }),
    },
  })
}

const press = async (name: string | RegExp) => fireEvent.click(await screen.findByRole('button', { name }))
const dialog = async () => within(await screen.findByRole('dialog'))

test('asking names who is mailed, and leads to the inventory', () =>
  withPieces(async ({ open, office, people }) => {
    open('/inventories')
    await screen.findByText('No inventory has been asked for yet.')
    await press('Ask for an inventory')
    const asked = await dialog()
    await asked.findByText(people.holder.email)
    fireEvent.click(asked.getByRole('button', { name: 'Ask 1 holder' }))
    await screen.findByText('of 1 holder has answered', { exact: false })
    expect((await office.api.inventories.list()).rows).toMatchObject([{ holders: 1, pieces: 2, answered: 0 }])
  }, false))

describe('an inventory', () => {
  test('reminds who has not answered, once a day', () =>
    withPieces(async ({ open, office, params, people }) => {
      open(`/inventories/${params.id}`)
      await press('Remind 1 holder')
      const asked = await dialog()
      await asked.findByText(`An e-mail goes to ${people.holder.name}`, { exact: false })
      fireEvent.click(asked.getByRole('button', { name: 'REMIND' }))
      await screen.findByText(new RegExp(`${people.holder.name} was reminded today`, 'u'))
      const box = screen.getByRole<HTMLInputElement>('checkbox', { name: `Remind ${people.holder.name}` })
      expect(box.disabled).toBe(true)
      expect((await office.api.inventories.get({ params })).unanswered).toMatchObject([{ reminders: 1 }])
    }))

  test('accepts at once what is within the tolerance', () =>
    withPieces(async (made) => {
      await answer(made, [-2, 3])
      made.open(`/inventories/${made.params.id}`)
      await press('Accept 2 answers')
      await waitFor(() => expect(screen.queryByRole('button', { name: /Accept/u })).toBeNull())
      expect((await made.office.api.inventories.get({ params: made.params })).to_accept).toBe(0)
    }))

  test('has one act for a difference, and for what is not there', () =>
    withPieces(async (made) => {
      await answer(made, [-40, null])
      made.open(`/inventories/${made.params.id}`)
      await press(/^Record a loss: /u)
      const loss = await dialog()
      loss.getByText(/Adds a handling loss of 40 µg/u)
      fireEvent.change(loss.getByLabelText(/^Reason/u), { target: { value: 'Grains on the wall' } })
      fireEvent.click(loss.getByRole('button', { name: 'Record a loss' }))
      await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
      await press(/^Start a write-off: /u)
      ;(await dialog()).getByText(/Another person confirms it on the loan/u)
      const { differences } = await made.office.api.inventories.get({ params: made.params })
      expect(differences.map(({ answer }) => answer)).toEqual(['not_there'])
    }))

  test('is closed with the names of those who have not answered', () =>
    withPieces(async ({ open, office, params, people }) => {
      open(`/inventories/${params.id}`)
      await press('Close inventory')
      const asked = await dialog()
      asked.getByText(new RegExp(`2 pieces not answered for, by ${people.holder.name}`, 'u'))
      fireEvent.click(asked.getByRole('button', { name: 'Close' }))
      await screen.findByText(/closed .* by /u)
      expect((await office.api.inventories.get({ params })).closed_at).not.toBeNull()
    }))
})
