import { MantineProvider } from '@mantine/core'
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { useRef } from 'react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
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
      <BannerProvider banner={banner}>
        <Work />
      </BannerProvider>
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

  test.each(['success', 'alert', 'warning'] as const)('goes after 5000 ms in the colour %s', (colour) => {
    aBanner().show(colour, 'Told')
    pass(4999)
    expect(shown('Told')).toBe(true)
    pass(1)
    expect(shown('Told')).toBe(false)
  })

  test('stays with an error until it is closed or reset', () => {
    const { show, reset } = aBanner()
    show('error', 'Broken')
    pass(600_000)
    expect(shown('Broken')).toBe(true)
    fireEvent.click(screen.getByRole('button', { name: 'Close' }))
    expect(shown('Broken')).toBe(false)
    show('error', 'Broken again')
    reset()
    expect(shown('Broken again')).toBe(false)
  })

  test('stays under the pointer, and the next one goes by itself though the first was closed under it', () => {
    const { show } = aBanner()
    show('alert', 'First')
    fireEvent.mouseEnter(screen.getByRole('presentation'))
    pass(60_000)
    expect(shown('First')).toBe(true)
    fireEvent.click(screen.getByRole('button', { name: 'Close' }))
    show('alert', 'Second')
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
