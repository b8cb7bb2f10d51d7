import fc from 'fast-check'
import { expect, test } from 'vitest'
import { BENNU, RYUGU, SAMPLE_TYPES, type SampleType } from '../masters/values.ts'
import { aRequest, assignedSample } from '../testing/allocation.ts'
import type { Grid } from './grid.ts'
import { planEntries } from './plan.ts'

type Request = ReturnType<typeof aRequest>
type Given = ReturnType<typeof assignedSample>

/** The rows of a plan: priority, sample, 'over' or the missing number. */
const planOf = (grid: Grid, requests: Request[], given: Given[]) =>
  planEntries(grid, requests, given).map(({ request, assignment, over, missing }) => [
    request?.priority ?? null,
    assignment?.sample_id ?? null,
    over ? 'over' : missing,
  ])

const bennu = aRequest({ db_type: BENNU, number_of_samples: 3 })
const pad = assignedSample(7, { db_type: BENNU, sample_type: 4 })
const particle = assignedSample(8, { db_type: BENNU })

test('a contact pad particle given for a Bennu request is part of the plan of its own type only', () => {
  expect(planOf(1, [bennu], [pad, particle])).toEqual([
    [1, 8, null],
    [1, null, 1],
  ])
  expect(planOf(4, [bennu], [pad, particle])).toEqual([
    [1, 7, null],
    [1, null, 1],
  ])
  expect(planOf(0, [bennu], [pad, particle])).toEqual([
    [1, 7, null],
    [1, 8, null],
    [1, null, 1],
  ])
})

test('a Bennu particle by name is missing in the particle plan only', () => {
  const named = aRequest({ db_type: BENNU, sample_id: 9 })
  expect(planOf(1, [named], [])).toEqual([[1, null, 1]])
  expect(planOf(4, [named], [])).toEqual([])
  expect(planOf(4, [named], [pad])).toEqual([[null, 7, 'over']])
  expect(planOf(1, [named], [pad])).toEqual([[1, null, 1]])
})

test('the plans of the four grids together hold each assignment once, as does the plan of all', () => {
  const request = fc.record({
    db_type: fc.constantFrom(RYUGU, BENNU),
    sample_type: fc.constantFrom<SampleType>(0, 1, 2, 3),
    sample_id: fc.constantFrom(null, null, 1, 2),
    number_of_samples: fc.constantFrom(null, 2),
  })
  const sample = fc.record({
    db_type: fc.constantFrom(RYUGU, BENNU),
    sample_type: fc.constantFrom<SampleType>(...SAMPLE_TYPES),
    priority: fc.constantFrom(null, null, 1, 2),
  })
  fc.assert(
    fc.property(fc.array(request, { maxLength: 4 }), fc.array(sample, { maxLength: 6 }), (wishes, gifts) => {
      const requests = wishes.map((more, i) => aRequest({ id: i + 1, priority: i + 1, ...more }))
      const given = gifts.map((more, i) => assignedSample(i + 1, more))
      const held = (grids: readonly Grid[]) =>
        grids
          .flatMap((grid) => planEntries(grid, requests, given))
          .flatMap(({ assignment }) => assignment?.sample_id ?? [])
          .sort((a, b) => a - b)
      const all = given.map(({ sample_id }) => sample_id)
      expect(held([1, 2, 3, 4])).toEqual(all)
      expect(held([0])).toEqual(all)
    }),
  )
})
