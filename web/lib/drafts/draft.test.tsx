import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, renderHook, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { loginUserQuery } from '../session/session.ts'
import { type ReconciledDraft, useDraft } from './draft.ts'
import { draftName, draftsOf, readDraft, removeDrafts, writeDraft } from './draft_store.ts'

interface Values {
  title: string
  abstract: string
  file: File | null
}
const SAVED: Values = { title: 'T', abstract: 'A', file: null }
const PDF = new File(['x'], 'a.pdf')

/** A form in a tab of its own: what it holds, and its draft. */
function openTab(
  user: number | { id: number; acting: object } = 1,
  sieve?: (values: Values) => ReconciledDraft<Values> | null,
) {
  const queries = new QueryClient()
  queries.setQueryData(loginUserQuery.queryKey, (typeof user === 'number' ? { id: user } : user) as never)
  const tab = { held: SAVED, values: SAVED, saves: 0 }
  let note = () => {}
  const put = (values: Values) => {
    tab.values = values
    note()
  }
  const hook = renderHook(
    () =>
      useDraft<Values>('proposals/3', {
        serverValues: () => tab.held,
        values: () => tab.values,
        setValues: (values) => put(values),
        onSavedElsewhere: (values) => {
          tab.held = values
          tab.saves += 1
        },
        ...(sieve && { reconcile: sieve }),
      }),
    {
      wrapper: ({ children }) => <QueryClientProvider client={queries}>{children}</QueryClientProvider>,
    },
  )
  note = () => hook.result.current.scheduleSave()
  return {
    tab,
    draft: () => hook.result.current,
    type: (values: Partial<Values>) => act(() => put({ ...tab.values, ...values })),
    save() {
      tab.held = tab.values
      act(() => hook.result.current.clear())
    },
    act: (what: 'discard' | 'undo' | 'flush') => act(() => hook.result.current[what]()),
    again: hook.rerender,
    close: hook.unmount,
  }
}

/** Tells what is written to all tabs, as a browser does; false: they are busy and do not hear it. */
let told = true
/** Whether the storage takes nothing more. */
let isFull = () => false
beforeEach(() => {
  told = true
  isFull = () => false
  const write = Storage.prototype.setItem
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(function (this: Storage, key, newValue) {
    if (isFull()) throw new DOMException('full', 'QuotaExceededError')
    write.call(this, key, newValue)
    if (told)
      queueMicrotask(() =>
        act(() => void window.dispatchEvent(new StorageEvent('storage', { key, newValue }))),
      )
  })
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
  vi.restoreAllMocks()
  localStorage.clear()
})

test('what is typed in one tab appears in the other, and both fields of two tabs stay', async () => {
  const [a, b] = [openTab(), openTab()]
  a.type({ title: 'typed in A' })
  await waitFor(() => expect(b.tab.values.title).toBe('typed in A'))
  expect(b.draft().remoteChange?.what).toBe('typed')
  expect(a.draft().remoteChange).toBeNull()
  a.type({ title: 'again in A' })
  b.type({ abstract: 'typed in B' })
  const both = { title: 'again in A', abstract: 'typed in B', file: null }
  await waitFor(() => expect([a.tab.values, b.tab.values]).toEqual([both, both]))
  expect(readDraft(draftName(1, 'proposals/3'))?.values).toEqual(both)
})

test('who types on and on without a pause has it kept all the same', () => {
  vi.useFakeTimers()
  const { type } = openTab()
  for (let keys = 1; keys <= 15; keys++) {
    type({ title: 'x'.repeat(keys) })
    act(() => void vi.advanceTimersByTime(200))
  }
  expect(readDraft<Values>(draftName(1, 'proposals/3'))?.values.title).toMatch(/^x{5,}$/u)
})

test('a tab that heard nothing reads what the other wrote before it writes itself', async () => {
  const [a, b] = [openTab(), openTab()]
  told = false
  a.type({ title: 'typed in A' })
  a.act('flush')
  b.type({ abstract: 'typed in B' })
  b.close()
  expect(readDraft(draftName(1, 'proposals/3'))?.values).toMatchObject({
    title: 'typed in A',
    abstract: 'typed in B',
  })
})

test('once one tab has saved, the other holds what was saved and keeps what it typed since, and its file', async () => {
  const [a, b] = [openTab(), openTab()]
  a.type({ title: 'saved in A' })
  await waitFor(() => expect(b.tab.values.title).toBe('saved in A'))
  b.type({ file: PDF, abstract: 'typed in B' })
  a.save()
  await waitFor(() => expect(b.draft().remoteChange?.what).toBe('saved'))
  expect(b.tab.held).toEqual({ title: 'saved in A', abstract: 'A', file: null })
  expect(b.tab.values).toEqual({ title: 'saved in A', abstract: 'typed in B', file: PDF })
  expect(b.tab.saves).toBe(1)
  await waitFor(() => expect(a.tab.values.abstract).toBe('typed in B'))
  expect(a.tab.saves).toBe(0)
})

test('what is discarded in one tab goes in both, and is back in both when it is undone; what was typed since stays', async () => {
  const [a, b] = [openTab(), openTab()]
  a.type({ title: 'typed in A', file: PDF })
  await waitFor(() => expect(b.tab.values.title).toBe('typed in A'))
  a.act('discard')
  expect(a.tab.values).toEqual(SAVED)
  await waitFor(() => expect(b.tab.values).toEqual(SAVED))
  expect(b.draft().remoteChange?.what).toBe('discarded')
  expect(readDraft(draftName(1, 'proposals/3'))).toBeNull()
  a.type({ abstract: 'typed since' })
  a.act('undo')
  expect(a.tab.values).toEqual({ title: 'typed in A', abstract: 'typed since', file: PDF })
  await waitFor(() => expect(b.tab.values).toEqual({ ...a.tab.values, file: null }))
  expect(a.draft().discarded).toBe(false)
  expect(readDraft<Values>(draftName(1, 'proposals/3'))?.values.title).toBe('typed in A')
})

test('what of a restored draft no longer holds is taken out once it is known, and said each time until something is typed', async () => {
  writeDraft(draftName(1, 'proposals/3'), { title: 'typed', abstract: 'gone' })
  const known = { now: false }
  const sieve = (values: Values) =>
    known.now ? { values: { ...values, abstract: '' }, lost: ['The abstract is gone.'] } : null
  const first = openTab(1, sieve)
  expect(first.tab.values.abstract).toBe('gone')
  known.now = true
  first.again()
  expect(first.tab.values).toMatchObject({ title: 'typed', abstract: '' })
  expect(first.draft().losses).toEqual(['The abstract is gone.'])
  first.close()
  const second = openTab(1, sieve)
  expect(second.draft().losses).toEqual(['The abstract is gone.'])
  second.type({ title: 'typed on' })
  second.close()
  expect(readDraft(draftName(1, 'proposals/3'))?.values).toMatchObject({ title: 'typed on', abstract: '' })
})

test('nobody hears of the draft of another user on the same device', async () => {
  const other = openTab(2)
  writeDraft(draftName(1, 'proposals/3'), { title: 'not yours' })
  await Promise.resolve()
  expect(other.tab.values).toEqual(SAVED)
  expect(other.draft()).toMatchObject({ remoteChange: null, restoredAt: null })
})

describe('while an administrator views as the user', () => {
  const acting = { id: 1, acting: { id: 9 } }

  test('no draft of the user is read', () => {
    writeDraft(draftName(1, 'proposals/3'), { title: 'typed by the user' })
    const { tab, draft } = openTab(acting)
    expect([tab.values, draft().restoredAt]).toEqual([SAVED, null])
  })

  test('none is written', () => {
    const { type, act, close } = openTab(acting)
    type({ title: 'typed by the administrator' })
    act('flush')
    close()
    expect(localStorage.length).toBe(0)
  })
})

describe('drafts that are removed from the device', () => {
  test('are those of the user, in all forms, and not those of others', () => {
    for (const name of [draftName(1, 'proposals/3'), draftName(1, 'reports/5')])
      writeDraft(name, { title: 'T' })
    const others = [draftName(12, 'proposals/3'), draftName(null, 'notice')]
    for (const name of others) writeDraft(name, { title: 'T' })
    expect(draftsOf(1)).toHaveLength(2)
    removeDrafts(1)
    expect(draftsOf(1)).toEqual([])
    expect(others.map((name) => readDraft(name) !== null)).toEqual([true, true])
  })

  test('go from a full storage too, and stay away', () => {
    const { type, close } = openTab()
    writeDraft(draftName(1, 'reports/5'), { title: 'T' })
    isFull = () => draftsOf(1).length > 0
    type({ title: 'typed before signing out' })
    removeDrafts(1)
    close()
    expect(draftsOf(1)).toEqual([])
  })

  test('are not stored again by a form that is still open', () => {
    const { type, close } = openTab()
    type({ title: 'typed before signing out' })
    removeDrafts(1)
    close()
    expect(draftsOf(1)).toEqual([])
  })

  test('do not keep a form that is opened later from storing its own', () => {
    vi.useFakeTimers()
    removeDrafts(1)
    vi.advanceTimersByTime(1)
    const { type, act } = openTab()
    type({ title: 'typed after signing in again' })
    act('flush')
    expect(draftsOf(1)).toHaveLength(1)
  })
})
