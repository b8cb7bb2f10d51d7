import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { aUser } from '#server/builders/people.ts'
import { withGrid } from '#web/testing/grid_fixture.ts'
import type { BrowserWindow } from '#web/testing.tsx'

const cell = (sample: { name: string }, proposal: number, states: string) =>
  screen.findByRole('gridcell', { name: new RegExp(`^${sample.name}, proposal ${proposal}: .*${states}`) })

async function suggest(user: BrowserWindow['user'], policy: string) {
  await user.click(await screen.findByRole('button', { name: 'Suggest' }))
  const dialog = await screen.findByRole('dialog', { name: 'Suggest an allocation' })
  await user.click(within(dialog).getByRole('radio', { name: policy }))
  await user.click(within(dialog).getByRole('button', { name: 'Suggest' }))
}

const line = (text: RegExp) =>
  waitFor(() => expect(screen.getByRole('region', { name: 'Suggestions' }).textContent).toMatch(text))

test.each(['By rank, strictly', 'Most benefit'])(
  'what is suggested %s is no assignment until it is taken, and can be dismissed',
  (policy) =>
    withGrid(async ({ office, window, proposals, samples }) => {
      const { open, user } = await window(office)
      open('/samples/assign/particle')
      await suggest(user, policy)
      await line(/^1 suggestion · 0 requests cannot be met/)
      await screen.findByText('All saved')
      // The closed dialog gives the focus back a moment later, and would take it from what is pressed before.
      await waitFor(() =>
        expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Suggest' })),
      )
      await user.click(screen.getByRole('button', { name: 'Accept all 1' }))
      await screen.findByText('1 not saved')
      await line(/^0 suggestions · 1 accepted.*not saved yet/)
      expect(document.activeElement?.textContent).toBe('Details and reasons')
      await cell(samples[0]!, proposals[0]!, 'assigned, not saved')
      await user.click(screen.getByRole('button', { name: 'Dismiss' }))
      await waitFor(() => expect(screen.queryByRole('region', { name: 'Suggestions' })).toBeNull())
      await screen.findByText('1 not saved')
    }),
)

test('a suggestion is announced, and so is what becomes of it', () =>
  withGrid(async ({ office, window }) => {
    const { open, user } = await window(office)
    open('/samples/assign/particle')
    await screen.findByRole('button', { name: 'Suggest' })
    const regions = screen.getAllByRole('status', { hidden: true })
    await suggest(user, 'Most benefit')
    const announced = (text: RegExp) =>
      waitFor(() => expect(regions.filter((one) => text.test(one.textContent ?? ''))).toHaveLength(1))
    await announced(/^1 suggestion · 0 requests cannot be met/)
    await user.click(screen.getByRole('button', { name: 'Accept all 1' }))
    await announced(/^0 suggestions · 1 accepted.*not saved yet/)
  }))

test('what is suggested has its reason, leads to its cell, and can be hidden', () =>
  withGrid(async ({ office, window, proposals, samples }) => {
    const { open, user } = await window(office)
    open('/samples/assign/particle')
    await suggest(user, 'By rank, strictly')
    await user.click(await screen.findByRole('button', { name: 'Details and reasons' }))
    const dialog = await screen.findByRole('dialog', { name: 'Details and reasons' })
    expect(dialog.textContent).toContain('Excellent0 → 1 of 1')
    expect(dialog.textContent).toContain(
      `priority 1 of ${proposals[0]}: ${samples[0]!.name} by name; it is free`,
    )
    await user.type(within(dialog).getByRole('textbox'), 'nothing of it')
    await within(dialog).findByText('0 proposals')
    await user.clear(within(dialog).getByRole('textbox'))
    await user.click(await within(dialog).findByRole('button', { name: new RegExp(samples[0]!.name) }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await user.click(screen.getByRole('checkbox', { name: 'Suggestions' }))
    await line(/^1 suggestion/)
    expect(screen.getByRole<HTMLInputElement>('checkbox', { name: 'Suggestions' }).checked).toBe(false)
  }))

test('a suggestion whose sample is assigned to another is no longer valid, and says why', () =>
  withGrid(async ({ office, window, proposals, samples }) => {
    const { open, user } = await window(office)
    open('/samples/assign/particle')
    await suggest(user, 'By rank, strictly')
    await line(/^1 suggestion/)
    const name = `Assign ${samples[0]!.name} to proposal ${proposals[1]}`
    await user.click(await screen.findByRole('checkbox', { name }))
    await line(/^0 suggestions · 1 no longer valid/)
    await user.click(screen.getByRole('button', { name: 'Details and reasons' }))
    await screen.findByText(new RegExp(`It is now assigned to ${proposals[1]}\\.`))
  }))

test('a running suggestion can be cancelled', () =>
  withGrid(async ({ office, window }) => {
    const { open, user } = await window(office)
    const network = globalThis.fetch
    let gone = false
    globalThis.fetch = (path, init) =>
      !String(path).includes('/suggest')
        ? network(path, init)
        : new Promise((_, reject) => {
            init?.signal?.addEventListener('abort', () => {
              gone = true
              reject(new DOMException('', 'AbortError'))
            })
          })
    open('/samples/assign/particle')
    await suggest(user, 'Most benefit')
    const dialog = screen.getByRole('dialog', { name: 'Suggest an allocation' })
    await within(dialog).findByText('Computing')
    await user.click(within(dialog).getByRole('button', { name: 'Cancel' }))
    await waitFor(() => expect(within(dialog).queryByText('Computing')).toBeNull())
    expect(gone).toBe(true)
    expect(screen.queryByText(/System Error|cannot be reached/)).toBeNull()
  }))

test('a panel member sees suggestions and takes none', () =>
  withGrid(async ({ server: world, window }) => {
    const { open, user } = await window(await aUser(world.ctx(), ['panel']))
    open('/samples/assign/particle')
    await suggest(user, 'By rank, strictly')
    await line(/^1 suggestion/)
    const take = screen.getByRole('button', { name: 'Accept all 1' })
    expect(take.getAttribute('aria-disabled')).toBe('true')
    await user.hover(take)
    await screen.findByText('Only the administration office can assign samples.')
  }))
