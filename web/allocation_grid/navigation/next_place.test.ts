import { expect, test } from 'vitest'
import { aRequest, proposal, sample } from '#domain/testing/allocation.ts'
import { claimantsOf, keepForProposal } from '../state/clashes.ts'
import { GridModel } from '../state/model.ts'
import { stepText } from '../toolbar.tsx'
import { findHits } from './finder.tsx'
import { clashingColumns, columnOfRequest, nextClash, nextMissing, nextSurplus } from './next_place.ts'

const tick = (proposal_id: number, status: 0 | 1 = 0) => ({
  main_key: proposal_id,
  proposal_id,
  status,
  priority: null,
})

const build = () =>
  new GridModel(
    [
      proposal(12, { requested_samples: [aRequest({ id: 1, sample_id: 3, priority: 2 })] }),
      proposal(63, {
        name: 'Haruto Sato',
        requested_samples: [aRequest({ id: 2, weight: 2, number_of_samples: 2 })],
      }),
      proposal(120, { name: 'José Müller', title: 'Grains of A0001' }),
    ],
    [
      sample(1, { assigned_sample: [tick(63), tick(12)] }),
      sample(2, { weight: 2.5 }),
      sample(3, {
        assigned_sample: [tick(12), tick(120)],
        elsewhere: [{ proposal_id: 5, term_id: 6, status: 0 }],
      }),
      sample(12, { name: 'C0012', assigned_sample: [tick(120)] }),
    ],
  )
const ALL = { rows: [0, 1, 2], columns: [0, 1, 2, 3] }

test('a text finds the proposal of its number first, then samples, then proposals by name and title', () => {
  const find = (text: string) => findHits(build(), ALL.columns, text)
  expect(find('12')).toEqual([{ row: 0 }, { column: 3 }])
  expect(find(' a0001 ')).toEqual([{ column: 0 }, { row: 2 }])
  expect(find('muller JOSE')).toEqual([{ row: 2 }])
  expect(find('63 sato')).toEqual([{ row: 1 }])
  expect(find('sato 64')).toEqual([])
  expect(find('  ')).toEqual([])
  expect(findHits(build(), [1], 'a000')).toEqual([{ column: 1 }, { row: 2 }])
})

test('next clash goes from one claimant to the other, then to the next sample, also a hidden one, and round', () => {
  const model = build()
  const walk = [{ row: 0, column: 0 }]
  for (let n = 0; n < 4; n++) walk.push(nextClash(model, ALL, walk.at(-1)!)!)
  expect(walk.slice(1)).toEqual([
    { row: 1, column: 0 },
    { row: 0, column: 2 },
    { row: 2, column: 2 },
    { row: 0, column: 0 },
  ])
  const turned = { rows: [2, 1, 0], columns: [3, 2] }
  expect(clashingColumns(model, turned)).toEqual([2, 0])
  expect(nextClash(model, turned, { row: 2, column: 3 })).toEqual({ row: 2, column: 2 })
  expect(nextClash(model, turned, { row: 0, column: 2 })).toEqual({ row: 1, column: 0 })
})

test('next over-asked goes to the surplus assignment, next not served to a sample that would answer', () => {
  const model = build()
  expect(nextSurplus(model, ALL, { row: 0, column: 3 })).toEqual({ row: 2, column: 2 })
  expect(nextSurplus(model, ALL, { row: 2, column: 2 })).toEqual({ row: 2, column: 3 })
  expect(nextSurplus(model, ALL, { row: 2, column: 3 })).toEqual({ row: 0, column: 0 })
  expect(nextMissing(model, ALL, { row: 0, column: 0 })).toEqual({ row: 1, column: 0 })
  model.toggle(1, 1)
  expect(nextMissing(model, ALL, { row: 0, column: 0 })).toBeNull()
})

test('a request leads to the sample that it names or has, else to the nearest that nobody has', () => {
  const model = build()
  const [named, any] = [model.rows[0]!.requested_samples[0]!, model.rows[1]!.requested_samples[0]!]
  expect(columnOfRequest(model, 0, named)).toBe(2)
  expect(columnOfRequest(model, 1, any)).toBe(0)
  model.toggle(1, 0)
  expect(columnOfRequest(model, 1, any)).toBe(1)
  expect(columnOfRequest(model, 1, aRequest({ id: 9, db_type: 2 }))).toBeNull()
})

test('claimants are listed, and keeping the sample for one is a single undoable step', () => {
  const model = build()
  expect(claimantsOf(model, 2)).toMatchObject([
    { row: 0, priority: 2, pieces: { asked: 1, given: 2 }, whyNotKept: null },
    { row: 2, priority: null, pieces: { asked: 0, given: 2 } },
  ])
  expect(keepForProposal(model, { row: 0, column: 2 })).toBe(1)
  expect([model.assignments.assignedRows(2), stepText(model, model.history.lastStep!)]).toEqual([
    [0],
    'A0003 for 120',
  ])
  model.undo()
  expect(model.assignments.assignedRows(2)).toEqual([0, 2])
})

test('a sample that is confirmed for one is not kept for another', () => {
  const rows = [proposal(12), proposal(63)]
  const model = new GridModel(rows, [sample(1, { assigned_sample: [tick(12, 1), tick(63)] })])
  const [first, second] = claimantsOf(model, 0)
  expect([first!.whyNotKept, second!.whyNotKept]).toEqual([
    null,
    expect.stringContaining('A0001 is confirmed'),
  ])
})
