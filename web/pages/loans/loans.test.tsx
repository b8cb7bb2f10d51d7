import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { dayAfter } from '#domain/custody/loans/due.ts'
import type { LoanStep } from '#server/builders/loans.ts'
import { aSubmittedProposal } from '#server/builders/proposals.ts'
import { type LoanScene, loanScene } from '#server/testing/loan_scene.ts'
import type { TestServer } from '#server/testing/test_server.ts'
import { type BrowserWindow, fieldAt, withBrowser } from '#web/testing.tsx'

interface Made extends BrowserWindow, LoanScene {
  world: TestServer
  number: string
}
type LendOptions = Parameters<LoanScene['lend']>[2]

/** The screen of a loan at a step, as the office sees it. */
const withLoan = (
  step: LoanStep,
  work: (made: Made) => Promise<void>,
  { who = 'office' as 'office' | 'curation', more = {} as LendOptions } = {},
) =>
  withBrowser(async (world, window) => {
    const scene = await loanScene(world)
    const number = await scene.lend(step, [2.004, 1.85], more)
    const shown = await window(scene.people[who])
    shown.open(`/loans/${number}`)
    await screen.findByRole('heading', { level: 1, name: new RegExp(number, 'u') })
    await screen.findByRole('list', { name: `Steps of ${number}` })
    await work({ ...scene, ...shown, world, number })
  })

const button = (name: string | RegExp) => screen.findByRole('button', { name })
const press = async (name: string | RegExp) => fireEvent.click(await button(name))
const dialog = async () => within(await screen.findByRole('dialog'))
const answer = async (name: string) => fireEvent.click((await dialog()).getByRole('button', { name }))
const present = () => document.querySelector('[aria-label^="Steps of L"] [aria-current=step] b')?.textContent
const events = () =>
  [...document.querySelectorAll('ol[aria-label^="Events of"] b')].map(({ textContent }) => textContent)

test('the list leads to exactly the loans that it counts to pack or dispatch', () =>
  withBrowser(async (world, window) => {
    const { lend, people } = await loanScene(world)
    const numbers = [await lend('ready_to_pack'), await lend('packed')]
    await lend('in_use')
    const { open } = await window(people.office)
    open('/loans')
    fireEvent.click(await screen.findByRole('link', { name: '2 to pack or dispatch' }))
    await screen.findByText('2 results')
    for (const number of numbers) screen.getByRole('link', { name: new RegExp(`^${number}`, 'u') })
  }))

describe('a loan', () => {
  test('whose agreement is to be sent: by e-mail to its borrower, or received on paper', () =>
    withLoan('agreement_due', async ({ number, loan, people }) => {
      expect(present()).toBe('Agreement')
      await press('Send the agreement')
      const asked = await dialog()
      asked.getByText(`Send the agreement of ${number}?`)
      asked.getByText(new RegExp(`e-mail goes to ${people.holder.name}`, 'u'))
      fireEvent.click(asked.getByText('SEND'))
      await screen.findByText(/Holder to sign, asked today/u)
      expect((await loan(number)).agreement.sent_at).not.toBeNull()
      await button('Upload the signed copy')
    }))

  test('is packed once the agreement is here on paper', () =>
    withLoan('agreement_due', async ({ number, loan }) => {
      await press('Received on paper')
      await answer('YES')
      await waitFor(() => expect(present()).toBe('Packed'))
      expect((await loan(number)).agreement.on_paper).toBe(true)
      const pack = await screen.findByRole('link', { name: 'Pack' })
      expect(pack.getAttribute('href')).toBe(`/loans/${number}/packing`)
    }))

  test('shows its pieces as a tree with the sum, after the holder has split and used one', () =>
    withLoan('in_use', async ({ number, piece, holder, open }) => {
      const one = await piece(number)
      const two = await piece(number, 1)
      const at = { params: { number } }
      await holder.api.loans.consume({
        ...at,
        body: { piece: one.piece, consumed: 310, method: 'SIMS', version: one.version },
      })
      await holder.api.loans.split({
        ...at,
        body: {
          piece: two.piece,
          parts: [
            { amount: 920, form: 'Chip' },
            { amount: 922, form: 'Chip' },
          ],
          ...{ consumed: 0, lost: 8, method: '', version: two.version },
        },
      })
      open(`/loans/${number}`)
      const table = within(await screen.findByRole('table', { name: `Pieces of ${number}` }))
      const text = ({ textContent }: HTMLElement) => textContent
      const rows = table.getAllByRole('row').map(text)
      expect(rows[1]).toMatch(new RegExp(`^${one.name}2\\.0042\\.0043101\\.694.*In use$`, 'u'))
      expect(rows[2]).toMatch(new RegExp(`^${two.name}1\\.8501\\.8508-split in 2Split$`, 'u'))
      expect(rows[3]).toMatch(new RegExp(`^${two.name}-010\\.920.*In use$`, 'u'))
      expect(rows.at(-1)).toBe('2 pieces out3.854 3.85431083.536Balanceswithin 5 µg a piece')
      expect(events()[0]).toContain(`${two.name}`)
      await screen.findByText(`${one.name}: 310 µg consumed, SIMS`)
    }))

  test('with an extension asked for: granted to another day, with a note', () =>
    withLoan('in_use', async ({ number, holder, loan, open, fill }) => {
      const { due_on } = await loan(number)
      const until = dayAfter(due_on!, 365)
      await holder.api.loans.askExtension({
        params: { number },
        body: { until, reason: 'Beamtime moved.' },
      })
      open(`/loans/${number}`)
      await screen.findByRole('heading', { name: `Extension asked: until ${until}` })
      await screen.findByText(/“Beamtime moved\.” Asked .* First extension of this loan\./u)
      await press(`Grant to ${until}`)
      await fill(await fieldAt('note'), 'Once.')
      await answer('Grant')
      await waitFor(async () =>
        expect(await loan(number)).toMatchObject({
          due_on: until,
          extensions: [{ granted: true, note: 'Once.' }],
        }),
      )
      await waitFor(() => expect(screen.queryByRole('heading', { name: /^Extension asked/u })).toBeNull())
    }))

  test('refuses an extension', () =>
    withLoan('in_use', async ({ number, holder, loan, open }) => {
      const { due_on } = await loan(number)
      const until = dayAfter(due_on!, 365)
      await holder.api.loans.askExtension({ params: { number }, body: { until, reason: 'Late.' } })
      open(`/loans/${number}`)
      fireEvent.click((await screen.findAllByRole('button', { name: 'Refuse' }))[0]!)
      await answer('Refuse')
      await waitFor(async () => expect(await loan(number)).toMatchObject({ extension: null, due_on }))
    }))

  test('with a difference: one of the office says what becomes of it', () =>
    withLoan('dispatched', async ({ number, holder, piece, open, user, fill }) => {
      const [one, two] = [await piece(number), await piece(number, 1)]
      await holder.api.loans.receive({
        params: { number },
        body: {
          pieces: [
            { piece: one.piece, found: 1963, condition: '' },
            { piece: two.piece, found: 1850, condition: '' },
          ],
        },
      })
      open(`/loans/${number}`)
      await screen.findByText(`${one.name}: sent 2.004 mg, found 1.963 mg, −41 µg`)
      await press(`Resolve ${one.name}`)
      await user.click((await dialog()).getByRole('radio', { name: /handling loss/u }))
      await fill(await fieldAt('reason'), 'Dust in the container')
      await answer('Resolve')
      await waitFor(async () =>
        expect(await piece(number)).toMatchObject({
          open_difference: null,
          state: 'in_use',
          present: 1963,
          lost: 41,
        }),
      )
      await waitFor(() => expect(present()).toBe('In use'))
    }))

  test('is weighed in by curation, each piece with its place', () =>
    withLoan(
      'sent_back',
      async ({ number, piece, fill }) => {
        const one = await piece(number)
        await press(`Weigh in ${one.name}`)
        await fill(await fieldAt('found'), '2.001')
        await (await dialog()).findByText('−3 µg')
        await fill(await fieldAt('place'), 'N2-3, drawer 4')
        await answer('Confirm')
        await waitFor(async () =>
          expect(await piece(number)).toMatchObject({
            state: 'returned',
            place: 'N2-3, drawer 4',
            present: 2001,
          }),
        )
        await waitFor(() => expect(screen.queryByRole('button', { name: `Weigh in ${one.name}` })).toBeNull())
      },
      { who: 'curation' },
    ))

  test('a piece said to be lost is written off by two persons', () =>
    withLoan('in_use', async ({ number, holder, curation, piece, open, fill, user }) => {
      const one = await piece(number)
      await holder.api.loans.sayLost({ params: { number }, body: { piece: one.piece, reason: 'Broken.' } })
      await curation.api.loans.proposeWriteOff({
        params: { number },
        body: { piece: one.piece, reason: 'Nothing is left.', version: one.version },
      })
      open(`/loans/${number}`)
      await press(`Take back ${one.name}`)
      await fill(await fieldAt('reason'), 'Found again')
      await user.click((await dialog()).getByRole('button', { name: 'Cancel' }))
      await press(`Confirm ${one.name}`)
      const asked = await dialog()
      asked.getByText(`Write off ${one.name}?`)
      fireEvent.click(asked.getByText('WRITE OFF'))
      await waitFor(async () => expect((await piece(number)).state).toBe('lost'))
      await waitFor(() => expect(events()[0]).toContain(one.name))
    }))

  test('that is another’s, or that does not exist, is not found; its holder reads it on My samples', () =>
    withBrowser(async (world, window) => {
      const { people } = await loanScene(world)
      const { open } = await window(people.curation)
      open('/loans/L0000')
      await screen.findByRole('heading', { name: /not found/iu })
    }))
})

describe('the list of loans', () => {
  test('says for each what is next, with a button where the viewer can act, and sums up what is out', () =>
    withBrowser(async (world, window) => {
      const scene = await loanScene(world)
      const due = await scene.lend('agreement_due')
      const used = await scene.lend('in_use', [1.85])
      const { open, path } = await window(scene.people.office)
      open('/loans')
      const row = within(await screen.findByRole('row', { name: new RegExp(due, 'u') }))
      row.getByText('Agreement due')
      expect(
        row.getByRole('link', { name: new RegExp(`^Send agreement ?${due}$`, 'u') }).getAttribute('href'),
      ).toBe(`/loans/${due}`)
      const other = within(screen.getByRole('row', { name: new RegExp(used, 'u') }))
      expect(other.getAllByText('In use').length).toBeGreaterThan(0)
      other.getByText('1.850 mg')
      expect(other.queryByRole('link', { name: new RegExp(`${used}$`, 'u') })).toBeNull()
      const strip = (await screen.findByRole('region', { name: 'Open loans' })).textContent
      expect(strip).toContain('2 open loans, 1 holder')
      expect(strip).toContain('1.850 mg')
      fireEvent.click(screen.getByRole('link', { name: /Agreement due 1/u }))
      await waitFor(() => expect(path()).toContain('state=agreement_due'))
      await waitFor(() => expect(screen.queryByRole('row', { name: new RegExp(used, 'u') })).toBeNull())
    }))

  test('is led to from a proposal with loans, and shows those alone', () =>
    withBrowser(async (world, window) => {
      const scene = await loanScene(world)
      const number = await scene.lend('in_use', [1.85])
      const other = (await aSubmittedProposal(world.ctx(scene.people.office))).proposal_id
      const { proposal_id } = await scene.loan(number)
      const { open, path } = await window(scene.people.office)
      open(`/proposals/detail/${other}?tab=tab-4`)
      await screen.findByRole('heading', { name: 'Assigned samples' })
      expect(screen.queryByRole('link', { name: number })).toBeNull()
      open(`/proposals/detail/${proposal_id}?tab=tab-4`)
      const link = await screen.findByRole('link', { name: number })
      expect(link.getAttribute('href')).toBe(`/loans/${number}`)
      fireEvent.click(screen.getByRole('link', { name: 'See them in the list' }))
      await waitFor(() => expect(path()).toContain(`proposal_id=${proposal_id}`))
      await screen.findByRole('row', { name: new RegExp(number, 'u') })
      await screen.findByRole('button', { name: new RegExp(`^Remove ?Proposal ?${proposal_id}$`, 'u') })
    }))

  test('sends the agreements of those selected, one e-mail each', () =>
    withBrowser(async (world, window) => {
      const scene = await loanScene(world)
      const numbers = [await scene.lend('agreement_due'), await scene.lend('agreement_due', [1.85])]
      const { open, user } = await window(scene.people.office)
      open('/loans')
      await screen.findByRole('row', { name: new RegExp(numbers[0]!, 'u') })
      await user.click(screen.getByRole('checkbox', { name: 'Select all on this page' }))
      await press('Send 2 agreements')
      const asked = await dialog()
      asked.getByText('Send the agreement of 2 loans?')
      fireEvent.click(asked.getByText('SEND'))
      for (const number of numbers)
        await waitFor(async () => expect((await scene.loan(number)).agreement.sent_at).not.toBeNull())
      await waitFor(() => expect(screen.queryByRole('button', { name: 'Send 2 agreements' })).toBeNull())
    }))
})
