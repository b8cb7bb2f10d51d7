import { expect, test } from 'vitest'
import { objectionTo, whyConfirmedElsewhere, whyNotTogether } from './assigned_list.ts'

type Row = Parameters<typeof objectionTo>[0]
const row: Row = {
  proposal_id: 63,
  cancelled_at: null,
  others: [],
  request: null,
  over_asked: false,
  term: { id: 7 },
}
const other = (proposal_id: number, given: Partial<Row['others'][number]> = {}) => ({
  proposal_id,
  term_id: 7,
  status: 0 as const,
  ...given,
})

test.each<[string, Partial<Row>, string | null, string | null]>([
  ['a row without an objection', {}, null, null],
  [
    'one whose confirmation was cancelled',
    { cancelled_at: '2026-11-21' },
    'Its confirmation was cancelled.',
    null,
  ],
  ['a contested one', { others: [other(95)] }, 'Clash: also assigned to proposal 95.', null],
  [
    'one that several want, in two terms',
    { others: [other(95), other(63, { term_id: 6 })] },
    'Clash: also assigned to proposals 95 and 63 of AO6.',
    null,
  ],
  [
    'one that nobody asked for',
    { over_asked: true },
    'Over-allocated: matches no request of proposal 63.',
    null,
  ],
  [
    'one too many of a request',
    {
      over_asked: true,
      request: { priority: 2, sample_id: null, sample_type: 0, number_of_samples: 3 } as never,
    },
    'Over-allocated: proposal 63 requests 3 with priority 2.',
    null,
  ],
  [
    'one that another has',
    { others: [other(95), other(63, { term_id: 6, status: 1 })] },
    'Confirmed for proposal 63 of AO6.',
    'Confirmed for proposal 63 of AO6.',
  ],
])('%s', (_, given, due, taken) => {
  const one = { ...row, ...given }
  expect([objectionTo(one), whyConfirmedElsewhere(one)]).toEqual([due, taken])
})

test('one sample is not confirmed for two proposals at once', () => {
  const pair = (id: number, proposal_id: number) => ({ id, name: `A000${id}`, proposal_id })
  expect(whyNotTogether([pair(1, 12), pair(2, 12)])).toBeNull()
  expect(whyNotTogether([pair(1, 12), pair(2, 12), pair(1, 13)])).toBe(
    'A sample can be confirmed for one proposal only: A0001 is selected for proposals 12 and 13.',
  )
})
