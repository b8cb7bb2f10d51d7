import { expect, test } from 'vitest'
import { aTerm, aUser } from '../builders/people.ts'
import { aSubmittedProposal } from '../builders/proposals.ts'
import { withServer } from '../testing/test_server.ts'

test('at equal score ranked proposals come before unranked ones, by rank, in the top scores and the grids', () =>
  withServer(async (world) => {
    await aTerm(world.ctx())
    const admin = await aUser(world.ctx(), ['admin'])
    const { api } = await world.as(admin)
    const ids: number[] = []
    for (const rank of [null, 2, 1]) {
      const { proposal_id: id } = await aSubmittedProposal(world.ctx(admin))
      await api.staff.saveGlobalScore({ params: { id }, body: { global_score: 4, rank } })
      ids.push(id)
    }
    const [unranked, second, first] = ids
    const byRank = [first, second, unranked]
    expect((await api.callState.get()).staff!.top.map(({ id }) => id)).toEqual(byRank)
    const listed = (await api.staff.list({ query: { sort: 'rank', dir: 'asc' } })).data
    expect(listed.map(({ id }) => id)).toEqual(byRank)
    expect((await api.allocation.proposals()).map(({ id }) => id)).toEqual(byRank)
  }))
