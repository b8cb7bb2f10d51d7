import { MantineProvider } from '@mantine/core'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { addMissingBrowserApis } from '#web/testing.tsx'
import { ScrollList } from './long_lists.tsx'

afterEach(cleanup)

test('a very long list says how many lines are left, and shows them all in the end', () => {
  addMissingBrowserApis()
  const items = Array.from({ length: 650 }, (_, n) => `A${n} for proposal 12`)
  render(
    <MantineProvider>
      <ScrollList label="Assignments" items={[...items, items[0]]} />
    </MantineProvider>,
  )
  const lines = () => document.querySelectorAll('li').length
  expect(lines()).toBe(200)
  fireEvent.click(screen.getByRole('button', { name: 'and 450 more' }))
  expect(lines()).toBe(400)
  expect(document.activeElement).toBe(screen.getByRole('group', { name: 'Assignments' }))
  fireEvent.click(screen.getByRole('button', { name: 'and 250 more' }))
  expect(lines()).toBe(650)
  expect(screen.queryByRole('button')).toBeNull()
})

test.each([
  [11, false],
  [12, true],
])('a list of %i lines has a search: %s', (count, searched) => {
  addMissingBrowserApis()
  const items = Array.from({ length: count }, (_, n) => `Zoë ${n} (z${n}@example.org)`)
  render(
    <MantineProvider>
      <ScrollList label="People" items={items} />
    </MantineProvider>,
  )
  const field = screen.queryByRole('textbox', { name: 'Search: People' })
  expect(field !== null).toBe(searched)
  const lines = () => [...document.querySelectorAll('li')].map(({ textContent }) => textContent)
  expect(lines()).toEqual(items)
  if (!field) return
  fireEvent.change(field, { target: { value: 'zoe Z7@' } })
  expect(lines()).toEqual([items[7]])
  fireEvent.change(field, { target: { value: 'nobody' } })
  expect(lines()).toEqual([])
  expect(screen.getByText('Nothing found.')).toBeTruthy()
})
