import { describe, expect, it } from 'vitest'
import { differencesOf, diffTexts, mergeChosen } from './version_conflict.ts'

const base = { title: 'T', keywords: ['1'], file: '', saved: '', version: 1 }
const now = (values: Partial<typeof base>) => ({ ...base, version: 2, ...values })
const words = { keywords: (ids: readonly string[]) => ids.map((id) => `Keyword ${id}`).join(', ') }

describe('what differs', () => {
  it.each([
    ['nothing but the version', {}, {}, []],
    ['typed here', { title: 'M' }, {}, [{ field: 'title', mine: 'M', theirs: 'T', by: 'mine' }]],
    ['saved there', {}, { title: 'N' }, [{ field: 'title', mine: 'T', theirs: 'N', by: 'theirs' }]],
    ['both', { title: 'M' }, { title: 'N' }, [{ field: 'title', mine: 'M', theirs: 'N', by: 'both' }]],
    ['both alike', { title: 'N' }, { title: 'N' }, []],
    [
      'in words',
      {},
      { keywords: ['2'] },
      [{ field: 'keywords', mine: 'Keyword 1', theirs: 'Keyword 2', by: 'theirs' }],
    ],
    ['what goes with another', {}, { saved: 'a.pdf' }, []],
  ])('%s', (_, mine, theirs, found) => {
    expect(differencesOf(base, { ...base, ...mine }, now(theirs), words, { file: ['saved'] })).toEqual(found)
  })

  it('is nobody’s where it is not known what the form was opened with', () => {
    expect(differencesOf(null, base, now({ title: 'N' }))).toMatchObject([{ by: null }])
  })
})

describe('what is chosen', () => {
  const mine = { ...base, title: 'M', keywords: ['3'] }
  const theirs = now({ title: 'N', file: 'f', saved: 's' })
  const differences = differencesOf(base, mine, theirs, words, { file: ['saved'] })
  it.each([
    ['at first theirs where nothing was typed', {}, { ...mine, file: 'f', saved: 's', version: 2 }],
    ['mine throughout', { file: 'mine' as const }, { ...mine, version: 2 }],
    [
      'theirs of one',
      { title: 'theirs' as const, file: 'mine' as const },
      { ...mine, title: 'N', version: 2 },
    ],
  ])('%s', (_, sides, values) => {
    expect(mergeChosen(mine, theirs, differences, sides, { file: ['saved'] })).toEqual(values)
  })
  it('of all theirs, is theirs itself', () => {
    const all = { title: 'theirs', keywords: 'theirs', file: 'theirs' } as const
    expect(mergeChosen(mine, theirs, differences, all)).toBe(theirs)
  })
})

it.each([
  ['one two three', 'one 2 three', 'two', '2'],
  ['one', 'one two', '', ' two'],
  ['', 'all new', '', 'all new'],
  ['a a', 'a', ' a', ''],
])('marks the words between what two texts have alike: %s, %s', (mine, theirs, own, other) => {
  const parts = diffTexts(mine, theirs)
  expect([parts.mine.differs, parts.theirs.differs]).toEqual([own, other])
  for (const [text, { before, differs, after }] of [
    [mine, parts.mine],
    [theirs, parts.theirs],
  ] as const)
    expect(before + differs + after).toBe(text)
})
