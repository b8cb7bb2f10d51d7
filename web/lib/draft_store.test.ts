import { afterEach, expect, it } from 'vitest'
import { draftName, dropDraft, readDraft, sameValues, writeDraft } from './draft_store.ts'

const mine = draftName(1, 'proposals/3')
afterEach(() => localStorage.clear())

it('keeps what was typed, for the one who typed it', () => {
  writeDraft(mine, { title: 'T', file: new File(['x'], 'a.pdf') })
  expect(readDraft(mine)?.values).toEqual({ title: 'T' })
  expect(readDraft(draftName(2, 'proposals/3'))).toBeNull()
  expect(readDraft(draftName(null, 'proposals/3'))).toBeNull()
  dropDraft(mine)
  expect(readDraft(mine)).toBeNull()
})

it('forgets a draft of more than thirty days, and one that can not be read', () => {
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
