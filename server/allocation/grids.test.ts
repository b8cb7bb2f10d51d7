import { describe, expect, test } from 'vitest'
import { aProposer, aUser } from '../builders/people.ts'
import { anAssignment, aSample } from '../builders/samples.ts'
import { createConflictedUser, createSubmittedProposal, withOffice } from '../testing/allocation.ts'

describe('the rows of a grid', () => {
  test('are the submitted proposals, best score first, then rank, then id, empty last', () =>
    withOffice(async (world, office) => {
      const { as, ctx } = world
      const low = await createSubmittedProposal(world, office, { score: 2 })
      const none = await createSubmittedProposal(world, office)
      const second = await createSubmittedProposal(world, office, { score: 4.5, rank: 2 })
      const unranked = await createSubmittedProposal(world, office, { score: 4.5 })
      const first = await createSubmittedProposal(world, office, { score: 4.5, rank: 1 })
      await aProposer(ctx(office))
      const { api } = await as(await aUser(ctx(), ['panel']))
      const rows = await api.allocation.proposals()
      expect(rows.map(({ id }) => id)).toEqual([first, second, unranked, low, none])
      expect(rows[0]).toMatchObject({ global_score: 4.5, rank: 1, conflict: false })
    }))

  test('mark the requests that belong to the grid, and those that its samples can answer', () =>
    withOffice(async (world, office) => {
      const { as } = world
      const bennu = await aSample(world.ctx(), { db_type: 2 })
      await createSubmittedProposal(world, office, {
        asks: [
          { sample_id: null },
          { sample_id: null, sample_type: 2 },
          { sample_id: null, sample_type: 3 },
          { sample_id: null, db_type: 2 },
          { sample_id: bennu.id, db_type: 2 },
        ],
      })
      const { api } = await as(office)
      const marks = async (grid: '1' | '2' | '3' | '4') => {
        const [row] = await api.allocation.proposalsOf({ params: { grid } })
        const priorities = (mark: 'target' | 'answerable') =>
          row!.requested_samples.filter((r) => r[mark]).map(({ priority }) => priority)
        return [priorities('target'), priorities('answerable')]
      }
      const both = (priorities: number[]) => [priorities, priorities]
      expect(await marks('1')).toEqual(both([1, 4, 5]))
      expect(await marks('2')).toEqual(both([2]))
      expect(await marks('3')).toEqual(both([3]))
      // A Bennu particle by name stays a target of the contact pad grid, which has no sample for it.
      expect(await marks('4')).toEqual([[4, 5], [4]])
    }))

  test('hide score and rank from a member with a conflict of interest, also in their order and in the file', () =>
    withOffice(async (world, office) => {
      const own = await createSubmittedProposal(world, office, { score: 4.75, rank: 1 })
      const other = await createSubmittedProposal(world, office, {
        score: 1.25,
        rank: 9,
        asks: [{ sample_id: null }],
      })
      const sample = await aSample(world.ctx())
      await anAssignment(world.ctx(office), 1, [{ sample_id: sample.id, proposal_id: own }])
      const { api, request } = await world.as(await createConflictedUser(world, own))
      const rows = await api.allocation.proposals()
      expect(rows.map(({ id }) => id)).toEqual([other, own])
      expect(rows[1]).toMatchObject({ conflict: true, global_score: null, rank: null })
      const { body } = await request('GET', await api.allocation.download())
      expect(body).toContain('1.25')
      expect(body).toContain(sample.name)
      expect(body).not.toContain('4.75')
    }))
})

describe('the columns of a grid', () => {
  test('are the available samples of its types, with the positions of the requesting rows', () =>
    withOffice(async (world, office) => {
      const { as, ctx } = world
      const a = await aSample(ctx())
      const b = await aSample(ctx(), { sample_type: 1 })
      const gas = await aSample(ctx(), { sample_type: 2 })
      await createSubmittedProposal(world, office, {
        score: 1,
        asks: [{ sample_id: null }, { sample_id: b.id, sample_type: 1 }],
      })
      await createSubmittedProposal(world, office, { score: 5, asks: [{ sample_id: b.id, sample_type: 1 }] })
      const { api } = await as(office)
      const columns = await api.allocation.samples()
      expect(columns.map(({ id }) => id)).toEqual([a.id, b.id])
      expect(columns[1]).toMatchObject({ requested: { 0: 1, 1: 2 }, assigned: [], type: 1 })
      const everything = await api.allocation.samplesOf({ params: { grid: '0' } })
      expect(everything.map(({ id }) => id)).toEqual([a.id, b.id, gas.id])
    }))

  test('leave out samples confirmed in another term, and processed ones not on offer', () =>
    withOffice(async (world, office) => {
      const { as, ctx, db } = world
      const lent = await aSample(ctx())
      const free = await aSample(ctx())
      const old = await createSubmittedProposal(world, office)
      await db.updateTable('proposals').set({ term_id: 6 }).where('id', '=', old).execute()
      await anAssignment(ctx(office), 1, [{ sample_id: lent.id, proposal_id: old }], {
        term_id: 6,
        confirmed: true,
      })
      const hidden = await aSample(ctx(), { sample_type: 3 })
      const given = await aSample(ctx(), { sample_type: 3 })
      const offered = await aSample(ctx(), { sample_type: 3, flg: true })
      const mine = await createSubmittedProposal(world, office)
      await anAssignment(ctx(office), 3, [{ sample_id: given.id, proposal_id: mine }])
      const { api } = await as(office)
      expect((await api.allocation.samples()).map(({ id }) => id)).toEqual([free.id])
      const processed = (all?: boolean) =>
        api.allocation.samplesOf({ params: { grid: '3' }, query: all ? { all: 'true' } : {} })
      expect((await processed()).map(({ id }) => id)).toEqual([given.id, offered.id])
      expect((await processed(true)).map(({ id }) => id)).toEqual([hidden.id, given.id, offered.id])
      expect(await api.allocation.samples({ query: { term_id: 6 } })).toMatchObject([
        { id: lent.id, assigned: [old], assigned_sample: [{ status: 1 }] },
        { id: free.id },
      ])
    }))
})
