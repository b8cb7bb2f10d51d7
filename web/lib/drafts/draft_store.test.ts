import { afterEach, expect, it } from 'vitest'
import {
  draftName,
  endDraft,
  mergeDrafts,
  readDraft,
  readStored,
  sameValues,
  writeDraft,
} from './draft_store.ts'

const mine = draftName(1, 'proposals/3')
afterEach(() => localStorage.clear())

it('keeps what was typed, for the one who typed it', () => {
  writeDraft(mine, { title: 'T', file: new File(['x'], 'a.pdf') })
  expect(readDraft(mine)?.values).toEqual({ title: 'T' })
  expect(readDraft(draftName(2, 'proposals/3'))).toBeNull()
  expect(readDraft(draftName(null, 'proposals/3'))).toBeNull()
  endDraft(mine, 'saved', { title: 'T' })
  expect(readStored(mine)).toMatchObject({ ended: 'saved', values: { title: 'T' } })
  expect(readDraft(mine)).toBeNull()
  expect(localStorage.getItem(mine)).toBeNull()
})

it('forgets a draft of more than thirty days, and one that cannot be read', () => {
  localStorage.setItem(mine, JSON.stringify({ values: {}, saved_at: new Date(Date.now() - 31 * 864e5) }))
  expect(readDraft(mine)).toBeNull()
  localStorage.setItem(mine, '{"values"')
  expect(readDraft(mine)).toBeNull()
  expect(localStorage.getItem(mine)).toBeNull()
})

it('tells a changed file from the same one', () => {
  const one = { file: new File(['x'], 'a.pdf') }
  expect(sameValues(one, { file: new File(['x'], 'a.pdf') })).toBe(true)
  expect(sameValues(one, { file: new File(['xy'], 'a.pdf') })).toBe(false)
  expect(sameValues(one, { file: null })).toBe(false)
})

const BASE = { title: 'T', keywords: ['1'], file: null as File | null }
const PDF = new File(['x'], 'a.pdf')
it.each([
  ['nothing changed', {}, {}, {}],
  ['what the other tab changed comes in', {}, { title: 'theirs' }, { title: 'theirs' }],
  ['what was typed here stays', { title: 'mine' }, {}, { title: 'mine' }],
  ['both, in two fields', { title: 'mine' }, { keywords: [] }, { title: 'mine', keywords: [] }],
  ['both, in one field: typed last', { title: 'mine' }, { title: 'theirs' }, { title: 'mine' }],
  ['a file chosen here stays', { file: PDF }, { title: 'theirs' }, { title: 'theirs', file: PDF }],
])('merges: %s', (_, mine, theirs, merged) => {
  expect(mergeDrafts(BASE, { ...BASE, ...mine }, { ...BASE, ...theirs })).toEqual({ ...BASE, ...merged })
})

it('merges records by their keys: what the other tab took out goes', () => {
  type Ticks = Record<string, boolean>
  expect(
    mergeDrafts<Ticks>({ a: true, b: true }, { a: true, b: true, c: true }, { b: true, d: true }),
  ).toEqual({
    b: true,
    c: true,
    d: true,
  })
})
