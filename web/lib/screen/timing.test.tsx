import { cleanup, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { useAtInstants } from './timing.ts'

beforeEach(() => void vi.useFakeTimers({ now: new Date('2026-06-01T00:00:00Z') }))
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

test('acts once each instant ahead has passed, and never for one behind or months away', () => {
  const act = vi.fn()
  const instants = ['2026-05-31T00:00:00Z', '2026-06-01T01:00:00Z', '2026-09-01T00:00:00Z']
  const { rerender, unmount } = renderHook(({ at }) => useAtInstants(at, act), {
    initialProps: { at: instants },
  })
  vi.advanceTimersByTime(3600_000)
  expect(act).not.toHaveBeenCalled()
  vi.advanceTimersByTime(1000)
  expect(act).toHaveBeenCalledOnce()
  vi.advanceTimersByTime(24 * 3600_000)
  expect(act).toHaveBeenCalledOnce()
  rerender({ at: ['2026-06-03T00:00:00Z'] })
  unmount()
  vi.advanceTimersByTime(7 * 24 * 3600_000)
  expect(act).toHaveBeenCalledOnce()
})
