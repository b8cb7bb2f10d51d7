import { describe, expect, test } from 'vitest'
import {
  CONTAINS,
  EXACT,
  findScreens,
  type HitKind,
  MAX_HITS,
  type Nearness,
  pickHits,
  proposalNumber,
  termNumber,
} from './rules.ts'

test.each([
  ['63', 63, 63],
  ['#63', 63, null],
  ['AO7', null, 7],
  ['ao 7', null, 7],
  ['A0131', null, null],
  ['12345678901', null, null],
  ['seven', null, null],
])('the text %s means the proposal %s and the call %s', (q, proposal, term) => {
  expect([proposalNumber(q), termNumber(q)]).toEqual([proposal, term])
})

describe('screens', () => {
  const titles = (q: string, ...roles: Parameters<typeof findScreens>[1]) =>
    findScreens(q, roles).map(({ title }) => title)

  test('are found by title and menu item, if the role may open them', () => {
    expect(titles('audit', 'admin')).toEqual(['Audit log'])
    expect(titles('audit', 'panel')).toEqual([])
    expect(titles('LIST sample', 'panel').toSorted()).toEqual([
      'Assigned Sample List',
      'Assigned Sample List',
      'Sample List',
    ])
    expect(titles('proposal', 'proposer')).toEqual(['MyProposal'])
    expect(titles('assigned proposals', 'reviewer')).toEqual(['Assigned Proposals'])
    expect(titles('change', 'reviewer')).toEqual(['Change Password'])
  })

  test('with the same title have a note, and duplicates are found once', () => {
    expect(findScreens('assigned sample', ['panel']).map(({ note }) => note)).toEqual(['Proposal', 'Sample'])
    expect(titles('terms', 'admin')).toEqual(['Terms'])
  })

  test('without a role are not found: sign-in, errors, screens of one object', () => {
    for (const q of ['login', 'forbidden', 'not found', 'detail']) expect(titles(q, 'admin')).toEqual([])
    expect(titles('  ', 'admin')).toEqual([])
  })
})

describe('the hits', () => {
  const some = (kind: HitKind, count: number, near: Nearness = CONTAINS) =>
    Array.from({ length: count }, (_, i) => ({ kind, near, i }))

  test('are at most twenty, and no kind crowds out the others', () => {
    const picked = pickHits([...some('proposal', 30), ...some('user', 3), ...some('screen', 30)])
    expect(picked).toHaveLength(MAX_HITS)
    expect(picked.filter(({ kind }) => kind === 'user')).toHaveLength(3)
    expect(picked.map(({ kind }) => kind).lastIndexOf('proposal')).toBe(8)
  })

  test('begin with exact matches, and keep the order of each kind', () => {
    const picked = pickHits([...some('proposal', 2), ...some('screen', 1, EXACT), ...some('sample', 2)])
    expect(picked.map(({ kind, i }) => `${kind} ${i}`)).toEqual([
      'screen 0',
      'proposal 0',
      'proposal 1',
      'sample 0',
      'sample 1',
    ])
  })
})
