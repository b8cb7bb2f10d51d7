import { MantineProvider } from '@mantine/core'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, expect, test } from 'vitest'
import { addMissingBrowserApis } from '#web/testing.tsx'
import { useReorder } from './reorder.tsx'

function List() {
  const [keys, setKeys] = useState<readonly string[]>(['a', 'b', 'c'])
  const reorder = useReorder({ keys, nameOf: (key) => key.toUpperCase(), onDrop: setKeys })
  return (
    <MantineProvider>
      <ol>
        {reorder.order.map((key) => (
          <li key={key} {...reorder.row(key)}>
            {reorder.grip(key)}
            {key}
          </li>
        ))}
      </ol>
      <p>kept {keys.join('')}</p>
      {reorder.spoken}
    </MantineProvider>
  )
}

const shown = () =>
  screen
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent)
    .join('')
const kept = () => screen.getByText(/^kept/u).textContent
const spoken = () => screen.getByRole('status').textContent

const { elementFromPoint } = document

afterEach(() => {
  cleanup()
  document.elementFromPoint = elementFromPoint
})

test('Space lifts, arrows move, Space drops, and it is said', async () => {
  addMissingBrowserApis()
  render(<List />)
  const user = userEvent.setup({ delay: null })
  screen.getByRole('button', { name: 'Move C' }).focus()
  await user.keyboard('{ArrowUp}')
  expect(shown()).toBe('abc')
  await user.keyboard(' ')
  expect(spoken()).toMatch(/^C is lifted, 3 of 3\./u)
  await user.keyboard('{ArrowUp}{ArrowUp}{ArrowUp}')
  expect([shown(), kept(), spoken()]).toEqual(['cab', 'kept abc', 'C: 1 of 3.'])
  await user.keyboard('{ArrowDown} ')
  expect([shown(), kept(), spoken()]).toEqual(['acb', 'kept acb', 'C is dropped, 2 of 3.'])
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Move C' }))
})

test('Escape puts it back, and so does leaving it', async () => {
  addMissingBrowserApis()
  render(<List />)
  const user = userEvent.setup({ delay: null })
  screen.getByRole('button', { name: 'Move A' }).focus()
  await user.keyboard(' {End}{Escape}')
  expect([shown(), kept(), spoken()]).toEqual(['abc', 'kept abc', 'A is put back, 1 of 3.'])
  await user.keyboard(' {ArrowDown}')
  await user.tab()
  expect([shown(), kept()]).toEqual(['abc', 'kept abc'])
})

test('dragging drops where the pointer lets go', () => {
  addMissingBrowserApis()
  render(<List />)
  const rows = screen.getAllByRole('listitem')
  document.elementFromPoint = () => rows[2]!
  const grip = screen.getByRole('button', { name: 'Move A' })
  fireEvent.pointerDown(grip, { button: 0, pointerId: 1, clientY: 0 })
  fireEvent.pointerMove(window, { pointerId: 1, clientY: 5 })
  expect([shown(), kept()]).toEqual(['bca', 'kept abc'])
  fireEvent.pointerUp(window, { pointerId: 1 })
  expect(kept()).toBe('kept bca')
})
