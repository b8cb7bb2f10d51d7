import { describe, expect, test } from 'vitest'
import { aRequest, proposal, sample } from '#domain/testing/allocation.ts'
import { GridModel } from '../state/model.ts'
import {
  countSuggestions,
  findByText,
  onlyUnserved,
  servedByBand,
  suggestionsByProposal,
} from './suggestion_summary.ts'

const rows = [
  proposal(11, {
    global_score: 4.5,
    requested_samples: [aRequest({ priority: 1, weight: 2 }), aRequest({ id: 2, priority: 2, weight: 2 })],
  }),
  proposal(12, { global_score: 2.5, requested_samples: [aRequest({ id: 3, priority: 1, weight: 2 })] }),
]
const items = [
  { sample_id: 1, proposal_id: 11, priority: 1, reason: 'nearest of 3 free', unscored: [] },
  { sample_id: 2, proposal_id: 12, priority: 1, reason: 'the only one free', unscored: [12] },
]
const unserved = [{ proposal_id: 11, priority: 2, missing: 1, reason: 'no free Ryugu particle' }]

function suggested() {
  const model = new GridModel(rows, [sample(1), sample(2), sample(3)])
  model.setSuggestions(items)
  return model
}
const tally = (model: GridModel) => {
  const { open, taken, gone } = countSuggestions(model)
  return [open.length, taken, gone]
}

test('open suggestions that proposals without a score ask for by name are counted', () => {
  const model = suggested()
  expect(countSuggestions(model).unscored).toBe(1)
  model.takeSuggestions([items[1]!])
  expect(countSuggestions(model).unscored).toBe(0)
})

describe('a suggestion', () => {
  test('that is taken becomes an assignment for its request, and is open again after undo', () => {
    const model = suggested()
    expect(model.cell(0, 0).suggested).toEqual(items[0])
    expect(model.takeSuggestions(items)).toBe(2)
    expect(model.changes().map(({ sample_id, priority }) => [sample_id, priority])).toEqual([
      [1, 1],
      [2, 1],
    ])
    expect([tally(model), model.cell(0, 0).suggested]).toEqual([[0, 2, 0], null])
    model.undo()
    expect([tally(model), model.cell(0, 0).suggested?.sample_id]).toEqual([[2, 0, 0], 1])
  })

  test.each<[string, (model: GridModel) => void, string]>([
    ['whose sample is ticked for another', (model) => model.toggle(1, 0), 'It is now assigned to 12.'],
    [
      'whose request another sample answers',
      (model) => model.setCells([{ row: 0, column: 2, held: { assigned: true, priority: 1 } }]),
      'Its request has enough now.',
    ],
  ])('%s is no longer valid, and says why', (_, act, why) => {
    const model = suggested()
    act(model)
    expect(model.cell(0, 0).suggested).toBeNull()
    expect(suggestionsByProposal(model, { unserved })[0]!.suggested[0]!.status).toEqual({ why })
  })

  test('survives a reload, and is no longer valid if someone else has the sample', () => {
    const assigned = { main_key: 1, proposal_id: 12, status: 1 as const, priority: null }
    const others = [{ proposal_id: 9, term_id: 6, status: 1 as const }]
    const columns = [sample(1, { assigned_sample: [assigned] }), sample(2, { elsewhere: others })]
    const model = new GridModel(rows, columns, suggested())
    const standing = suggestionsByProposal(model, { unserved }).map((one) => one.suggested[0]!.status)
    expect(standing).toEqual([
      { why: 'It is now confirmed for 12.' },
      { why: 'It is confirmed for 9 of AO6.' },
    ])
    expect(new GridModel(rows, [sample(2)], suggested()).suggestionLayer.all()).toEqual([items[1]])
  })

  test('is not shown while the user hides them', () => {
    const model = suggested()
    model.showSuggestions(false)
    expect([model.cell(0, 0).suggested, tally(model)]).toEqual([null, [2, 0, 0]])
  })
})

test('suggestions and unserved requests are grouped by proposal in row order', () => {
  const told = suggestionsByProposal(suggested(), { unserved })
  expect(told.map((one) => [one.proposal.id, one.suggested.length, one.unserved.length])).toEqual([
    [11, 1, 1],
    [12, 1, 0],
  ])
  expect(onlyUnserved(told)).toEqual([{ ...told.find(({ proposal }) => proposal.id === 11)!, suggested: [] }])
})

test.each([
  ['', [1, 1, 1]],
  ['12', [0, 0, 1]],
  ['ZOE', [1, 1, 1]],
  ['a0001', [1, 0, 0]],
  ['no free', [0, 1, 0]],
])('narrowed to %j', (text, counts) => {
  const told = findByText(suggestionsByProposal(suggested(), { unserved }), text)
  const of = (id: number) => told.find(({ proposal }) => proposal.id === id)
  expect(
    [of(11)?.suggested.length, of(11)?.unserved.length, of(12)?.suggested.length].map((n) => n ?? 0),
  ).toEqual(counts)
})

test('served requests are counted by score, as assigned and with the suggestions', () => {
  const model = suggested()
  model.takeSuggestions([items[1]!])
  expect(servedByBand(model)).toEqual([
    { label: 'Excellent', requests: 2, before: 0, after: 1 },
    { label: 'Good', requests: 1, before: 1, after: 1 },
  ])
})
