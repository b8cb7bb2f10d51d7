import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, expect, test } from 'vitest'
import { useFocusKeeper } from './focus_keeper.ts'

afterEach(cleanup)

const button = (name: string) => screen.getByRole('button', { name })
const press = (name: string) => {
  fireEvent.pointerDown(button(name))
  button(name).focus()
  fireEvent.click(button(name))
}
const focused = () => (document.activeElement as HTMLElement).id || document.activeElement?.textContent

/** Rows that vanish, a button that becomes another, one that waits, a dialog that is opened from a row. */
function Work() {
  useFocusKeeper()
  const [rows, setRows] = useState(['one', 'two', 'three'])
  const [locked, setLocked] = useState(false)
  const [waits, setWaits] = useState(false)
  const [asked, setAsked] = useState<string | null>(null)
  const remove = (row: string) => setRows(rows.filter((other) => other !== row))
  return (
    <main id="content">
      <h1 id="heading" tabIndex={-1}>
        Work
      </h1>
      <ul>
        {rows.map((row) => (
          <li key={row}>
            <button type="button" onClick={() => remove(row)}>
              Do {row}
            </button>
            <button type="button" onClick={() => setAsked(row)}>
              Ask {row}
            </button>
          </li>
        ))}
      </ul>
      <div>
        {locked ? (
          <button key="un" type="button" onClick={() => setLocked(false)}>
            Unlock
          </button>
        ) : (
          <button key="lock" type="button" onClick={() => setLocked(true)}>
            Lock
          </button>
        )}
      </div>
      <button
        type="button"
        disabled={waits}
        data-loading={waits || undefined}
        onClick={({ currentTarget }) => {
          // As browsers do with what is disabled.
          currentTarget.blur()
          setWaits(true)
          setTimeout(() => setWaits(false), 150)
        }}
      >
        Save
      </button>
      {asked && (
        <div role="dialog">
          <button
            type="button"
            onClick={() => {
              remove(asked)
              setAsked(null)
            }}
          >
            YES
          </button>
        </div>
      )}
    </main>
  )
}

test('when a row vanishes the focus is on the next one, after the last on the one before', async () => {
  render(<Work />)
  press('Do three')
  await waitFor(() => expect(focused()).toBe('Do two'))
  press('Do one')
  await waitFor(() => expect(focused()).toBe('Do two'))
})

test('when a button becomes another the focus is on that one', async () => {
  render(<Work />)
  press('Lock')
  await waitFor(() => expect(focused()).toBe('Unlock'))
})

test('a button that was disabled while it waits has the focus again', async () => {
  render(<Work />)
  press('Save')
  expect(document.activeElement).toBe(document.body)
  await waitFor(() => expect(focused()).toBe('Save'))
})

test('a dialog whose opener is gone leads to what took its place', async () => {
  render(<Work />)
  press('Ask one')
  press('YES')
  await waitFor(() => expect(focused()).toBe('Do two'))
})

test('who leaves the focus by hand is let go', async () => {
  render(<Work />)
  press('Do two')
  await waitFor(() => expect(focused()).toBe('Do three'))
  fireEvent.pointerDown(document.body)
  ;(document.activeElement as HTMLElement).blur()
  fireEvent.click(button('Lock'))
  await screen.findByRole('button', { name: 'Unlock' })
  await new Promise((done) => setTimeout(done, 120))
  expect(document.activeElement).toBe(document.body)
})
