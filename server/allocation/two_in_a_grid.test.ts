import { expect, test } from 'vitest'
import { aUser } from '../builders/people.ts'
import { aSample } from '../builders/samples.ts'
import { aSubmitted, inOffice } from '../testing/allocation.ts'
import { faultsOf } from '../testing/two_in_a_grid/ledger.ts'
import { openTab, seeded } from '../testing/two_in_a_grid/tab.ts'
import { inParallelWorld } from '../testing/world.ts'

const STEPS = 30

test('two members of the office, one of them in two tabs, lose nothing of their ticks', () =>
  inOffice(async (world, office) => {
    const asks = [{ sample_id: null }, { sample_id: null, weight: 5 }]
    const board = { term_id: 7, samples: [] as number[], proposals: [] as number[], priorities: [1, 2] }
    for (let i = 0; i < 6; i++) board.samples.push((await aSample(world.ctx())).id)
    for (let i = 0; i < 4; i++) board.proposals.push(await aSubmitted(world, office, { asks }))
    const other = await aUser(world.ctx(), ['admin'])
    const tabs = await Promise.all(
      [office, office, other].map(async (user, i) => ({
        user_id: user.id,
        ...openTab((await world.as(user)).request, board, seeded(i)),
      })),
    )
    await Promise.all(
      tabs.map(async (tab) => {
        await tab.load()
        for (let i = 0; i < STEPS; i++) await tab.step()
        await tab.save()
      }),
    )
    for (const tab of tabs) await tab.look()
    expect(await faultsOf(world.db, 7, tabs)).toEqual([])
    expect(tabs.flatMap(({ acknowledged }) => acknowledged).length).toBeGreaterThan(20)
    expect(tabs.some(({ answers }) => answers['save: 409'])).toBe(true)
  }, inParallelWorld))
