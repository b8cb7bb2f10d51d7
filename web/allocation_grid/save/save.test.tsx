import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { Actor } from '#domain/session/actor.ts'
import { aTerm, aUser } from '#server/builders/people.ts'
import { anAssignment, aSample } from '#server/builders/samples.ts'
import { createSubmittedProposal } from '#server/testing/allocation.ts'
import type { TestServer } from '#server/testing/test_server.ts'
import { type BrowserWindow, withBrowser } from '#web/testing.tsx'

interface Scene {
  world: TestServer
  office: Actor
  window: BrowserWindow
  /** The first asks for the first sample by name, the second for any. */
  proposals: number[]
  samples: { id: number; name: string }[]
}

const scene = (work: (scene: Scene) => Promise<void>) =>
  withBrowser(async (world, window) => {
    const { ctx } = world
    await aTerm(ctx())
    const office = await aUser(ctx(), ['admin'])
    const samples = [await aSample(ctx()), await aSample(ctx()), await aSample(ctx())]
    const proposals = [
      await createSubmittedProposal(world, office, {
        score: 4.5,
        rank: 1,
        asks: [{ sample_id: samples[0]!.id }],
      }),
      await createSubmittedProposal(world, office, {
        score: 3,
        rank: 2,
        asks: [{ sample_id: null, weight: 5 }],
      }),
    ]
    await work({ world, office, window: await window(office), proposals, samples })
  })

const box = (sample: { name: string }, proposal: number) =>
  screen.findByRole<HTMLInputElement>('checkbox', { name: `Assign ${sample.name} to proposal ${proposal}` })

/** The parts of the open question, by their headings. */
async function asked(user: BrowserWindow['user']) {
  await user.click(screen.getByRole('button', { name: 'Save' }))
  const dialog = await screen.findByRole('dialog', { name: 'Do you want to save samples?' })
  return { dialog, part: (name: string) => within(dialog).getByRole('region', { name }).textContent }
}

test('Save says who wants a sample that stays contested, what nobody asked for, and what it all comes to', () =>
  scene(async ({ world, office, window: { open, user }, proposals, samples }) => {
    await anAssignment(world.ctx(office), 1, [{ sample_id: samples[1]!.id, proposal_id: proposals[1]! }])
    open('/samples/assign/particle')
    await user.click(await box(samples[1]!, proposals[0]!))
    await user.click(await box(samples[0]!, proposals[0]!))
    const { dialog, part } = await asked(user)
    expect(part('Remaining clashes: 1')).toMatch(
      new RegExp(
        `${samples[1]!.name}${proposals[0]} .*, score 4.50, rank 1: by you, not saved yet, for no request` +
          `${proposals[1]} .*, score 3.00, rank 2: assigned, for request 1: Any Ryugu particle 5 mg`,
      ),
    )
    expect(part('Over-allocated: 1')).toContain(
      `1 more than requested, ${samples[1]!.name} matches no request`,
    )
    expect(part('Changes: 2')).toContain(`score 4.50, rank 1: 2 assigned`)
    expect(dialog.textContent).toContain('Samples1 →before, then 2')
    expect(dialog.textContent).toContain('Requests met1 →before, then 2 of 2')
    expect(screen.queryByText(/confirm the other/)).toBeNull()
    await user.click(screen.getByRole('button', { name: 'YES' }))
    await screen.findByText('confirm the other 3')
    await user.click(await screen.findByRole('link', { name: 'Confirm 3' }))
    await screen.findByRole('heading', { name: 'Assigned Sample List' })
  }))

test('Save says that a confirmation removed an assignment, and who has the sample', () =>
  scene(async ({ world, office, window: { open, user }, proposals, samples }) => {
    const pair = (proposal_id: number) => ({ sample_id: samples[0]!.id, proposal_id })
    await anAssignment(world.ctx(office), 1, [pair(proposals[0]!), pair(proposals[1]!)])
    await world.db
      .updateTable('assignments')
      .set({ status: 1, confirmed_at: '2026-04-01T00:00:00Z' })
      .where('proposal_id', '=', proposals[1]!)
      .execute()
    open('/samples/assign/particle')
    await screen.findByRole('grid')
    const { part } = await asked(user)
    expect(part('Removed by a confirmation: 1')).toMatch(
      new RegExp(
        `Remove ${samples[0]!.name} from proposal ${proposals[0]}: it is confirmed for ${proposals[1]} `,
      ),
    )
    await user.click(screen.getByRole('button', { name: 'YES' }))
    await screen.findByText(/^The assignments have been saved: /u)
    const left = await world.db.selectFrom('assignments').select('proposal_id').execute()
    expect(left).toEqual([{ proposal_id: proposals[1] }])
  }))

test('a sample whose request is fixed to the one that it answers is not called moved', () =>
  scene(async ({ world, office, window: { open, user }, proposals, samples }) => {
    await anAssignment(world.ctx(office), 1, [{ sample_id: samples[0]!.id, proposal_id: proposals[0]! }])
    open('/samples/assign/particle')
    const panel = within(await screen.findByRole('region', { name: `By proposal ${proposals[0]}` }))
    const { name } = samples[0]!
    await user.click(await panel.findByRole('button', { name: new RegExp(`^${name}: answers request 1`) }))
    await user.click(await screen.findByRole('menuitemradio', { name: /^1 / }))
    const { part } = await asked(user)
    const text = part('Changes: 1')
    expect(text).toContain('1 fixed to a request')
    expect(text).toMatch(new RegExp(`Fix ${name} of proposal ${proposals[0]}: .*to request 1: ${name}`))
  }))
