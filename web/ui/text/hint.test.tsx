import { MantineProvider } from '@mantine/core'
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, test } from 'vitest'
import { addMissingBrowserApis } from '#web/testing.tsx'
import { Hint } from './hint.tsx'

afterEach(cleanup)

test('a hint is made when someone comes to its text, describes it, and goes with Escape and with the pointer', async () => {
  addMissingBrowserApis()
  const user = userEvent.setup()
  render(
    <MantineProvider env="test">
      <Hint text="A dot a report." stops>
        Spread
      </Hint>
    </MantineProvider>,
  )
  const text = screen.getByText('Spread')
  const gone = () => waitFor(() => expect(screen.queryByRole('tooltip')).toBeNull())
  await gone()
  await user.tab()
  expect(document.activeElement).toBe(text)
  expect((await screen.findByRole('tooltip')).textContent).toBe('A dot a report.')
  expect(document.getElementById(text.getAttribute('aria-describedby')!)?.textContent).toBe('A dot a report.')
  await user.keyboard('{Escape}')
  await gone()
  expect(document.activeElement).toBe(text)
  fireEvent.mouseEnter(text)
  await screen.findByRole('tooltip')
  fireEvent.mouseLeave(text)
  await gone()
})
