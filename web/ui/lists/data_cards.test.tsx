import { MantineProvider } from '@mantine/core'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { addMissingBrowserApis } from '#web/testing.tsx'
import { CardsSort } from './data_cards.tsx'

afterEach(cleanup)

test('cards are sorted by any head that sorts, its own way first, turned round, and back in the list’s order', () => {
  addMissingBrowserApis()
  const asked: unknown[] = []
  const sort = (...how: unknown[]) => void asked.push(how)
  const columns = [
    { header: 'Title', sort: 'title', moreHeads: [{ header: 'Name', sort: 'name' }], cell: () => '' },
    { header: 'Total', sort: 'total', descendingFirst: true, cell: () => '' },
    { header: 'Spread', cell: () => '' },
  ]
  render(
    <MantineProvider>
      <CardsSort columns={columns} sorting={{ by: 'name', dir: 'asc', sort }} />
    </MantineProvider>,
  )
  const field = screen.getByLabelText<HTMLSelectElement>('Sort by')
  expect(field.value).toBe('name')
  expect([...field.options].map(({ text }) => text).slice(1)).toEqual(['Title', 'Name', 'Total'])
  for (const value of ['title', 'total', '']) fireEvent.change(field, { target: { value } })
  fireEvent.click(screen.getByRole('button'))
  expect(asked).toEqual([
    ['title', 'asc'],
    ['total', 'desc'],
    [undefined, 'asc'],
    ['name', 'desc'],
  ])
})
