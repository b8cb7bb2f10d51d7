import { describe, expect, test } from 'vitest'
import { PARTICLE_GRID } from '#domain/allocation/grid.ts'
import type { Actor } from '#domain/session/actor.ts'
import { aTerm } from '../builders/people.ts'
import { anAssignment, aSample } from '../builders/samples.ts'
import {
  createConflictedUser,
  createSubmittedProposal,
  requireTwoToConfirm,
  withOffice,
} from '../testing/allocation.ts'
import { readCsv } from '../testing/csv.ts'
import type { TestClient, TestServer } from '../testing/test_server.ts'
import { saveGrid } from './save_grid.ts'

interface Stage {
  world: TestServer
  office: Actor
  visit: TestClient
  /** A named sample, two that weigh what is asked for, one that nobody asks for. */
  samples: { id: number; name: string }[]
  /** The best asks for the named one and for any two, has all but that; the second has the named one; the third wants it. */
  best: number
  second: number
  third: number
}

const stage = (work: (stage: Stage) => Promise<void>) =>
  withOffice(async (world, office) => {
    const [named, near, far, beyond] = [
      await aSample(world.ctx(), { weight: 7 }),
      await aSample(world.ctx(), { weight: 4.1 }),
      await aSample(world.ctx(), { weight: 3 }),
      await aSample(world.ctx(), { weight: 90 }),
    ]
    const wanted = { sample_id: named.id }
    const any = { sample_id: null, weight: 4 }
    const best = await createSubmittedProposal(world, office, { score: 4.5, rank: 2, asks: [wanted, any] })
    const second = await createSubmittedProposal(world, office, { score: 4, asks: [wanted] })
    const third = await createSubmittedProposal(world, office, { score: 3.5, rank: 9, asks: [any, wanted] })
    const pairs = [
      ...[near, far, beyond].map(({ id }) => ({ sample_id: id, proposal_id: best })),
      { sample_id: named.id, proposal_id: second },
    ]
    await anAssignment(world.ctx(office), PARTICLE_GRID, pairs)
    const samples = [named, near, far, beyond]
    await work({ world, office, visit: await world.as(office), samples, best, second, third })
  })

const listOf = async ({ api }: TestClient, query: object = {}) =>
  (await api.allocation.assigned({ query: { term_id: '7', ...query } })).sort((a, b) => a.id - b.id)

const csvOf = async ({ api, request }: TestClient, query: object = {}) =>
  readCsv((await request('GET', await api.allocation.assignedDownload({ query }))).payload)

describe('a row of the assigned list', () => {
  test('has its proposal and request, and whether it exceeds the request', () =>
    stage(async ({ visit, samples, best, second }) => {
      const rows = await listOf(visit)
      expect(rows.map(({ name }) => name)).toEqual(samples.map(({ name }) => name))
      expect(
        rows.map((row) => [
          row.proposal_id,
          row.global_score,
          row.rank,
          row.request?.priority,
          row.over_asked,
        ]),
      ).toEqual([
        [second, 4, null, 1, false],
        [best, 4.5, 2, 2, false],
        [best, 4.5, 2, undefined, true],
        [best, 4.5, 2, undefined, true],
      ])
      expect(rows[1]).toMatchObject({ request: { weight: 4 }, asked: { pieces: 2, mg: 11 }, step: 'confirm' })
      expect(rows[1]!.proposer).toMatch(/\w/u)
    }))

  test('shows the request that a person chose', () =>
    stage(async ({ world, office, visit, samples, best }) => {
      const [, near, far] = samples as [Stage['samples'][number], ...Stage['samples']]
      const items = [
        { sample_id: near!.id, proposal_id: best, priority: 1 },
        { sample_id: far!.id, proposal_id: best },
      ]
      await saveGrid(world.ctx(office), { grid: PARTICLE_GRID, term_id: 7, items, ifMatch: undefined })
      const rows = await listOf(visit)
      expect(rows.map(({ request, over_asked }) => [request?.priority, over_asked])).toEqual([
        [1, false],
        [2, false],
      ])
    }))

  test('names the other proposals that have or request the sample, best first', () =>
    stage(async ({ world, office, visit, samples, best, second, third }) => {
      const [row] = await listOf(visit)
      expect(row!.others).toEqual([])
      expect(row!.wanted).toMatchObject([
        { proposal_id: best, global_score: 4.5, rank: 2, priority: 1 },
        { proposal_id: third, global_score: 3.5, rank: 9, priority: 2 },
      ])
      await anAssignment(world.ctx(office), PARTICLE_GRID, [
        { sample_id: samples[0]!.id, proposal_id: third },
      ])
      const of = (await listOf(visit)).filter(({ id }) => id === samples[0]!.id)
      expect(of.map(({ others }) => others.map(({ proposal_id }) => proposal_id))).toEqual([
        [third],
        [second],
      ])
      expect(of[0]!.others).toMatchObject([{ global_score: 3.5, rank: 9, status: 0 }])
      expect(of[0]!.wanted.map(({ proposal_id }) => proposal_id)).toEqual([best])
    }))

  test('hides score and rank from a reader with a conflict of interest, as a row, as a rival and in the file', () =>
    stage(async ({ world, visit, best }) => {
      const theirs = await world.as(await createConflictedUser(world, best))
      const seen = await listOf(theirs)
      const own = seen.filter(({ proposal_id }) => proposal_id === best)
      expect(own.map(({ conflict, global_score, rank }) => [conflict, global_score, rank])).toEqual([
        [true, null, null],
        [true, null, null],
        [true, null, null],
      ])
      expect(seen[0]).toMatchObject({ conflict: false, global_score: 4 })
      const rival = seen[0]!.wanted.find(({ proposal_id }) => proposal_id === best)
      expect(rival).toMatchObject({ conflict: true, global_score: null, rank: null })
      expect((await csvOf(visit)).map((line) => line.Clash).join()).toContain('4.50')
      const file = await csvOf(theirs)
      expect(file.map((line) => line.Clash).join()).not.toContain('4.50')
      expect(file.filter((line) => line['Proposal ID'] === String(best)).map((line) => line.Rank)).toEqual([
        '',
        '',
        '',
      ])
    }))
})

test('list and file have the same filters', () =>
  stage(async ({ world, office, visit, samples, second, third }) => {
    const pair = (proposal_id: number) => ({ sample_id: samples[0]!.id, proposal_id })
    await anAssignment(world.ctx(office), PARTICLE_GRID, [pair(third)])
    const found = async (query: object) => {
      const rows = await listOf(visit, query)
      expect((await csvOf(visit, { term_id: '7', ...query })).length).toBe(rows.length)
      return rows.map(({ id, proposal_id }) => [samples.findIndex((s) => s.id === id), proposal_id])
    }
    expect(await found({ show: 'contested' })).toEqual([
      [0, second],
      [0, third],
    ])
    expect(await found({ find: samples[1]!.name.toLowerCase() })).toHaveLength(1)
    expect(await found({ find: 'no such thing' })).toEqual([])
    expect(await found({ show: 'over_asked' })).toHaveLength(2)
    expect(await found({ show: 'to_confirm' })).toHaveLength(5)
    expect(await found({ show: 'confirmed' })).toEqual([])
    await visit.api.allocation.confirm({ body: [pair(third)] })
    expect(await found({ show: 'confirmed' })).toEqual([[0, third]])
    await requireTwoToConfirm(visit.api, true)
    expect(await found({ show: 'to_confirm' })).toEqual([])
    expect(await found({ show: 'to_propose' })).toHaveLength(4)
  }))

test('without a term the list and the file have the terms that are not disabled, with all every term', () =>
  stage(async ({ world, office, visit }) => {
    const closed = await createSubmittedProposal(world, office)
    const open = await createSubmittedProposal(world, office)
    for (const [term_id, proposal_id] of [
      [5, closed],
      [6, open],
    ] as const) {
      if (term_id === 5) await aTerm(world.ctx(), { id: 5, is_current: false })
      await world.db.updateTable('proposals').set({ term_id }).where('id', '=', proposal_id).execute()
      const { id: sample_id } = await aSample(world.ctx())
      await anAssignment(world.ctx(office), PARTICLE_GRID, [{ sample_id, proposal_id }], { term_id })
    }
    await world.db.updateTable('terms').set({ disabled: true }).where('id', '=', 5).execute()
    const found = async (query: object) => {
      const rows = await visit.api.allocation.assigned({ query })
      expect((await csvOf(visit, query)).length).toBe(rows.length)
      return [...new Set(rows.map(({ term }) => term.id))].sort()
    }
    expect(await found({})).toEqual([6, 7])
    expect(await found({ term_id: '' })).toEqual([6, 7])
    expect(await found({ term_id: 'all' })).toEqual([5, 6, 7])
    expect(await found({ term_id: 5 })).toEqual([5])
    const { json } = await visit.request('GET', '/api/samples/assigned?term=all')
    expect(json()).toHaveLength(6)
  }))

test('a refusal to confirm names every obstacle with its proposals', () =>
  stage(async ({ world, office, visit, samples, best, second, third }) => {
    const [named, near] = samples as [Stage['samples'][number], Stage['samples'][number]]
    const rival = { sample_id: named.id, proposal_id: third }
    await anAssignment(world.ctx(office), PARTICLE_GRID, [rival])
    await visit.api.allocation.confirm({ body: [rival] })
    const body = [
      { sample_id: named.id, proposal_id: second },
      { sample_id: near.id, proposal_id: second },
      { sample_id: near.id, proposal_id: best },
    ]
    expect((await visit.api.allocation.confirm({ body })).obstacles).toMatchObject([
      { sample_id: named.id, proposal_ids: [second, third] },
      { sample_id: near.id, proposal_ids: [second] },
      { sample_id: near.id, proposal_ids: [second, best] },
    ])
  }))
