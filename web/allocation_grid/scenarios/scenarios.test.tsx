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

const scene = (work: (scene: Scene) => Promise<void>) =>
  withBrowser(async (world, window) => {
    const { ctx } = world
    await aTerm(ctx())
    const office = await aUser(ctx(), ['admin'])
    const panel = await aUser(ctx(), ['panel'])
    const samples = [await aSample(ctx()), await aSample(ctx()), await aSample(ctx())]
    const proposals = [
      await createSubmittedProposal(world, office, { score: 4.5 }),
      await createSubmittedProposal(world, office),
    ]
    await work({ world, office, panel, window, proposals, samples })
  })

type Placed = Pick<Scene, 'samples' | 'proposals'>
const pair = ({ samples, proposals }: Placed, sample: number, proposal: number) => ({
  sample_id: samples[sample]!.id,
  proposal_id: proposals[proposal]!,
})
const box = ({ samples, proposals }: Placed, sample: number, proposal: number) =>
  screen.findByRole<HTMLInputElement>('checkbox', {
    name: `Assign ${samples[sample]!.name} to proposal ${proposals[proposal]}`,
  })
const kept = async ({ db }: TestServer) =>
  db.selectFrom('scenario_items').select(['sample_id', 'proposal_id']).orderBy('sample_id').execute()
const assigned = async ({ db }: TestServer) =>
  db.selectFrom('assignments').select(['sample_id', 'proposal_id']).orderBy('sample_id').execute()

test('a panel member makes a scenario from the assignments; it is stored under a name and assigns nothing', () =>
  scene(async (all) => {
    const { world, office, panel, window } = all
    await anAssignment(world.ctx(office), 1, [pair(all, 0, 0)])
    const { open, user, path } = await window(panel)
    open('/samples/assign/particle?term_id=7&scenario=new')
    await screen.findByText('Scenario: nothing here is assigned.')
    expect((await box(all, 0, 0)).checked).toBe(true)
    await user.click(await box(all, 1, 1))
    await user.click(screen.getByRole('button', { name: 'Keep as scenario' }))
    await user.type(await screen.findByRole('textbox', { name: 'Name' }), 'One each')
    await user.click(screen.getByRole('button', { name: 'Keep' }))
    await screen.findByRole('heading', { name: 'A: What is assigned now · B: One each' })
    expect(path()).toMatch(/^\/samples\/scenarios\?term_id=7&a=now&b=\d+$/)
    expect(await kept(world)).toEqual([pair(all, 0, 0), pair(all, 1, 1)])
    expect(await assigned(world)).toEqual([pair(all, 0, 0)])
  }))

test('the author edits a scenario, and keeps the edits after a version conflict', () =>
  scene(async (all) => {
    const { world, office, panel, window } = all
    const params = {
      id: await aScenario(world.ctx(panel), { term_id: 7, name: 'One each', items: [pair(all, 0, 0)] }),
    }
    const { open, user } = await window(panel)
    open('/samples/scenarios')
    await user.click(await screen.findByRole('link', { name: 'One each' }))
    expect((await box(all, 0, 0)).checked).toBe(true)
    await user.click(await box(all, 1, 1))
    const { scenarios } = (await world.as(office)).api
    const theirs = { name: 'One each', note: '', items: [pair(all, 2, 0)] }
    await scenarios.save({ params, body: theirs })
    const save = await screen.findByRole('button', { name: 'Save scenario' })
    await user.click(save)
    await screen.findByText(/was saved by .* check them, then press Save again\.$/)
    await waitFor(async () => expect((await box(all, 2, 0)).checked).toBe(true))
    expect((await box(all, 1, 1)).checked).toBe(true)
    await user.click(save)
    await screen.findByText("The scenario 'One each' has been saved. Nothing was assigned.")
    await screen.findByText('All saved')
    expect(await kept(world)).toEqual([pair(all, 1, 1), pair(all, 2, 0)])
    expect(await assigned(world)).toEqual([])
  }))

test('another panel member reads a scenario, and is led to its grid', () =>
  scene(async (all) => {
    const { world, office, panel, window } = all
    const id = await aScenario(world.ctx(office), { term_id: 7, name: 'One each', items: [pair(all, 0, 0)] })
    const { open, user } = await window(panel)
    await aSample(all.world.ctx(), { sample_type: 2 })
    open(`/samples/assign/particle?term_id=6&scenario=${id}&edit=1`)
    await screen.findByText("The scenario 'One each' belongs to another term.")
    await user.click(screen.getByRole('link', { name: 'Open it there' }))
    await screen.findByText(/which only its author and the office can change\./)
    screen.getByText(/It covers all grids/)
    const gas = screen.getByRole<HTMLAnchorElement>('link', { name: 'Gas (0)' })
    expect(gas.href).toMatch(/samples\/assign\/gas\?term_id=7&scenario=\d+&edit=1$/)
    const cell = `${all.samples[0]!.name}, proposal ${all.proposals[0]}: assigned`
    await screen.findByRole('gridcell', { name: cell })
    expect(screen.queryByRole('button', { name: /Save|Keep/ })).toBeNull()
  }))

test('the office puts a scenario into the grid as unsaved changes, and sees why some are missing', () =>
  scene(async (all) => {
    const { world, office, panel, window, samples, proposals } = all
    const items = [pair(all, 0, 0), pair(all, 1, 1)]
    await aScenario(world.ctx(panel), { term_id: 7, name: 'One each', items })
    await anAssignment(world.ctx(office), 1, [pair(all, 1, 0)], { confirmed: true })
    await anAssignment(world.ctx(office), 1, [pair(all, 2, 1)])
    const { open, user, path } = await window(office)
    open('/samples/scenarios')
    await user.click(await screen.findByRole('button', { name: 'Put into a grid: One each' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Particle and Aggregate' }))
    await screen.findByText("The assignments of 'One each' are in this grid and not saved.")
    await screen.findByText(/^1 assigned, 1 removed/)
    screen.getByRole('link', { name: 'Contact pad particle (0)' })
    screen.getByText(`${samples[1]!.name} has been confirmed for ${proposals[0]}.`)
    expect(path()).toBe('/samples/assign/particle?term_id=7')
    expect((await box(all, 0, 0)).checked).toBe(true)
    expect((await box(all, 2, 1)).checked).toBe(false)
    screen.getByText('2 not saved')
    expect(await assigned(world)).toEqual([pair(all, 1, 0), pair(all, 2, 1)])
  }))

test('suggestions in a scenario respect its assignments, not the saved ones', () =>
  withBrowser(async (world, window) => {
    await aTerm(world.ctx())
    const office = await aUser(world.ctx(), ['admin'])
    const samples = [await aSample(world.ctx()), await aSample(world.ctx()), await aSample(world.ctx())]
    const asks = [{ sample_id: samples[0]!.id }, { sample_id: samples[1]!.id }, { sample_id: samples[2]!.id }]
    const proposals = [
      await createSubmittedProposal(world, office, { score: 5, asks }),
      await createSubmittedProposal(world, office),
    ]
    const all = { samples, proposals }
    // Assigned: the first sample. In the scenario: the second, for another. Confirmed in both: the third.
    await anAssignment(world.ctx(office), 1, [pair(all, 0, 0)])
    const id = await aScenario(world.ctx(office), { term_id: 7, name: 'Other', items: [pair(all, 1, 1)] })
    await anAssignment(world.ctx(office), 1, [pair(all, 2, 0)], { confirmed: true })
    const { open, user } = await window(office)
    open(`/samples/assign/particle?term_id=7&scenario=${id}&edit=1`)
    await user.click(await screen.findByRole('button', { name: 'Suggest' }))
    const dialog = await screen.findByRole('dialog', { name: 'Suggest an allocation' })
    await user.click(within(dialog).getByRole('button', { name: 'Suggest' }))
    await user.click(await screen.findByRole('button', { name: 'Accept all 1' }))
    expect((await box(all, 0, 0)).checked).toBe(true)
    expect((await box(all, 1, 1)).checked).toBe(true)
    await user.click(await screen.findByRole('button', { name: 'Details and reasons' }))
    await screen.findByText(new RegExp(`named ${samples[1]!.name} .*${proposals[1]}`))
  }))
