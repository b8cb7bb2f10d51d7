import { MantineProvider } from '@mantine/core'
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { addMissingBrowserApis } from '#web/testing.tsx'
import { useReorder } from './reorder.tsx'

function List() {
  const [keys, setKeys] = useState<readonly string[]>(['a', 'b', 'c'])
  const reorder = useReorder({ nameOf: (key) => key.toUpperCase(), onDrop: setKeys })
  return (
    <MantineProvider>
      <ol>
        {(reorder.lifted?.order ?? keys).map((key) => (
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

/** What jsdom lacks of a drag: its events, and what is under the pointer. */
class JsdomDragEvent extends MouseEvent {
  dataTransfer = { types: [], items: [], setData() {}, setDragImage() {} }
}
const { elementFromPoint } = document
const { DragEvent } = globalThis

beforeEach(() => {
  globalThis.DragEvent = JsdomDragEvent as never
})
afterEach(() => {
  cleanup()
  document.elementFromPoint = elementFromPoint
  globalThis.DragEvent = DragEvent
})

/** Starts to drag a row by its grip and moves over another one; `clientY` 5 is beyond its middle. */
async function drag(name: string, over: HTMLElement) {
  document.elementFromPoint = () => over
  const grip = screen.getByRole('button', { name })
  await waitFor(() => expect(grip.draggable).toBe(true))
  fireEvent(grip, new JsdomDragEvent('dragstart', { bubbles: true, cancelable: true, clientY: 0 }))
  await screen.findByText(/ is lifted/u)
  fireEvent(over, new JsdomDragEvent('dragenter', { bubbles: true, cancelable: true, clientY: 5 }))
  fireEvent(over, new JsdomDragEvent('dragover', { bubbles: true, cancelable: true, clientY: 5 }))
}

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

test('dragging drops where the pointer lets go', async () => {
  addMissingBrowserApis()
  render(<List />)
  const [, , last] = screen.getAllByRole('listitem')
  await drag('Move A', last!)
  await waitFor(() => expect([shown(), kept()]).toEqual(['bca', 'kept abc']))
  fireEvent(last!, new JsdomDragEvent('drop', { bubbles: true, cancelable: true, clientY: 5 }))
  expect(kept()).toBe('kept bca')
})

test('a drag that is given up puts the row back', async () => {
  addMissingBrowserApis()
  render(<List />)
  const [, , last] = screen.getAllByRole('listitem')
  await drag('Move A', last!)
  await waitFor(() => expect(shown()).toBe('bca'))
  fireEvent(screen.getByRole('button', { name: 'Move A' }), new JsdomDragEvent('dragend', { bubbles: true }))
  await waitFor(() =>
    expect([shown(), kept(), spoken()]).toEqual(['abc', 'kept abc', 'A is put back, 1 of 3.']),
  )
})
