import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { GridProposal, GridReviewer, ReviewerGrid } from '#domain/assign_reviewers/contract.ts'
import {
  REPORT_DECLINED,
  REPORT_NOT_REQUESTED,
  REPORT_REQUESTED,
  REPORT_SUBMITTED,
} from '#domain/reports/status.ts'
import { axesOf } from '#web/ui/grid/axes.ts'
import { findHits } from './-finder.tsx'
import { awayText } from './-heads.tsx'
import { AssignModel, totalsOf } from './-model.ts'
import { changesOfOthers, markText } from './-save.tsx'

const reviewer = (id: number, fields: Partial<GridReviewer> = {}): GridReviewer => ({
  id,
  name: `Reviewer ${id}`,
  email: `r${id}@example.org`,
  affiliation: `Institute ${id}`,
  organisation: '',
  expertise: '',
  keywords: [],
  methods: [],
  load: 0,
  limit: 6,
  limit_from_profile: false,
  absences: [],
  why_not: null,
  ...fields,
})
const proposal = (id: number, fields: Partial<GridProposal> = {}): GridProposal => ({
  id,
  title: `Title ${id}`,
  name: `Proposer ${id}`,
  last_name: `Last ${id}`,
  affiliation: 'A',
  reports: 0,
  closed: false,
  ...fields,
})

const LIMITS = {
  per_proposal_on: true,
  per_proposal: 3,
  per_reviewer_on: true,
  per_reviewer: 6,
  one_per_organisation: true,
  knows_method: true,
  version: 1,
}

/** Two reviewers (1, 2) and three proposals (10, 20, 30); the fit is ten times the proposal's place plus the reviewer's. */
const gridOf = (fields: Partial<ReviewerGrid> = {}): ReviewerGrid => {
  const proposals = fields.proposals ?? [proposal(10), proposal(20), proposal(30)]
  const reviewers = fields.reviewers ?? [reviewer(1), reviewer(2)]
  return {
    term: { id: 7, disabled: false },
    left_out: [],
    fit: proposals.map((_, p) => reviewers.map((__, r) => 10 * (p + 1) + r + 1)),
    reports: [],
    blocked: [],
    unjudged: [],
    marks: [],
    limits: LIMITS,
    etag: '"1"',
    ...fields,
    proposals,
    reviewers,
  }
}

const at = (model: AssignModel, user_id: number, proposal_id: number) =>
  model.placeOf({ user_id, proposal_id })!

describe('a cell', () => {
  test('has the fit of its reviewer and its proposal', () => {
    const model = new AssignModel(gridOf())
    expect(model.fit(at(model, 2, 30))).toBe(32)
    expect(model.fit(at(model, 1, 20))).toBe(21)
  })

  test('shows its report, its conflict, its mark and its suggestion', () => {
    const cell = (user_id: number, proposal_id: number) => ({ user_id, proposal_id })
    const model = new AssignModel(
      gridOf({
        reports: [{ id: 5, ...cell(1, 10), status: REPORT_REQUESTED, closed: false }],
        blocked: [cell(2, 10)],
        unjudged: [cell(1, 20)],
        marks: [{ ...cell(2, 20), mark: 'forbidden', acknowledged: false }],
      }),
    )
    model.setSuggestions([{ ...cell(1, 30), fit: 31, fixed: false, unjudged: false }])
    expect(model.cell(at(model, 1, 10)).report?.id).toBe(5)
    expect(model.cell(at(model, 2, 10)).blocked).toBe(true)
    expect(model.cell(at(model, 1, 20)).unjudged).toBe(true)
    expect(model.cell(at(model, 2, 20))).toMatchObject({ mark: 'forbidden', changed: false })
    expect(model.cell(at(model, 1, 30)).suggested).toBe(true)
    expect(model.cell(at(model, 2, 30))).toEqual({
      fit: 32,
      report: null,
      blocked: false,
      unjudged: false,
      mark: null,
      changed: false,
      suggested: false,
    })
  })

  test.each<[string, Partial<ReviewerGrid>, string]>([
    ['of a closed term', { term: { id: 7, disabled: true } }, 'This term is closed.'],
    [
      'with a report',
      { reports: [{ id: 5, user_id: 1, proposal_id: 10, status: REPORT_DECLINED, closed: false }] },
      'This report is declined.',
    ],
    ['with a conflict', { blocked: [{ user_id: 1, proposal_id: 10 }] }, 'A conflict of interest forbids it.'],
    [
      'of a scored proposal',
      { proposals: [proposal(10, { closed: true })] },
      'This proposal has its global score; no report is needed.',
    ],
    [
      'of someone disabled',
      { reviewers: [reviewer(1, { why_not: 'This user is disabled.' })] },
      'This user is disabled.',
    ],
  ])('%s cannot be taken, nor suggested', (_, fields, why) => {
    const model = new AssignModel(gridOf(fields))
    const place = at(model, 1, 10)
    expect(model.whyNotTake(place)).toBe(why)
    model.setSuggestions([{ user_id: 1, proposal_id: 10, fit: 11, fixed: false, unjudged: false }])
    expect(model.openSuggestions()).toEqual([])
    expect(model.toggleMark(place, 'fixed')).toBeNull()
  })
})

describe('marks', () => {
  test('are set, changed and cleared, and undone and redone step by step', () => {
    const model = new AssignModel(gridOf())
    const place = at(model, 1, 10)
    model.toggleMark(place, 'fixed')
    model.toggleMark(place, 'forbidden')
    expect([model.markAt(place)?.mark, model.unsaved]).toEqual(['forbidden', 1])
    expect(model.undo()).toEqual([place])
    expect(model.markAt(place)?.mark).toBe('fixed')
    model.undo()
    expect([model.markAt(place), model.unsaved]).toEqual([null, 0])
    model.redo()
    expect(model.markAt(place)?.mark).toBe('fixed')
    model.toggleMark(place, 'fixed')
    expect(model.markAt(place)).toBeNull()
  })

  test('survive a reload of the grid, and what was saved meanwhile is no change', () => {
    const before = new AssignModel(gridOf())
    before.toggleMark(at(before, 1, 10), 'fixed')
    before.toggleMark(at(before, 2, 20), 'forbidden')
    const saved = { user_id: 1, proposal_id: 10, mark: 'fixed' as const, acknowledged: false }
    const after = new AssignModel(gridOf({ marks: [saved] }), before)
    expect(after.changes()).toEqual([
      { user_id: 2, proposal_id: 20, value: { mark: 'forbidden', acknowledged: false } },
    ])
    expect(after.allMarks()).toHaveLength(2)
  })

  test('of a cell that has a report meanwhile are dropped', () => {
    const before = new AssignModel(gridOf())
    before.toggleMark(at(before, 1, 10), 'fixed')
    const report = { id: 5, user_id: 1, proposal_id: 10, status: REPORT_NOT_REQUESTED, closed: false }
    const after = new AssignModel(gridOf({ reports: [report] }), before)
    expect(after.unsaved).toBe(0)
  })

  test('say what others changed', () => {
    const model = new AssignModel(
      gridOf({ marks: [{ user_id: 1, proposal_id: 10, mark: 'fixed', acknowledged: false }] }),
    )
    const now = [{ user_id: 2, proposal_id: 20, mark: 'forbidden' as const, acknowledged: false }]
    expect(changesOfOthers(model, now)).toEqual([
      'Reviewer 2 forbidden for 20',
      'Reviewer 1 no longer fixed or forbidden for 10',
    ])
    expect(markText(model, { user_id: 1, proposal_id: 30 }, { mark: 'fixed', acknowledged: false })).toBe(
      'Reviewer 1 fixed for 30',
    )
  })

  test('any sequence of steps is undone to what was saved', () => {
    const steps = fc.array(
      fc.record({
        user_id: fc.constantFrom(1, 2),
        proposal_id: fc.constantFrom(10, 20, 30),
        mark: fc.constantFrom('fixed' as const, 'forbidden' as const),
      }),
      { maxLength: 30 },
    )
    fc.assert(
      fc.property(steps, (all) => {
        const saved = [{ user_id: 1, proposal_id: 10, mark: 'forbidden' as const, acknowledged: false }]
        const model = new AssignModel(gridOf({ marks: saved }))
        for (const { mark, ...cell } of all) model.toggleMark(model.placeOf(cell)!, mark)
        const marks = model.allMarks()
        while (model.history.lastStep) model.undo()
        expect([model.unsaved, model.allMarks()]).toEqual([0, saved])
        while (model.history.nextStep) model.redo()
        expect(new Set(model.allMarks().map((one) => JSON.stringify(one)))).toEqual(
          new Set(marks.map((one) => JSON.stringify(one))),
        )
      }),
    )
  })
})

describe('a possible conflict', () => {
  const unjudged = { user_id: 1, proposal_id: 10 }

  test('must be acknowledged, which goes into the mark and into the wish for a suggestion', () => {
    const model = new AssignModel(gridOf({ unjudged: [unjudged] }))
    const place = at(model, 1, 10)
    expect(model.wantsAcknowledgement(place)).toBe(true)
    model.acknowledge(place, true)
    expect([model.wantsAcknowledgement(place), model.acknowledgedCells()]).toEqual([false, [unjudged]])
    model.toggleMark(place, 'fixed')
    expect(model.allMarks()).toEqual([{ ...unjudged, mark: 'fixed', acknowledged: true }])
    model.toggleMark(place, 'forbidden')
    expect(model.allMarks()).toEqual([{ ...unjudged, mark: 'forbidden', acknowledged: false }])
  })

  test('that was judged meanwhile needs no acknowledgement', () => {
    const before = new AssignModel(gridOf({ unjudged: [unjudged] }))
    before.acknowledge(at(before, 1, 10), true)
    const after = new AssignModel(gridOf(), before)
    expect(after.acknowledgedCells()).toEqual([])
    after.toggleMark(at(after, 1, 10), 'fixed')
    expect(after.allMarks()[0]!.acknowledged).toBe(false)
  })
})

test('proposals keep their order when they are loaded again, with new ones after them', () => {
  const before = new AssignModel(gridOf())
  const proposals = [proposal(40), proposal(30), proposal(20), proposal(10, { reports: 1 })]
  const after = new AssignModel(gridOf({ proposals }), before)
  expect(after.columns.map(({ id }) => id)).toEqual([10, 20, 30, 40])
  expect(after.fit(at(after, 1, 40))).toBe(11)
  expect(after.fit(at(after, 2, 10))).toBe(42)
})

test('suggestions are listed proposal by proposal, best fit first, and survive a reload while their cell is free', () => {
  const model = new AssignModel(gridOf())
  const suggested = (user_id: number, proposal_id: number, fit: number) => ({
    user_id,
    proposal_id,
    fit,
    fixed: false,
    unjudged: false,
  })
  model.setSuggestions([suggested(1, 20, 21), suggested(1, 10, 11), suggested(2, 10, 12)])
  const listed = (one: AssignModel) =>
    one.openSuggestions().map(({ user_id, proposal_id }) => [user_id, proposal_id])
  expect(listed(model)).toEqual([
    [2, 10],
    [1, 10],
    [1, 20],
  ])
  const report = { id: 5, user_id: 2, proposal_id: 10, status: REPORT_NOT_REQUESTED, closed: false }
  expect(listed(new AssignModel(gridOf({ reports: [report] }), model))).toEqual([
    [1, 10],
    [1, 20],
  ])
})

test('the totals count what is left to do', () => {
  const report = (id: number, user_id: number, proposal_id: number, status: 0 | 1 | 2 | 3 | 9) => ({
    id,
    user_id,
    proposal_id,
    status,
    closed: false,
  })
  const grid = gridOf({
    proposals: [
      proposal(10, { reports: 1 }),
      proposal(20, { reports: 4 }),
      proposal(30, { reports: 1, closed: true }),
    ],
    reviewers: [reviewer(1, { load: 6 }), reviewer(2, { load: 9, limit: null }), reviewer(3, { load: 1 })],
    reports: [
      report(1, 1, 10, REPORT_NOT_REQUESTED),
      report(2, 2, 10, REPORT_DECLINED),
      report(3, 2, 20, REPORT_DECLINED),
      report(4, 3, 20, REPORT_SUBMITTED),
      { ...report(5, 3, 30, REPORT_NOT_REQUESTED), closed: true },
    ],
    unjudged: [
      { user_id: 3, proposal_id: 10 },
      { user_id: 1, proposal_id: 20 },
    ],
  })
  const model = new AssignModel(grid)
  const { toRequest, ...totals } = totalsOf(model, model.columns)
  expect(totals).toEqual({ reports: 6, wanted: 8, fewer: 1, atLimit: 1, unjudged: 2, declines: 1 })
  expect(toRequest.map(({ id }) => id)).toEqual([1])
  expect(totalsOf(model, model.columns.slice(1))).toMatchObject({ reports: 5, unjudged: 1, declines: 0 })
  const off = new AssignModel({ ...grid, limits: { ...LIMITS, per_proposal_on: false } })
  expect(totalsOf(off, off.columns)).toMatchObject({ wanted: null, fewer: 0, declines: 0 })
})

test('the finder lists the proposal of that number, then reviewers, then proposals, folded', () => {
  const model = new AssignModel(
    gridOf({
      proposals: [proposal(10, { title: 'Müller grains' }), proposal(20)],
      reviewers: [
        reviewer(1, { name: 'Anna Peña', affiliation: 'Müller Institute' }),
        reviewer(2, { name: 'Éloïse Müller' }),
      ],
    }),
  )
  const { columns } = axesOf(model, { rows: [0, 1], columns: [0, 1] }, false)
  expect(findHits(model, columns, 'muller')).toEqual([{ row: 1 }, { row: 0 }, { column: 0 }])
  expect(findHits(model, columns, '10')[0]).toEqual({ column: 0 })
  expect(findHits(model, columns, 'pena muller')).toEqual([{ row: 0 }])
  expect(findHits(model, columns, '  ')).toEqual([])
})

test.each([
  [[], null],
  [[{ from_day: '2027-01-01', until_day: '2027-01-31' }], null],
  [[{ from_day: '2027-02-01', until_day: '2027-03-01' }], 'away to 03-01'],
  [[{ from_day: '2027-02-10', until_day: '2027-03-01' }], 'away 02-10 to 03-01'],
  [
    [
      { from_day: '2027-05-01', until_day: '2027-05-02' },
      { from_day: '2027-02-05', until_day: '2027-02-05' },
    ],
    'away to 02-05',
  ],
])('absences %j on 2027-02-05: %s', (absences, text) => {
  expect(awayText({ absences }, '2027-02-05')).toBe(text)
})
