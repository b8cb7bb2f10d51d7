import { act, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { aUser } from '#server/builders/people.ts'
import { anAssignment, aSample } from '#server/builders/samples.ts'
import { createSubmittedProposal } from '#server/testing/allocation.ts'
import { storedAssignments, withGrid } from '#web/testing/grid_fixture.ts'

const box = (sample: { name: string }, proposal: number) =>
  screen.findByRole<HTMLInputElement>('checkbox', { name: `Assign ${sample.name} to proposal ${proposal}` })

test('an assignment is saved after the question that names it', () =>
  withGrid(async ({ server: world, office, window, proposals, samples }) => {
    const { open, user } = await window(office)
    open('/samples/assign/particle')
    await user.click(await box(samples[0]!, proposals[0]!))
    await screen.findByText('1 not saved')
    await user.click(screen.getByRole('button', { name: 'Save' }))
    await screen.findByText('Do you want to save samples?')
    const list = screen.getByRole('list', { name: `Changes of proposal ${proposals[0]}` })
    expect(list.textContent).toBe(
      `Assign ${samples[0]!.name} to proposal ${proposals[0]}: 5.4 mg, answers request 1: ${samples[0]!.name}`,
    )
    await user.click(screen.getByRole('button', { name: 'YES' }))
    await screen.findByText('All saved')
    expect(await storedAssignments(world)).toEqual([[samples[0]!.id, proposals[0], 0]])
    const receipt = `The assignments have been saved: ${samples[0]!.name} assigned to ${proposals[0]}.`
    const message = await screen.findByText(receipt)
    expect(message.closest('[role=status], [role=alert], [aria-live]')).not.toBeNull()
    await anAssignment(world.ctx(office), 1, [{ sample_id: samples[1]!.id, proposal_id: proposals[1]! }])
    await user.click(screen.getByRole('button', { name: 'Undo' }))
    await screen.findByText('The save has been undone.')
    expect(await storedAssignments(world)).toEqual([[samples[1]!.id, proposals[1], 0]])
    await waitFor(async () => expect((await box(samples[0]!, proposals[0]!)).checked).toBe(false))
  }))

test('arrow keys and the space bar assign, and a clash is marked', () =>
  withGrid(async ({ office, window, samples }) => {
    const { open, user } = await window(office)
    open('/samples/assign')
    const grid = await screen.findByRole('grid')
    grid.focus()
    await user.keyboard(' {ArrowRight} ')
    const cells = await screen.findAllByRole('gridcell', { name: new RegExp(`^${samples[0]!.name}.*clash`) })
    expect(cells).toHaveLength(2)
    await user.keyboard('{ArrowLeft} ')
    await waitFor(() => expect(screen.queryAllByRole('gridcell', { name: /clash/ })).toEqual([]))
  }))

test('requests that do not fit are counted in the head and shown in the panel', () =>
  withGrid(async ({ server: world, office, window, samples }) => {
    const asks = [{ sample_id: samples[1]!.id }, ...Array.from({ length: 8 }, () => ({ sample_id: null }))]
    const proposal = await createSubmittedProposal(world, office, { score: 5, asks })
    await world.db
      .updateTable('requested_samples')
      .set({ number_of_samples: 5 })
      .where('priority', '=', 9)
      .execute()
    const { open, user } = await window(office)
    open('/samples/assign/particle')
    const grid = await screen.findByRole('grid')
    grid.focus()
    await user.keyboard('++')
    const more = await screen.findByRole('button', { name: `+5 of proposal ${proposal}` })
    await user.click(more)
    const panel = screen.getByRole('region', { name: `By proposal ${proposal}` })
    expect(document.activeElement).toBe(panel)
    expect(panel.textContent).toContain('Any Particle ×5')
  }))

test('Reload says that samples are loading', () =>
  withGrid(async ({ server: world, office, window, proposals }) => {
    const sample = await aSample(world.ctx(office), { sample_type: 3, flg: true })
    const { open, user } = await window(office)
    open('/samples/assign/processed')
    await user.click(await box(sample, proposals[0]!))
    await user.click(screen.getByRole('button', { name: 'Reload samples' }))
    await screen.findByText('Loading samples...')
    await waitFor(() => expect(screen.queryByText('Loading samples...')).toBeNull())
    expect((await box(sample, proposals[0]!)).checked).toBe(true)
  }))

test('a version conflict keeps unsaved assignments and says what the other user did', () =>
  withGrid(async ({ server: world, office, window, proposals, samples }) => {
    const { open, user } = await window(office)
    open('/samples/assign/particle')
    await user.click(await box(samples[0]!, proposals[0]!))
    const other = await aUser(world.ctx(), ['admin'], { first_name: 'Mika', last_name: 'Aalto' })
    await anAssignment(world.ctx(other), 1, [{ sample_id: samples[1]!.id, proposal_id: proposals[1]! }])
    await user.click(screen.getByRole('button', { name: 'Save' }))
    await user.click(await screen.findByRole('button', { name: 'YES' }))
    await screen.findByText(/^Someone else changed these assignments/)
    expect(screen.getByText(/was assigned to/).textContent).toContain('Mika Aalto')
    await waitFor(async () => expect((await box(samples[1]!, proposals[1]!)).checked).toBe(true))
    expect((await box(samples[0]!, proposals[0]!)).checked).toBe(true)
    await screen.findByText('1 not saved')
    await user.click(screen.getByRole('button', { name: 'Save' }))
    await user.click(await screen.findByRole('button', { name: 'YES' }))
    await screen.findByText('All saved')
    expect(await storedAssignments(world)).toHaveLength(2)
  }))

test('a version conflict names the rejected changes of the user, and why', () =>
  withGrid(async ({ server: world, office, window, proposals, samples }) => {
    const { open, user } = await window(office)
    open('/samples/assign/particle')
    for (const sample of samples) await user.click(await box(sample, proposals[0]!))
    const other = await aUser(world.ctx(), ['admin'])
    const pair = { sample_id: samples[0]!.id, proposal_id: proposals[1]! }
    await anAssignment(world.ctx(other), 1, [pair], { confirmed: true })
    await user.click(screen.getByRole('button', { name: 'Save' }))
    await user.click(await screen.findByRole('button', { name: 'YES' }))
    const notice = (await screen.findByText('One of your assignments could not be kept.')).closest(
      '[role=alert]',
    )!
    expect(notice.textContent).toContain(
      `Assign ${samples[0]!.name} to proposal ${proposals[0]}: ${samples[0]!.name} is confirmed for proposal ${proposals[1]}.`,
    )
    expect((await box(samples[0]!, proposals[0]!)).checked).toBe(false)
    expect((await box(samples[1]!, proposals[0]!)).checked).toBe(true)
    // What was not read yet is told again, by the other way round of the grid too.
    open('/samples/assign')
    await screen.findByText('One of your assignments could not be kept.')
    expect((await box(samples[1]!, proposals[0]!)).checked).toBe(true)
  }))

test('two tabs of one grid share unsaved changes, in both orientations', () =>
  withGrid(async ({ office, window, proposals, samples }) => {
    const { open, user } = await window(office)
    open('/samples/assign/particle')
    await user.click(await box(samples[0]!, proposals[0]!))
    const kept = () => localStorage.getItem(`ao.draft.${office.id}.allocation/1/7`)
    await waitFor(() => expect(kept()).not.toBeNull())
    open('/samples/assign')
    await screen.findByText(/^Your assignments of .* were restored\.$/)
    expect((await box(samples[0]!, proposals[0]!)).checked).toBe(true)
    const { values } = JSON.parse(kept()!)
    const tick = {
      sample_id: samples[1]!.id,
      name: samples[1]!.name,
      proposal_id: proposals[1]!,
      ticked: true,
    }
    const other = {
      values: { ...values, [`${tick.sample_id} ${tick.proposal_id}`]: tick },
      saved_at: new Date(),
    }
    const told = { key: `ao.draft.${office.id}.allocation/1/7`, newValue: JSON.stringify(other) }
    act(() => void globalThis.window.dispatchEvent(new StorageEvent('storage', told)))
    await waitFor(async () => expect((await box(samples[1]!, proposals[1]!)).checked).toBe(true))
    await screen.findByText('2 not saved')
    await screen.findByText(/^Typed in another tab too/)
  }))

test('what another tab of the same user has saved stays assigned while the grid is reloaded', () =>
  withGrid(async ({ server: world, office, window, proposals, samples }) => {
    const { open, user } = await window(office)
    open('/samples/assign/particle')
    const saved = await box(samples[0]!, proposals[0]!)
    const left = await box(samples[1]!, proposals[1]!)
    await user.click(saved)
    await user.click(left)
    const key = `ao.draft.${office.id}.allocation/1/7`
    await waitFor(() =>
      expect(Object.keys(JSON.parse(localStorage.getItem(key) ?? '{"values":{}}').values)).toHaveLength(2),
    )
    const { values } = JSON.parse(localStorage.getItem(key)!)
    const pair = `${samples[1]!.id} ${proposals[1]!}`
    await anAssignment(world.ctx(office), 1, [{ sample_id: samples[0]!.id, proposal_id: proposals[0]! }])
    const newValue = JSON.stringify({
      values: { [pair]: values[pair] },
      ended: 'saved',
      saved_at: new Date(),
    })
    act(() => void globalThis.window.dispatchEvent(new StorageEvent('storage', { key, newValue })))
    expect([saved.checked, left.checked]).toEqual([true, true])
    await screen.findByText('1 not saved')
    await user.click(saved)
    await screen.findByText('2 not saved')
    expect([saved.checked, left.checked]).toEqual([false, true])
  }))

test('YES saves what the question named, and removes nothing that was saved while it was open', () =>
  withGrid(async ({ server: world, office, window, proposals, samples }) => {
    const { open, user } = await window(office)
    open('/samples/assign/particle')
    await user.click(await box(samples[0]!, proposals[0]!))
    await user.click(screen.getByRole('button', { name: 'Save' }))
    await screen.findByText('Do you want to save samples?')
    const pairs = samples.map(({ id }, n) => ({ sample_id: id, proposal_id: proposals[n]! }))
    await anAssignment(world.ctx(office), 1, pairs)
    const key = `ao.draft.${office.id}.allocation/1/7`
    const newValue = JSON.stringify({ values: {}, ended: 'saved', saved_at: new Date() })
    act(() => void globalThis.window.dispatchEvent(new StorageEvent('storage', { key, newValue })))
    const name = `Assign ${samples[1]!.name} to proposal ${proposals[1]}`
    await waitFor(() =>
      expect(screen.getByRole<HTMLInputElement>('checkbox', { name, hidden: true }).checked).toBe(true),
    )
    await user.click(screen.getByRole('button', { name: 'YES' }))
    await screen.findByText(/^Someone else changed these assignments/)
    expect(await storedAssignments(world)).toHaveLength(2)
  }))

test('every change of a save is named, however many', () =>
  withGrid(async ({ server: world, office, window, proposals, samples }) => {
    const more = await Promise.all(Array.from({ length: 18 }, () => aSample(world.ctx(office))))
    const { open, user } = await window(office)
    const values = Object.fromEntries(
      [...samples, ...more].map(({ id, name }) => [
        `${id} ${proposals[0]}`,
        { sample_id: id, name, proposal_id: proposals[0], ticked: true },
      ]),
    )
    localStorage.setItem(
      `ao.draft.${office.id}.allocation/1/7`,
      JSON.stringify({ values, saved_at: new Date() }),
    )
    open('/samples/assign/particle')
    await screen.findByText('20 not saved')
    await user.click(screen.getByRole('button', { name: 'Save' }))
    const list = await screen.findByRole('list', { name: `Changes of proposal ${proposals[0]}` })
    expect(list.querySelectorAll('li')).toHaveLength(20)
  }))

test('unsaved changes are discarded after they were named, and can be restored', () =>
  withGrid(async ({ office, window, proposals, samples }) => {
    const { open, user } = await window(office)
    open('/samples/assign/particle')
    await user.click(await box(samples[0]!, proposals[0]!))
    await user.click(screen.getByRole('button', { name: 'Discard' }))
    await screen.findByText('Do you want to discard your assignments?')
    await screen.findByText(`Assign ${samples[0]!.name} to proposal ${proposals[0]}`)
    await user.click(screen.getByRole('button', { name: 'DISCARD' }))
    await screen.findByText('All saved')
    await user.click(screen.getByRole('button', { name: 'Undo' }))
    await screen.findByText('1 not saved')
    expect((await box(samples[0]!, proposals[0]!)).checked).toBe(true)
  }))

test('a panel member reads, and assigns nothing', () =>
  withGrid(async ({ server: world, window, office, proposals, samples }) => {
    await anAssignment(world.ctx(office), 1, [{ sample_id: samples[0]!.id, proposal_id: proposals[0]! }])
    const { open, user } = await window(await aUser(world.ctx(), ['panel']))
    open('/samples/assign/particle')
    await screen.findByRole('gridcell', {
      name: `${samples[0]!.name}, proposal ${proposals[0]}: priority 1, assigned`,
    })
    expect(screen.queryByRole('checkbox')).toBeNull()
    expect(screen.queryByRole('button', { name: 'Save' })).toBeNull()

    await world.db
      .updateTable('assignments')
      .set({ status: 1, confirmed_at: '2026-04-01T00:00:00Z' })
      .execute()
    open('/samples/assigned')
    const cancel = await screen.findByRole('button', { name: /^CANCEL /u })
    expect(cancel.getAttribute('aria-disabled')).toBe('true')
    await user.hover(cancel)
    await screen.findByText('Only the office can cancel a confirmation.')
    expect(screen.queryByRole('button', { name: 'Confirm' })).toBeNull()
  }))

test('a small head lists samples by name, larger ones also requests for any, and the zoom is stored', () =>
  withGrid(async ({ server: world, office, window, proposals, samples }) => {
    const any = { priority: 2, db_type: 1, sample_type: 0, weight: 3 } as const
    await world.db
      .insertInto('requested_samples')
      .values({ ...any, proposal_id: proposals[0]! })
      .execute()
    const { open, user } = await window(office)
    open('/samples/assign/particle')
    const head = () => screen.findAllByRole('rowheader').then(([first]) => first!.textContent)
    const text = await head()
    expect(text).toContain('4.5')
    expect(text).toContain(String(proposals[0]))
    expect(text).toContain('0 of 2')
    expect(text).toContain(samples[0]!.name)
    expect(text).not.toContain('Any Ryugu particle')
    const named = () => screen.getAllByRole('rowheader')[0]!.querySelector('[title^="Requested"]')!
    expect(named().getAttribute('title')).toBe(`Requested: ${samples[0]!.name}.`)
    await user.click(await box(samples[1]!, proposals[0]!))
    expect(named().getAttribute('title')).toBe(
      `Requested: ${samples[0]!.name}. Assigned: ${samples[1]!.name}.`,
    )
    expect(named().textContent).toBe(`${samples[0]!.name}${samples[1]!.name}`)
    expect(within(named() as HTMLElement).getByRole('img', { name: 'assigned' })).toBeDefined()
    await user.click(await box(samples[1]!, proposals[0]!))
    await user.click(screen.getByRole('button', { name: 'Larger' }))
    await user.click(screen.getByRole('button', { name: 'Larger' }))
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Larger' }).disabled).toBe(true)
    const whole = await head()
    expect(whole).toContain('Any Ryugu particle 3 mg')
    open('/samples/assign/particle')
    expect(await head()).toBe(whole)
    const grid = await screen.findByRole('grid')
    grid.focus()
    await user.keyboard('--')
    expect(await head()).toBe(text)
  }))

test('a cell says which request it may answer, and a sample confirmed for another cannot be assigned', () =>
  withGrid(async ({ server: world, office, window, samples }) => {
    const asks = [{ sample_id: null, number_of_samples: 1 }]
    const any = await createSubmittedProposal(world, office, { score: 3, asks })
    const other = await createSubmittedProposal(world, office, { score: 2 })
    await anAssignment(world.ctx(office), 1, [{ sample_id: samples[1]!.id, proposal_id: other }], {
      confirmed: true,
    })
    const { open } = await window(office)
    open('/samples/assign/particle')
    await screen.findByRole('gridcell', {
      name: `${samples[0]!.name}, proposal ${any}: may answer priority 1, among the nearest, not assigned`,
    })
    screen.getByRole('gridcell', { name: `${samples[1]!.name}, proposal ${any}: not assigned` })
    const shut = await box(samples[1]!, any)
    expect(shut.disabled).toBe(true)
    expect(shut.closest('[role=gridcell]')!.getAttribute('title')).toContain(
      `is confirmed for proposal ${other}.`,
    )
    const given = `${samples[1]!.name}, proposal ${other}: confirmed`
    expect(screen.getByRole('gridcell', { name: given }).getAttribute('aria-readonly')).toBe('true')
  }))
