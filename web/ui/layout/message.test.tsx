import { MantineProvider } from '@mantine/core'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, fireEvent, render, screen, within } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, expect, test } from 'vitest'
import { BannerProvider, createBanner } from '#web/lib/screen/banner.tsx'
import { loginUserQuery } from '#web/lib/session/session.ts'
import { MessageBanner } from '#web/shell/notices.tsx'
import { addMissingBrowserApis } from '#web/testing.tsx'
import { ButtonWithReason } from '../actions/buttons.tsx'
import { InlineMessage } from './message.tsx'

afterEach(cleanup)

/** A verb that is refused, one in a form, and one that stands nowhere in particular. */
function open() {
  addMissingBrowserApis()
  const banner = createBanner()
  const queries = new QueryClient()
  queries.setQueryData(loginUserQuery.queryKey, 0)
  const refuse = () => {
    const pressed = banner.pressed()
    banner.show('alert', 'Not so.')
    banner.answer(pressed)
  }
  function Work() {
    const [there, setThere] = useState(true)
    return (
      <>
        <section aria-label="Verbs">
          <ButtonWithReason why={null} onClick={refuse}>
            Unlock
          </ButtonWithReason>
        </section>
        {there && (
          <section aria-label="Form">
            <button type="button" onClick={refuse}>
              Save
            </button>
            <button type="button" onClick={() => setThere(false)}>
              Leave
            </button>
            <InlineMessage />
          </section>
        )}
        <div>
          <button type="button" onClick={refuse}>
            Elsewhere
          </button>
        </div>
        <section aria-label="Banner">
          <MessageBanner />
        </section>
      </>
    )
  }
  render(
    <MantineProvider defaultColorScheme="light">
      <QueryClientProvider client={queries}>
        <BannerProvider banner={banner}>
          <Work />
        </BannerProvider>
      </QueryClientProvider>
    </MantineProvider>,
  )
  return banner
}
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))
const standsIn = (region: string) =>
  within(screen.getByRole('region', { name: region })).queryByText('Not so.') !== null

test('a refusal stands beside what was refused, once, and stays until it is closed', () => {
  const banner = open()
  press('Unlock')
  expect(['Verbs', 'Form', 'Banner'].map(standsIn)).toEqual([true, false, false])
  expect(banner.current()?.timeout).toBeNull()
  press('Save')
  expect(['Verbs', 'Form', 'Banner'].map(standsIn)).toEqual([false, true, false])
  press('Close')
  expect(['Verbs', 'Form', 'Banner'].map(standsIn)).toEqual([false, false, false])
})

test('without a place it stands in the banner, also when its place goes away', async () => {
  open()
  press('Elsewhere')
  expect(standsIn('Banner')).toBe(true)
  press('Save')
  expect(standsIn('Banner')).toBe(false)
  press('Leave')
  await act(() => new Promise((done) => setTimeout(done, 10)))
  expect(standsIn('Banner')).toBe(true)
})

test('what is done and what is only to be known stands in the banner', () => {
  const banner = open()
  press('Save')
  act(() => {
    banner.show('success', 'Not so.')
    banner.answer(banner.pressed())
  })
  expect(standsIn('Banner')).toBe(true)
})

test('a warning stands in the banner, and in a dialog that lies over it', () => {
  const banner = open()
  const warn = () =>
    act(() => {
      banner.show('warning', 'Not so.')
      banner.answer(banner.pressed())
    })
  press('Save')
  warn()
  expect(['Form', 'Banner'].map(standsIn)).toEqual([false, true])
  screen.getByRole('region', { name: 'Form' }).setAttribute('role', 'dialog')
  press('Save')
  warn()
  expect(within(screen.getByRole('dialog')).queryByText('Not so.')).not.toBeNull()
  expect(standsIn('Banner')).toBe(false)
  // It goes by itself there too.
  expect(banner.current()?.timeout).not.toBeNull()
})
