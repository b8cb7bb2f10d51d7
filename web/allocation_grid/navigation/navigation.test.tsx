import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { aTerm, aUser } from '#server/builders/people.ts'
import { anAssignment, aSample } from '#server/builders/samples.ts'
import { createSubmittedProposal } from '#server/testing/allocation.ts'
import { withGrid } from '#web/testing/grid_fixture.ts'

const PATH = '/samples/assign/particle'
const find = () => screen.findByRole('combobox', { name: 'Find a sample or proposal' })
const box = (sample: { name: string }, proposal: number) =>
  screen.findByLabelText<HTMLInputElement>(`Assign ${sample.name} to proposal ${proposal}`)
const hits = async () =>
  within(await screen.findByRole('listbox', { name: 'Samples and proposals' })).findAllByRole('option')
const inHand = () => {
  const id = screen.getByRole('grid').getAttribute('aria-activedescendant')
  return document.getElementById(id ?? '')?.getAttribute('aria-label')
}

test('Find lists matches while typing, goes to one by keyboard alone, and Space does not assign it by accident', () =>
  withGrid(async ({ office, window, proposals, samples }) => {
    const { open, user } = await window(office)
    open(PATH)
    const field = await find()
    await user.click(field)
    await user.keyboard(samples[1]!.name.toLowerCase())
    const [hit] = await hits()
    expect(hit!.textContent).toContain(samples[1]!.name)
    await waitFor(() => expect(hit!.hasAttribute('data-combobox-selected')).toBe(true))
    await user.keyboard('{Enter}')
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('grid')))
    expect(inHand()).toMatch(new RegExp(`^${samples[1]!.name}, proposal ${proposals[0]}:`))
    const ticked = async () => (await box(samples[1]!, proposals[0]!)).checked
    await user.keyboard(' ')
    expect(await ticked()).toBe(false)
    await screen.findByText(/press Space again/u)
    await user.keyboard(' ')
    expect(await ticked()).toBe(true)

    await user.click(field)
    await user.keyboard(`${proposals[1]}`)
    const first = (await hits())[0]!
    expect(first.textContent).toMatch(new RegExp(`^${proposals[1]}`))
    await user.click(first)
    await waitFor(() => expect(inHand()).toContain(`proposal ${proposals[1]}:`))
    await user.click(field)
    await user.keyboard('nobody')
    await screen.findByText('No matches.')
  }))

test('filters are in the address and shown as pills, are remembered, and hide no assignment silently', () =>
  withGrid(async ({ office, window, proposals, samples }) => {
    const { open, user, path } = await window(office)
    open(PATH)
    await user.click(await box(samples[1]!, proposals[1]!))
    await user.click(screen.getByRole('button', { name: 'Type, chamber, mg' }))
    await user.click(screen.getByRole('combobox', { name: 'Samples' }))
    await user.click(await screen.findByRole('option', { name: 'asked for by name' }))
    await screen.findByText('1 assignment hidden by filters.', { exact: false })
    expect(path()).toBe(`${PATH}?asked=named`)
    expect(screen.getByRole('region', { name: 'Totals' }).textContent).toContain('Samples 1 of 2')

    open(PATH)
    await screen.findByRole('button', { name: /Remove.*asked for by name/u })
    await user.click(screen.getByRole('button', { name: 'Show them' }))
    expect((await box(samples[1]!, proposals[1]!)).checked).toBe(true)
    await waitFor(() => expect(path()).toBe(PATH))

    await user.click(screen.getByRole('button', { name: 'Bennu' }))
    await screen.findByText('No sample matches.')
    await user.click(screen.getByRole('button', { name: 'Remove Asteroid' }))
    await box(samples[0]!, proposals[0]!)
  }))

test('a match and a link lead to what filters hide', () =>
  withGrid(async ({ office, window, proposals, samples }) => {
    const { open, user } = await window(office)
    open(`${PATH}?asked=named`)
    await user.click(await find())
    await user.keyboard(samples[1]!.name)
    await screen.findByText('Hidden by filters; choose it to remove them.', { exact: false })
    await user.keyboard('{Enter}')
    await waitFor(() => expect(inHand()).toMatch(new RegExp(`^${samples[1]!.name},`)))
    open(`${PATH}?asked=named&sample=${samples[1]!.id}&proposal=${proposals[1]}`)
    await waitFor(() =>
      expect(inHand()).toMatch(new RegExp(`^${samples[1]!.name}, proposal ${proposals[1]}:`)),
    )
    open(`${PATH}?proposal=999`)
    await screen.findByText('Proposal 999 is not in this grid.')
  }))

test('steps are undone and redone by buttons and keys, and announced', () =>
  withGrid(async ({ office, window, proposals, samples }) => {
    const { open, user } = await window(office)
    open(PATH)
    await user.click(await box(samples[0]!, proposals[1]!))
    const what = `${samples[0]!.name} for ${proposals[1]}`
    await user.click(screen.getByRole('button', { name: 'Undo the last step' }))
    await screen.findByText(`Undone: ${what}`)
    expect((await box(samples[0]!, proposals[1]!)).checked).toBe(false)
    screen.getByRole('grid').focus()
    await user.keyboard('{Control>}y{/Control}')
    await screen.findByText(`Redone: ${what}`)
    await user.keyboard('{Control>}z{/Control}')
    await screen.findByText(`Undone: ${what}`)
    await user.keyboard('{Control>}{Shift>}z{/Shift}{/Control}')
    await screen.findByText(`Redone: ${what}`)
    await user.click(await find())
    await user.keyboard('{Control>}z{/Control}')
    expect((await box(samples[0]!, proposals[1]!)).checked).toBe(true)
  }))

test('Next clash shows both claimants, and one step keeps the sample for one', () =>
  withGrid(async ({ server: world, office, window, proposals, samples }) => {
    await aSample(world.ctx(office))
    const pairs = proposals.map((proposal_id) => ({ sample_id: samples[0]!.id, proposal_id }))
    await anAssignment(world.ctx(office), 1, pairs)
    const { open, user } = await window(office)
    open(PATH)
    await user.click(await screen.findByRole('button', { name: 'Next clash' }))
    const bar = await screen.findByRole('region', { name: `Clash of ${samples[0]!.name}` })
    expect(bar.textContent).toContain('4.5')
    expect(bar.textContent).toContain('priority 1')
    expect(bar.textContent).toContain('more than requested')
    await user.click(within(bar).getByRole('button', { name: `Keep for ${proposals[0]}` }))
    await screen.findByText('1 not saved')
    await screen.findByText(`${samples[0]!.name} is kept for ${proposals[0]}. No clashes are left.`)
    expect(bar.textContent).toContain('Clash resolved')
    expect(document.activeElement).toBe(within(bar).getByRole('button', { name: 'Close the clash' }))
    expect((await box(samples[0]!, proposals[1]!)).checked).toBe(false)
    await user.click(screen.getByRole('button', { name: 'Undo the last step' }))
    await screen.findByText('All saved')
  }))

test('after Keep for, the next clash comes by itself', () =>
  withGrid(async ({ server: world, office, window, proposals, samples }) => {
    const third = await createSubmittedProposal(world, office, { score: 1 })
    const pairs = [...proposals, third].flatMap((proposal_id) =>
      samples.map(({ id }) => ({ sample_id: id, proposal_id })),
    )
    await anAssignment(world.ctx(office), 1, pairs)
    const { open, user } = await window(office)
    open(`${PATH}?order=name`)
    await user.click(await screen.findByRole('button', { name: 'Next clash' }))
    // Both count pairs, whatever the number of samples.
    const totals = screen.getByRole('region', { name: 'Totals' })
    expect(totals.textContent).toContain('Assigned 6 of 1 requested')
    expect(totals.textContent).toContain('Confirmed 0, confirm the other 6')
    const bar = () => screen.getByRole('region', { name: /^Clash of/u })
    expect(bar().textContent).toContain(`${samples[0]!.name}Clash 1 of 2`)
    await user.click(within(bar()).getByRole('button', { name: `Keep for ${third}` }))
    await screen.findByText(`${samples[0]!.name} is kept for ${third}. Next clash: ${samples[1]!.name}.`)
    expect(bar().textContent).toContain(`${samples[1]!.name}Clash 1 of 1`)
    const keep = within(bar()).getByRole('button', { name: `Keep for ${proposals[0]}` })
    expect(document.activeElement).toBe(keep)
    await user.keyboard('{Enter}')
    await screen.findByText(`${samples[1]!.name} is kept for ${proposals[0]}. No clashes are left.`)
  }))

test('the clash bar says which claim is confirmed and which is assigned, here and in other terms', () =>
  withGrid(async ({ server: world, office, window, proposals, samples }) => {
    const { db } = world
    samples.push(await aSample(world.ctx()))
    const [here, assigned, confirmed] = samples.map(({ id }) => id)
    const [earlier, other] = [
      await createSubmittedProposal(world, office),
      await createSubmittedProposal(world, office),
    ]
    await aTerm(world.ctx(), { id: 6, is_current: false })
    await db.updateTable('proposals').set({ term_id: 6 }).where('id', 'in', [earlier, other]).execute()
    const pairs = samples.map(({ id }) => ({ sample_id: id, proposal_id: proposals[1]! }))
    await anAssignment(world.ctx(office), 1, [...pairs, { sample_id: here!, proposal_id: proposals[0]! }])
    await anAssignment(
      world.ctx(office),
      1,
      [
        { sample_id: assigned!, proposal_id: other },
        { sample_id: confirmed!, proposal_id: earlier },
      ],
      { term_id: 6 },
    )
    const { api } = await world.as(office)
    await api.allocation.confirm({ body: [{ sample_id: here!, proposal_id: proposals[0]! }] })
    await api.allocation.confirm({ body: [{ sample_id: confirmed!, proposal_id: earlier }] })
    const { open, user } = await window(office)
    open(`${PATH}?order=name`)
    const next = within(await screen.findByRole('region', { name: 'Totals' }))
    const texts: string[] = []
    for (const { name } of samples) {
      while (!screen.queryByRole('region', { name: `Clash of ${name}` }))
        await user.click(next.getByRole('button', { name: 'Next clash' }))
      texts.push(screen.getByRole('region', { name: `Clash of ${name}` }).textContent.replace(/\s+/gu, ' '))
    }
    expect(texts[0]).toMatch(new RegExp(`${proposals[0]} [^/]*samples confirmed.*${proposals[1]} `, 'u'))
    expect(texts[0]!.match(/confirmed/gu)).toHaveLength(1)
    expect(texts[1]).toContain(`${other} of AO6, assigned:`)
    expect(texts[2]).toContain(`${earlier} of AO6, confirmed:`)
  }))

test('a panel member sees a clash and changes nothing', () =>
  withGrid(async ({ server: world, office, window, proposals, samples }) => {
    const pairs = proposals.map((proposal_id) => ({ sample_id: samples[0]!.id, proposal_id }))
    await anAssignment(world.ctx(office), 1, pairs)
    const { open, user } = await window(await aUser(world.ctx(), ['panel']))
    open(PATH)
    await user.click(await screen.findByRole('button', { name: 'Next clash' }))
    const bar = await screen.findByRole('region', { name: `Clash of ${samples[0]!.name}` })
    expect(within(bar).queryByRole('button', { name: /^Keep for/u })).toBeNull()
    expect(screen.queryByRole('button', { name: 'Undo the last step' })).toBeNull()
  }))

test('in the large heads a request leads to its sample', () =>
  withGrid(async ({ office, window, proposals, samples }) => {
    const { open, user } = await window(office)
    open(`${PATH}?sample=${samples[1]!.id}&proposal=${proposals[1]}`)
    await waitFor(() =>
      expect(inHand()).toMatch(new RegExp(`^${samples[1]!.name}, proposal ${proposals[1]}:`)),
    )
    const grid = screen.getByRole('grid')
    grid.focus()
    await user.keyboard('++')
    await user.click(
      await within(grid).findByRole('button', { name: new RegExp(`^1 .*${samples[0]!.name}$`, 'u') }),
    )
    await waitFor(() =>
      expect(inHand()).toMatch(new RegExp(`^${samples[0]!.name}, proposal ${proposals[0]}:`)),
    )
  }))
