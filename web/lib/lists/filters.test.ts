import { describe, expect, it } from 'vitest'
import type { RawSearch } from '../routing/search.ts'
import { valuesFromAddress } from './filter_values.ts'
import * as filter from './filters.ts'

const read = (one: filter.Filter, search: RawSearch, term = 7) =>
  valuesFromAddress(one, search, filter.initialValues(one, term))

const name = filter.text('name', 'Name')
const early = filter.select('early_career', 'Early career', [{ id: 0, label: '-' }])
const status = filter.checks('status', 'Status', [
  { id: 0, label: 'A' },
  { id: 1, label: 'B' },
])
const group = filter.flags('Status', { not_submitted: 'Not Submitted', submitted: 'Submitted' })
const unlocked = filter.flags('', { is_unlocked: 'Unlocked' }, false)

describe('a field of a search card', () => {
  it.each([
    ['text is blank', name, { name: '' }],
    ['a select is blank', early, { early_career: '' }],
    ['a term is the current one', filter.term(), { term_id: '7' }],
    ['ticks are all on', status, { status: ['0', '1'] }],
    ['flags are all on', group, { not_submitted: true, submitted: true }],
    ['or all off', unlocked, { is_unlocked: false }],
  ] as const)('at first: %s', (_, one, values) => expect(read(one, {})).toEqual(values))

  it.each([
    ['text', name, { name: 'ito' }, { name: 'ito' }],
    ['the last of a repeated text', name, { name: ['a', 'b'] }, { name: 'b' }],
    ['a blank term: all', filter.term(), { term_id: '' }, { term_id: '' }],
    ['term for term_id', filter.term(), { term: '3' }, { term_id: '3' }],
    ['term_id before term', filter.term(), { term: '3', term_id: '4' }, { term_id: '4' }],
    ['one tick', status, { status: '1' }, { status: ['1'] }],
    ['no tick', status, { status: '' }, { status: [] }],
    [
      'one flag of a group: the others are off',
      group,
      { submitted: '1' },
      { not_submitted: false, submitted: true },
    ],
    ['a flag switched off', group, { submitted: 'false' }, { not_submitted: false, submitted: false }],
    ['a flag that is off at first', unlocked, { is_unlocked: 'true' }, { is_unlocked: true }],
  ] as const)('from the address: %s', (_, one, search, values) =>
    expect(read(one, search as unknown as RawSearch)).toEqual(values),
  )
})
