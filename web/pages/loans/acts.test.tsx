import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import type { LoanStep } from '#server/builders/loans.ts'
import { type LoanScene, loanScene } from '#server/testing/loan_scene.ts'
import type { TestServer } from '#server/testing/test_server.ts'
import { type BrowserWindow, fieldAt, withBrowser } from '#web/testing.tsx'

interface Made extends BrowserWindow, LoanScene {
  world: TestServer
  number: string
  params: { number: string }
  /** Opens the screen of the loan. */
  show: () => Promise<void>
}

/** A loan at a step, for the office; its screen is opened by `show`. */
const withLoan = (step: LoanStep, work: (made: Made) => Promise<void>) =>
  withBrowser(async (world, window) => {
    const scene = await loanScene(world)
    const number = await scene.lend(step, [2.004])
    const shown = await window(scene.people.office)
    const show = async () => {
      shown.open(`/loans/${number}`)
      await screen.findByRole('list', { name: `Steps of ${number}` })
    }
    await work({ ...scene, ...shown, world, number, params: { number }, show })
  })

const press = async (name: string | RegExp) => fireEvent.click(await screen.findByRole('button', { name }))
const dialog = async () => within(await screen.findByRole('dialog'))
const answer = async (name: string) => fireEvent.click((await dialog()).getByRole('button', { name }))
const choose = async (menu: string | RegExp, item: string) => {
  await press(menu)
  fireEvent.click(await screen.findByRole('menuitem', { name: item }))
}
const typeReason = async ({ fill }: Made, field: string, text: string) => fill(await fieldAt(field), text)

describe('on a loan the office', () => {
  test('allows a piece to go to a colleague', () =>
    withLoan('in_use', async (made) => {
      const { holder, params, piece, show } = made
      const one = await piece(params.number)
      const to = { to: 'colleague' as const, name: 'Mei Takahashi', email: 'mei@x.example' }
      await holder.api.loans.askMove({
        params,
        body: { piece: one.piece, ...to, affiliation: '', reason: 'SIMS', version: one.version },
      })
      await show()
      await press(`Allow ${one.name}`)
      await typeReason(made, 'note', 'Until May')
      await answer('Allow')
      await waitFor(async () => expect((await piece(params.number)).holder).toContain('Mei Takahashi'))
      await screen.findByText(new RegExp(`${one.name} moved to Mei Takahashi`, 'u'))
    }))

  test('hands it over to a successor without an account', () =>
    withLoan('in_use', async (made) => {
      const { number, loan, show } = made
      await show()
      await choose(`More acts on ${number}`, 'Hand over to a successor')
      fireEvent.click((await dialog()).getByRole('radio', { name: 'Without an account' }))
      await typeReason(made, 'name', 'Lucía Peña')
      await typeReason(made, 'email', 'lucia@x.example')
      await typeReason(made, 'reason', 'Moved to Kyoto')
      const told = within((await dialog()).getByRole('group', { name: 'An e-mail goes to' }))
      expect(told.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
        `${made.people.holder.name} (${made.people.holder.email})`,
        'Lucía Peña (lucia@x.example)',
      ])
      await answer('Hand over')
      await waitFor(async () => expect((await loan(number)).borrower_name).toBe('Lucía Peña'))
      await screen.findByRole('heading', { level: 1, name: `${number}: Lucía Peña` })
    }))

  test('notes what came without having been lent, and settles it', () =>
    withLoan('in_use', async (made) => {
      const { number, loan, show } = made
      await show()
      await choose(`More acts on ${number}`, 'Note what came back without having been lent')
      await typeReason(made, 'description', 'A glass slide')
      await answer('Note it')
      await press('Settle')
      await typeReason(made, 'resolution', 'Sent back')
      await answer('Settle')
      await waitFor(async () => expect((await loan(number)).unlent).toMatchObject([{ settled: 'Sent back' }]))
    }))

  test('proposes a write-off, and takes it back', () =>
    withLoan('in_use', async (made) => {
      const { number, piece, show } = made
      const one = await piece(number)
      await show()
      await choose(`Acts on ${one.name}`, 'Write off')
      await typeReason(made, 'reason', 'Fire in the lab')
      await answer('Propose')
      await screen.findByText(/“Fire in the lab”/u)
      await press(`Take back ${one.name}`)
      await typeReason(made, 'reason', 'It was found')
      await answer('Take back')
      await waitFor(async () =>
        expect(await piece(number)).toMatchObject({ write_off: null, state: 'in_use' }),
      )
    }))

  test('records on behalf of the holder what was used, and the events say so', () =>
    withLoan('in_use', async (made) => {
      const { number, piece, loan, people, show } = made
      const one = await piece(number)
      await show()
      await choose(`Acts on ${one.name}`, 'Record use')
      ;(await dialog()).getByText(`You do this on behalf of ${people.holder.name}; the events say so.`)
      await typeReason(made, 'consumed', '310')
      await typeReason(made, 'method', 'SIMS')
      await answer('Record 310 µg')
      await waitFor(async () => expect((await piece(number)).present).toBe(1694))
      await screen.findByText(`${one.name}: 310 µg consumed, SIMS`)
      expect((await loan(number)).events[0]).toMatchObject({ on_behalf: true })
    }))

  test('closes it without a report only with a reason, and opens it again', () =>
    withLoan('returned', async (made) => {
      const { number, loan, show } = made
      await show()
      await choose(`More acts on ${number}`, 'Close without a report of use')
      fireEvent.submit((await dialog()).getByRole('textbox').closest('form')!)
      expect((await loan(number)).state).toBe('returned')
      await typeReason(made, 'without_report', 'The lab has closed')
      fireEvent.submit((await dialog()).getByRole('textbox').closest('form')!)
      await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
      expect((await loan(number)).state).toBe('closed')
      await choose(`More acts on ${number}`, 'Open again')
      await typeReason(made, 'reason', 'The report came')
      await answer('Open again')
      await waitFor(async () => expect((await loan(number)).state).toBe('returned'))
    }))

  test('reads again what another person has changed meanwhile', () =>
    withLoan('agreement_sent', async (made) => {
      const { number, office, loan, params, show } = made
      await show()
      const { version } = await loan(number)
      await office.api.loans.onPaper({ params, body: { version } })
      await choose(`More acts on ${number}`, 'Hand over to a successor')
      fireEvent.click((await dialog()).getByRole('radio', { name: 'Without an account' }))
      await typeReason(made, 'name', 'Lucía Peña')
      await typeReason(made, 'email', 'lucia@x.example')
      await typeReason(made, 'reason', 'Moved')
      await answer('Hand over')
      await screen.findByRole('heading', { name: 'Ready to pack' })
      expect((await loan(number)).borrower_name).not.toBe('Lucía Peña')
    }))
})
