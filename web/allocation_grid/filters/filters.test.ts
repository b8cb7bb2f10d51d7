import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { GridSample } from '#domain/allocation/contract.ts'
import { aRequest, proposal, sample } from '#domain/testing/allocation.ts'
import { axesOf, type RowsAndColumns } from '#web/ui/grid/axes.ts'
import { GridModel } from '../state/model.ts'
import {
  applyFilters,
  fieldsHiding,
  hiddenAssignments,
  orderGrid,
  PROPOSAL_FILTERS,
  SAMPLE_FILTERS,
  StickyMatches,
  withoutFields,
} from './apply_filters.ts'
import { GridFilterValues, GridSearch, NO_FILTERS } from './filter_fields.ts'
import { nearestCounts } from './nearest_counts.ts'

const tick = (proposal_id: number) => ({
  main_key: proposal_id,
  proposal_id,
  status: 0 as const,
  priority: null,
})
const asked = (proposal_id: number) => ({ proposal_id, position: 0, priority: 1, target: true as const })
const allOf = ({ rows, columns }: GridModel): RowsAndColumns => ({
  rows: [...rows.keys()],
  columns: [...columns.keys()],
})
const one = (narrowing: Partial<GridFilterValues>): GridFilterValues => ({ ...NO_FILTERS, ...narrowing })

describe('every filter of the samples finds one and not the other', () => {
  const rows = [proposal(11), proposal(12)]
  const cases: [
    keyof typeof SAMPLE_FILTERS,
    Partial<GridFilterValues>,
    Partial<GridSample>,
    Partial<GridSample>,
  ][] = [
    ['asteroid', { asteroid: '2' }, { db_type: 2 }, { db_type: 1 }],
    ['type', { type: '1' }, { sample_type: 1 }, { sample_type: 0 }],
    ['chamber', { chamber: '2' }, { chamber: 2 }, { chamber: null }],
    ['dish', { dish: '8' }, { dish: 8 }, { dish: 1 }],
    ['weight_from', { weight_from: '2' }, { weight: 2 }, { weight: 1.9 }],
    ['weight_to', { weight_to: '2' }, { weight: 2 }, { weight: null }],
    ['size_from', { size_from: '1.5' }, { size: 1500 }, { size: 1499 }],
    ['size_to', { size_to: '1.5' }, { size: 1500 }, { size: 1501 }],
    ['pressure_from', { pressure_from: '10' }, { pressure: 10 }, { pressure: null }],
    ['pressure_to', { pressure_to: '10' }, { pressure: 10 }, { pressure: 11 }],
    ['volume_from', { volume_from: '10' }, { volume: 10 }, { volume: 9 }],
    ['volume_to', { volume_to: '10' }, { volume: 10 }, { volume: 11 }],
    ['asked', { asked: 'named' }, { requested_sample: [asked(11)] }, {}],
    ['asked', { asked: 'near' }, { requested_sample: [asked(11)] }, {}],
    ['held', { held: 'free' }, {}, { assigned_sample: [tick(11)] }],
    ['held', { held: 'free' }, {}, { elsewhere: [{ proposal_id: 5, term_id: 6, status: 0 }] }],
    ['held', { held: 'clash' }, { assigned_sample: [tick(11), tick(12)] }, { assigned_sample: [tick(11)] }],
    [
      'held',
      { held: 'contested' },
      { requested_sample: [asked(11)], assigned_sample: [tick(12)] },
      { requested_sample: [asked(11)], assigned_sample: [tick(11)] },
    ],
    [
      'held',
      { held: 'contested' },
      { requested_sample: [asked(11), asked(12)] },
      { requested_sample: [asked(11)] },
    ],
  ]
  test.each(cases)('%s', (_, narrowing, found, other) => {
    const model = new GridModel(rows, [sample(1, other), sample(2, found)])
    expect(applyFilters(model, allOf(model), one(narrowing)).columns).toEqual([1])
  })

  test('and unsaved ones', () => {
    const model = new GridModel(rows, [sample(1), sample(2)])
    model.toggle(1, 1)
    expect(applyFilters(model, allOf(model), one({ unsaved: true }))).toEqual({ rows: [1], columns: [1] })
  })

  test('none is forgotten', () => {
    expect(new Set([...cases.map(([field]) => field), 'unsaved'])).toEqual(
      new Set(Object.keys(SAMPLE_FILTERS)),
    )
  })
})

describe('every filter of the proposals finds one and not the other', () => {
  const wants = { requested_samples: [aRequest({ number_of_samples: 2 })] }
  const build = () =>
    new GridModel(
      [
        proposal(11, { ...wants, global_score: 4.5 }),
        proposal(12, { global_score: 3.9 }),
        proposal(13, { requested_samples: [aRequest({ target: false })] }),
      ],
      [sample(1), sample(2)],
    )
  const rowsOf = (model: GridModel, narrowing: Partial<GridFilterValues>) =>
    applyFilters(model, allOf(model), one(narrowing)).rows

  test('by what they ask for and have', () => {
    const model = build()
    expect(rowsOf(model, { proposals: 'asks' })).toEqual([0])
    const served = () =>
      (['nothing', 'part', 'complete'] as const).map((proposals) => rowsOf(model, { proposals }))
    expect(served()).toEqual([[0], [], []])
    model.toggle(0, 0)
    expect(served()).toEqual([[], [0], []])
    model.toggle(0, 1)
    expect(served()).toEqual([[], [], [0]])
    model.toggle(0, 1)
    model.toggle(1, 1)
    expect(rowsOf(model, { proposals: 'over' })).toEqual([1])
    expect(rowsOf(model, { proposals: 'clash' })).toEqual([])
    model.toggle(2, 1)
    expect(rowsOf(model, { proposals: 'clash' })).toEqual([1, 2])
  })

  test('by score', () => {
    expect(rowsOf(build(), { band: ['5'] })).toEqual([0])
    expect(rowsOf(build(), { band: ['4', '0'] })).toEqual([1, 2])
    expect(rowsOf(build(), { band: [] })).toEqual([])
    expect(Object.keys(PROPOSAL_FILTERS).sort()).toEqual(['band', 'proposals', 'unsaved'])
  })
})

const figures = fc.record({
  db_type: fc.constantFrom(1 as const, 2 as const),
  sample_type: fc.constantFrom(0 as const, 1 as const, 4 as const),
  weight: fc.option(fc.integer({ min: 0, max: 12 })),
  size: fc.option(fc.integer({ min: 0, max: 12 })),
  chamber: fc.option(fc.constantFrom(1, 2)),
  to: fc.constantFrom(0, 0, 0, 11, 12),
})
const request = fc.record({
  db_type: fc.constantFrom(1 as const, 2 as const),
  sample_type: fc.constantFrom(0 as const, 1 as const),
  weight: fc.option(fc.integer({ min: 0, max: 12 })),
  size: fc.option(fc.integer({ min: 0, max: 12 })),
  chamber: fc.option(fc.constantFrom(0, 1, 2)),
  target: fc.boolean(),
})
const grids = fc
  .record({
    samples: fc.array(figures, { minLength: 1, maxLength: 14 }),
    asks: fc.tuple(fc.array(request, { maxLength: 3 }), fc.array(request, { maxLength: 3 })),
  })
  .map(({ samples, asks }) => {
    const rows = asks.map((requests, n) =>
      proposal(11 + n, {
        global_score: n + 1,
        requested_samples: requests.map((given, at) =>
          aRequest({ ...given, id: 10 * n + at, priority: at + 1 }),
        ),
      }),
    )
    const columns = samples.map(({ to, ...given }, n) =>
      sample(n + 1, { ...given, assigned_sample: to === 0 ? [] : [{ ...tick(to), status: 1 as const }] }),
    )
    return new GridModel(rows, columns)
  })
const narrowings = fc
  .record({
    asteroid: fc.constantFrom('', '1', '2'),
    chamber: fc.constantFrom('', '1'),
    weight_from: fc.constantFrom('', '3'),
    asked: fc.constantFrom('', 'near', 'named'),
    held: fc.constantFrom('', 'free', 'contested', 'clash'),
    proposals: fc.constantFrom('', 'asks', 'nothing', 'part', 'complete', 'over', 'clash'),
    band: fc.subarray(['1', '2', '3']),
    order: fc.constantFrom('name', 'asked', 'weight', 'size', 'near'),
    rows: fc.constantFrom('', 'missing', 'id'),
    near_to: fc.constantFrom(11, 12, 13),
  })
  .map((said) => GridFilterValues.parse(said))

test('nearestCounts agrees with RequestMatches', () => {
  fc.assert(
    fc.property(grids, (model) => {
      const counts = allOf(model).columns.map(
        (column) => allOf(model).rows.filter((row) => model.matches.row(row).nearest[column] === 1).length,
      )
      expect([...nearestCounts(model)]).toEqual(counts)
    }),
    { numRuns: 300 },
  )
})

test('filters show a subset, an order is a permutation, and resetting the hiding fields shows a place', () => {
  fc.assert(
    fc.property(grids, narrowings, (model, narrowing) => {
      const all = orderGrid(model, narrowing)
      const by = (a: number, b: number) => a - b
      expect({ rows: all.rows.toSorted(by), columns: all.columns.toSorted(by) }).toEqual(allOf(model))
      const shown = applyFilters(model, all, narrowing)
      expect(shown.rows).toEqual(all.rows.filter((row) => shown.rows.includes(row)))
      expect(shown.columns).toEqual(all.columns.filter((column) => shown.columns.includes(column)))
      for (const column of all.columns) {
        const fields = fieldsHiding(model, narrowing, { rows: [], columns: [column] })
        expect(fields.length === 0).toBe(shown.columns.includes(column))
        expect(applyFilters(model, all, withoutFields(narrowing, fields)).columns).toContain(column)
      }
      const hidden = hiddenAssignments(model, shown)
      const seen = model.assignments
        .all()
        .filter(({ row, column }) => shown.rows.includes(row) && shown.columns.includes(column))
      expect(hidden.length + seen.length).toBe(model.assignments.all().length)
      const axes = axesOf(model, shown, true)
      for (const row of allOf(model).rows)
        expect(axes.positionOf({ row, column: 0 }).j).toBe(shown.rows.indexOf(row))
    }),
  )
})

test('columns are sorted by requests, by figures, and by the requests of a proposal', () => {
  const rows = [
    proposal(11, { requested_samples: [aRequest({ weight: 4 }), aRequest({ priority: 2, sample_id: 1 })] }),
  ]
  const model = new GridModel(rows, [
    sample(1, { weight: 9 }),
    sample(2, { weight: 5, requested_sample: [asked(11)] }),
    sample(3, { weight: null, size: 2000 }),
    sample(4, { weight: 4, size: null }),
  ])
  const columns = (said: Partial<GridFilterValues>) => orderGrid(model, one(said)).columns
  expect(columns({})).toEqual([1, 3, 0, 2])
  expect(columns({ order: 'name' })).toEqual([0, 1, 2, 3])
  expect(columns({ order: 'weight' })).toEqual([0, 1, 3, 2])
  expect(columns({ order: 'size' })).toEqual([2, 0, 1, 3])
  expect(columns({ order: 'near', near_to: 11 })).toEqual([0, 3, 1, 2])
  expect(columns({ order: 'near', near_to: 99 })).toEqual([0, 1, 2, 3])
})

test('a row or column that an edit made not match stays visible until the filters change', () => {
  const model = new GridModel([proposal(11)], [sample(1), sample(2, { assigned_sample: [tick(11)] })])
  const kept = new StickyMatches()
  const see = (key: string, of: GridModel) =>
    kept.add(key, of, allOf(of), applyFilters(of, allOf(of), one({ held: 'free' }))).columns
  expect(see('free', model)).toEqual([0])
  model.toggle(0, 0)
  expect(see('free', model)).toEqual([0])
  const later = new GridModel(model.rows, model.columns.toReversed(), model)
  expect(see('free', later)).toEqual([1])
  expect(see('free again', later)).toEqual([])
})

test('an invalid address filters nothing', () => {
  const said = {
    asteroid: '3',
    band: { a: 1 },
    weight_from: 'heavy',
    unsaved: 'perhaps',
    order: 'x',
    sample: '-1',
  }
  expect(GridSearch.parse(said)).toEqual(GridSearch.parse({}))
  expect(GridSearch.parse({ band: ['5', '9'], weight_from: '2.5', sample: '7' })).toMatchObject({
    band: ['5'],
    weight_from: '2.5',
    sample: 7,
  })
})
