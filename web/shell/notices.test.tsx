import { MantineProvider } from '@mantine/core'
import { createRootRoute, createRouter, RouterContextProvider } from '@tanstack/react-router'
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { useRef } from 'react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { address } from '#domain/address.ts'
import { BannerProvider, createBanner } from '#web/lib/screen/banner.tsx'
import { addMissingBrowserApis } from '#web/testing.tsx'
import { StickyBar } from '#web/ui/layout/sticky_bar.tsx'
import { MessageBanner, useClearOfBars } from './notices.tsx'

const shown = (text: string) => screen.queryByText(text) !== null
const pass = (ms: number) => act(() => vi.advanceTimersByTime(ms))

function Work() {
  const over = useRef<HTMLDivElement>(null)
  useClearOfBars(over, 24)
  return (
    <>
      <StickyBar label="Decision" actions={null}>
        1 more waits
      </StickyBar>
      <div ref={over} data-testid="over">
        <MessageBanner />
      </div>
    </>
  )
}

function aBanner() {
  addMissingBrowserApis()
  const banner = createBanner()
  render(
    <MantineProvider defaultColorScheme="light">
      <RouterContextProvider router={createRouter({ routeTree: createRootRoute() })}>
        <BannerProvider banner={banner}>
          <Work />
        </BannerProvider>
      </RouterContextProvider>
    </MantineProvider>,
  )
  return {
    show: (...message: Parameters<typeof banner.show>) => act(() => banner.show(...message)),
    reset: () => act(() => banner.reset()),
  }
}

describe('the message banner', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => {
    cleanup()
    vi.useRealTimers()
  })

  const next = { label: 'Next: 63', to: address('/proposals') }
  const undo = { run: () => undefined, seconds: 45 }

  test.each([
    ['success', 5000, {}],
    ['warning', 5000, {}],
    ['success', 20_000, { next }],
    ['success', 30_000, { undo: { run: undo.run } }],
    ['success', 45_000, { undo }],
    ['success', 45_000, { undo, next }],
    ['success', 100, { timeout: 100 }],
  ] as const)('disappears in the colour %s after %i ms with %o', (colour, timeout, options) => {
    aBanner().show(colour, 'Told', options)
    pass(timeout - 1)
    expect(shown('Told')).toBe(true)
    pass(1)
    expect(shown('Told')).toBe(false)
  })

  test.each([
    ['error', {}],
    ['alert', {}],
    ['error', { next }],
    ['alert', { next, undo }],
  ] as const)('stays in the colour %s, with %o, until it is closed or reset', (colour, options) => {
    const { show, reset } = aBanner()
    show(colour, 'Broken', options)
    pass(600_000)
    expect(shown('Broken')).toBe(true)
    fireEvent.click(screen.getByRole('button', { name: 'Close' }))
    expect(shown('Broken')).toBe(false)
    show(colour, 'Broken again', options)
    reset()
    expect(shown('Broken again')).toBe(false)
  })

  test.each([
    ['success', 'status'],
    ['warning', 'status'],
    ['alert', 'alert'],
    ['error', 'alert'],
  ] as const)('is announced in the colour %s by a live region that is there before it', (colour, role) => {
    const { show } = aBanner()
    const region = screen.getByRole(role)
    expect(region.textContent).toBe('')
    show(colour, 'Told')
    expect(region.textContent).toContain('Told')
  })

  test('an Undo runs once, takes its message away, and ends on time under the pointer', () => {
    const run = vi.fn()
    const { show } = aBanner()
    show('success', '111: 4.50 saved', { undo: { run } })
    fireEvent.mouseEnter(screen.getByRole('presentation'))
    fireEvent.click(screen.getByRole('button', { name: 'Undo' }))
    expect(run).toHaveBeenCalledOnce()
    expect(shown('111: 4.50 saved')).toBe(false)
    show('success', '112: 4.50 saved', { undo: { run } })
    fireEvent.mouseEnter(screen.getByRole('presentation'))
    pass(30_000)
    expect(shown('112: 4.50 saved')).toBe(false)
  })

  test('stays under the pointer, and the next one goes by itself though the first was closed under it', () => {
    const { show } = aBanner()
    show('success', 'First')
    fireEvent.mouseEnter(screen.getByRole('presentation'))
    pass(60_000)
    expect(shown('First')).toBe(true)
    fireEvent.click(screen.getByRole('button', { name: 'Close' }))
    show('success', 'Second')
    pass(5000)
    expect(shown('Second')).toBe(false)
  })

  test.each([
    ['lower edge', 660, 768, '116px'],
    ['end of its page, above the edge', 628, 736, '148px'],
    ['middle of the window', 300, 352, '24px'],
  ])('stands clear of a bar at the %s', async (_, top, bottom, expected) => {
    const { show } = aBanner()
    screen.getByRole('region', { name: 'Decision' }).getBoundingClientRect = () =>
      ({ top, bottom }) as DOMRect
    Object.defineProperty(screen.getByTestId('over'), 'offsetHeight', { value: 60 })
    show('error', 'Broken')
    await act(() => vi.advanceTimersByTimeAsync(50))
    expect(screen.getByTestId('over').style.bottom).toBe(expected)
  })
})
