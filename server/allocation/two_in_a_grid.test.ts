import { expect, test } from 'vitest'
import { aUser } from '../builders/people.ts'
import { aSample } from '../builders/samples.ts'
import { createSubmittedProposal, withOffice } from '../testing/allocation.ts'
import { withParallelServer } from '../testing/test_server.ts'
import { findFaults } from '../testing/two_in_a_grid/fault_check.ts'
import { openTab, seededRandom } from '../testing/two_in_a_grid/tab.ts'

const STEPS = 30

test('two members of the office, one of them in two tabs, lose no assignment', () =>
  withOffice(async (world, office) => {
    const asks = [{ sample_id: null }, { sample_id: null, weight: 5 }]
    const board = { term_id: 7, samples: [] as number[], proposals: [] as number[], priorities: [1, 2] }
    for (let i = 0; i < 6; i++) board.samples.push((await aSample(world.ctx())).id)
    for (let i = 0; i < 4; i++) board.proposals.push(await createSubmittedProposal(world, office, { asks }))
    const other = await aUser(world.ctx(), ['admin'])
    const tabs = await Promise.all(
      [office, office, other].map(async (user, i) => ({
        user_id: user.id,
        ...openTab((await world.as(user)).request, board, seededRandom(i)),
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
    expect(await findFaults(world.db, 7, tabs)).toEqual([])
    expect(tabs.flatMap(({ acknowledged }) => acknowledged).length).toBeGreaterThan(20)
    expect(tabs.some(({ answers }) => answers['save: 409'])).toBe(true)
  }, withParallelServer))
