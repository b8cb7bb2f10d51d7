import { expect, test } from 'vitest'
import { chooseColumns } from './chosen_columns.ts'
import type { Column } from './table_props.ts'

const column = (header: string, more: Partial<Column<object>> = {}): Column<object> => ({
  header,
  cell: () => header,
  ...more,
})
const own = [
  column('DETAIL', { action: true }),
  column('Name'),
  column('Status', { hides: 'first' }),
  column('Next step', { action: true }),
]
const more = [column('Status'), column('Total')]
const headers = (columns: readonly Column<object>[]) => columns.map(({ header }) => header)

test('without a choice a list has its own columns', () => {
  const { shown, others } = chooseColumns(own, more, undefined)
  expect(shown).toEqual(own)
  expect(headers(others)).toEqual(['Total'])
})

test('the chosen ones come in their order, never hidden, between the buttons', () => {
  const { shown, others } = chooseColumns(own, more, ['Total', 'Status'])
  expect(headers(shown)).toEqual(['DETAIL', 'Total', 'Status', 'Next step'])
  expect(shown[2]).not.toHaveProperty('hides')
  expect(headers(others)).toEqual(['Name'])
})

test('a header that no column has any more is left out, and if none is left the list has its own', () => {
  expect(headers(chooseColumns(own, more, ['Gone', 'Name']).shown)).toEqual(['DETAIL', 'Name', 'Next step'])
  expect(chooseColumns(own, more, ['Gone']).shown).toEqual(own)
})
