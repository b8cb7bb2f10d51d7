import { MantineProvider } from '@mantine/core'
import { cleanup, render, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, expect, test } from 'vitest'
import { addMissingBrowserApis } from '#web/testing.tsx'
import { Dialog } from './dialog.tsx'

afterEach(cleanup)

test('a dialog, made when it is first opened, gives the focus back from the first time on', async () => {
  addMissingBrowserApis()
  const user = userEvent.setup()
  function Screen() {
    const [open, setOpen] = useState(false)
    return (
      <>
        <button type="button" onClick={() => setOpen(true)}>
          Ask
        </button>
        <Dialog open={open} message="Sure?" onClose={() => setOpen(false)} />
      </>
    )
  }
  render(
    <MantineProvider env="test">
      <Screen />
    </MantineProvider>,
  )
  const button = screen.getByRole('button', { name: 'Ask' })
  for (const _ of [1, 2]) {
    await user.click(button)
    await screen.findByRole('dialog', { name: 'Sure?' })
    await user.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await waitFor(() => expect(document.activeElement).toBe(button))
  }
})
