import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { Actor } from '#domain/session/actor.ts'
import { aTerm, aUser } from '#server/builders/people.ts'
import { anAssignment, aSample, aScenario } from '#server/builders/samples.ts'
import { createSubmittedProposal } from '#server/testing/allocation.ts'
import type { TestServer } from '#server/testing/test_server.ts'
import { type BrowserWindow, withBrowser } from '#web/testing.tsx'

interface Scene {
  world: TestServer
  office: Actor
  panel: Actor
  window: (actor: Actor) => Promise<BrowserWindow>
  proposals: number[]
  samples: { id: number; name: string }[]
}

/** Two proposals, of which the first asks for the first sample by name, and three samples. */
const scene = (work: (scene: Scene) => Promise<void>) =>
  withBrowser(async (world, window) => {
    const { ctx } = world
    await aTerm(ctx())
    const office = await aUser(ctx(), ['admin'])
    const panel = await aUser(ctx(), ['panel'])
    const samples = [await aSample(ctx()), await aSample(ctx()), await aSample(ctx())]
    const asks = [{ sample_id: samples[0]!.id }]
    const proposals = [
      await createSubmittedProposal(world, office, { score: 4.5, asks }),
      await createSubmittedProposal(world, office),
    ]
    await work({ world, office, panel, window, proposals, samples })
  })

const kept = ({ world, panel, proposals, samples }: Scene, name: string, pairs: [number, number][]) =>
  aScenario(world.ctx(panel), {
    term_id: 7,
    name,
    items: pairs.map(([s, p]) => ({ sample_id: samples[s]!.id, proposal_id: proposals[p]! })),
  })

const rowsOf = (label: string) =>
  within(screen.getByRole('table', { name: label }))
    .getAllByRole('row')
    .slice(1)
    .map((row) =>
      within(row)
        .getAllByRole('cell')
        .map((cell) => cell.textContent),
    )

const tick = (name: string) => screen.findByRole<HTMLInputElement>('checkbox', { name: `Compare ${name}` })

test('without a scenario it says what one is for', () =>
  scene(async ({ panel, window }) => {
    const { open, user, path } = await window(panel)
    open('/samples')
    await user.click(await screen.findByRole('link', { name: 'Scenarios' }))
    await screen.findByText('No scenarios in this call yet.')
    expect(path()).toBe('/samples/scenarios')
    const make = screen.getByRole<HTMLAnchorElement>('link', { name: 'Make a scenario' })
    expect(make.href).toContain('/samples/assign/particle?term_id=7&scenario=new')
  }))

test('two checked scenarios are compared: who gains, who loses, and the served requests', () =>
  scene(async (all) => {
    const [one, two, three] = all.samples.map(({ name }) => name)
    const first = await kept(all, 'As asked', [
      [0, 0],
      [1, 1],
    ])
    const second = await kept(all, 'One each', [
      [1, 1],
      [2, 1],
    ])
    const { open, user, path } = await all.window(all.panel)
    open('/samples/scenarios')
    await user.click(await tick('As asked'))
    await screen.findByText('Select another one to compare the two.')
    await user.click(await tick('One each'))
    await screen.findByText('From A to B 1 proposal gains, 1 loses and 0 change samples.')
    expect(path()).toBe(`/samples/scenarios?term_id=7&a=${first}&b=${second}`)
    expect(rowsOf('In all')).toEqual([
      ['Pieces', '2', '2', '0'],
      ['Weight[mg]', '10.8', '10.8', '0'],
      ['Requests served', '1', '0', '−1'],
      ['Requests', '1', '1', '0'],
      ['Benefit', '11.3', '0', '−11.3'],
      ['Over-allocated', '1', '2', '+1'],
      ['Clashes', '0', '0', '0'],
    ])
    expect(rowsOf('Requests served by score')).toEqual([
      ['Excellent: 1, asking for 1', '1', '0', '−1'],
      ['No score shown: 1, asking for 0', '0', '0', '0'],
    ])
    const samples = () => rowsOf('Proposals').map((cells) => cells.slice(2, 5))
    expect(samples()).toEqual([
      [expect.stringContaining(one!), '-', '-'],
      ['-', expect.stringContaining(three!), expect.stringContaining(two!)],
    ])
    await user.click(screen.getByRole('button', { name: 'Swap' }))
    await waitFor(() => expect(samples()[0]).toEqual(['-', expect.stringContaining(one!), '-']))
    // A third one takes the place of the one that was ticked before.
    await user.click(await tick('What is assigned now'))
    await screen.findByRole('heading', { name: 'A: As asked · B: What is assigned now' })
  }))

test('a scenario keeps its figures, and what has changed since is shown below them', () =>
  scene(async (all) => {
    const id = await kept(all, 'As asked', [[0, 0]])
    await all.world.db
      .updateTable('proposals')
      .set({ global_score: 3 })
      .where('global_score', '=', 4.5)
      .execute()
    const { open } = await all.window(all.panel)
    open(`/samples/scenarios?a=${id}&b=now`)
    await screen.findByRole('heading', { name: 'A: As asked · B: What is assigned now' })
    await waitFor(() => expect(rowsOf('In all')[4]).toEqual(['Benefit', '11.3now 4', '0', '−11.3']))
    const line = rowsOf('Scenarios').find((cells) => cells[1]!.startsWith('As asked'))!
    expect(line).toEqual(expect.arrayContaining(['11.3now 4.0', '1 of 1', '5.4']))
  }))

test('what is no longer possible is listed and not counted', () =>
  scene(async (all) => {
    const { world, office, panel, samples, proposals, window } = all
    const id = await kept(all, 'As asked', [
      [0, 0],
      [1, 0],
    ])
    const pair = { sample_id: samples[1]!.id, proposal_id: proposals[1]! }
    await anAssignment(world.ctx(office), 1, [pair], { confirmed: true })
    const { open } = await window(panel)
    // An address that names a scenario alone.
    open(`/samples/scenarios?a=${id}&b=now`)
    await screen.findByText(`${samples[1]!.name} has been confirmed for ${proposals[1]}.`)
    screen.getByText('now 2, 1 no longer possible')
    // What it came to when it was saved, and now; the other side is what is assigned.
    expect(rowsOf('In all')[0]).toEqual(['Pieces', '2', '1', '−1'])
    expect(rowsOf('In all')[5]).toEqual(['Over-allocated', '1', '1', '0'])
  }))

test('who made it changes its name and note and deletes it, the office puts it into the grid', () =>
  scene(async (all) => {
    const { world, office, panel, window } = all
    await kept(all, 'As asked', [[0, 0]])
    const owner = await window(panel)
    owner.open('/samples/scenarios')
    await owner.user.click(await screen.findByRole('button', { name: 'More actions of As asked' }))
    await owner.user.click(await screen.findByRole('menuitem', { name: 'Name and note' }))
    await owner.fill(await screen.findByRole('textbox', { name: 'Name' }), 'As ranked')
    await owner.fill(screen.getByRole('textbox', { name: 'Note' }), 'Nobody gets two.')
    await owner.user.click(screen.getByRole('button', { name: 'Save' }))
    await screen.findByText('Nobody gets two.')
    expect(screen.queryByRole('button', { name: /^Put into a grid/ })).toBeNull()

    const other = await window(await aUser(world.ctx(), ['panel']))
    other.open('/samples/scenarios')
    await tick('As ranked')
    expect(screen.queryByRole('button', { name: /^More actions of/ })).toBeNull()

    const admin = await window(office)
    admin.open('/samples/scenarios')
    await screen.findByRole('button', { name: 'Put into a grid: As ranked' })
    await admin.user.click(screen.getByRole('button', { name: 'More actions of As ranked' }))
    await admin.user.click(await screen.findByRole('menuitem', { name: 'Delete' }))
    await screen.findByText(
      `Delete the scenario 'As ranked' of ${panel.name} with 1 assignment and its note? Nothing that is assigned changes. This cannot be undone.`,
    )
    await admin.user.click(screen.getByRole('button', { name: 'YES' }))
    await screen.findByText('No scenarios in this call yet.')
  }))

test('the scenarios of a closed term are compared and not changed', () =>
  scene(async (all) => {
    await kept(all, 'As asked', [[0, 0]])
    await all.world.db.updateTable('terms').set({ disabled: true }).execute()
    const { open } = await all.window(all.office)
    open('/samples/scenarios?a=now&b=now')
    await screen.findByText('AO7 is closed: its scenarios can be compared, but not changed.')
    await tick('As asked')
    expect(screen.queryByRole('link', { name: 'Make a scenario' })).toBeNull()
    expect(screen.queryByRole('button', { name: /^More actions of/ })).toBeNull()
  }))
