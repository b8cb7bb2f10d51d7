import { describe, expect, test } from 'vitest'
import { compareByRanking, matchesKind, ROW_KINDS, searchRows } from './assigned_list.ts'

type Row = Parameters<typeof searchRows>[0][number]
const row = (given: Partial<Row> = {}): Row => ({
  name: 'A0131',
  proposal_id: 63,
  proposal_title: 'Soluble organics',
  proposer: 'Åsa Bünger',
  status: 0,
  step: 'confirm',
  over_asked: false,
  others: [],
  ...given,
})

test.each<[string, Partial<Row>, string[]]>([
  ['waits to be confirmed', {}, ['to_confirm']],
  ['waits to be proposed', { step: 'propose' }, ['to_propose']],
  ['was proposed by who reads', { step: null }, ['proposed']],
  [
    'is confirmed, and nothing is left to decide',
    { status: 1, step: null, over_asked: true, others: [1] },
    ['confirmed'],
  ],
  ['another has too', { others: [1] }, ['to_confirm', 'contested']],
  ['nobody asked for', { over_asked: true }, ['to_confirm', 'over_asked']],
])('a row that %s has these kinds', (_, given, kinds) =>
  expect(ROW_KINDS.filter((kind) => matchesKind[kind](row(given)))).toEqual(kinds),
)

describe('search', () => {
  test.each([
    ['a01', true],
    ['63', true],
    ['ORGANICS', true],
    ['asa', true],
    ['bung soluble', true],
    ['bung insoluble', false],
    ['  ', true],
  ])('"%s"', (find, found) => expect(searchRows([row()], find)).toHaveLength(found ? 1 : 0))
})

test('rows are ordered by score, then rank, then id, missing values last', () => {
  const all = [
    [9, null, 1],
    [8, 4.5, null],
    [7, 4.5, 3],
    [6, 4.5, 3],
    [5, 4.6, null],
    [4, null, null],
  ].map(([proposal_id, global_score, rank]) => ({
    proposal_id: proposal_id!,
    global_score: global_score!,
    rank: rank!,
  }))
  expect(all.toSorted(compareByRanking).map((p) => p.proposal_id)).toEqual([5, 6, 7, 8, 9, 4])
})
