import { expect, test } from 'vitest'
import { NOT_SUBMITTED, SUBMITTED } from '../proposals/status.ts'
import { mayChange, whyNoLongerPossible, whyNotAllocate, whyNotDelete } from './rules.ts'

const kept = {
  name: 'A0042',
  proposal_id: 63,
  status: SUBMITTED,
  promised_to: null,
  promised_in: null,
}
type Kept = Parameters<typeof whyNoLongerPossible>[0]

test.each<[string, Partial<Kept>, string | null]>([
  ['what can be done', {}, null],
  ['what is confirmed as it was meant', { promised_to: 63, promised_in: 7 }, null],
  ['one for another', { promised_to: 80, promised_in: 7 }, 'A0042 has been confirmed for 80.'],
  ['one in another term', { promised_to: 12, promised_in: 6 }, 'A0042 has been confirmed for 12 of AO6.'],
  ['a proposal taken back', { status: NOT_SUBMITTED }, 'A0042: proposal 63 is no longer submitted.'],
])('of %s it is told what became of it', (_, change, why) =>
  expect(whyNoLongerPossible({ ...kept, ...change }, { term_id: 7 })).toBe(why),
)

test('the author and the office may change a scenario', () => {
  const actor = (id: number, role: 'admin' | 'panel') => ({ id, email: '', name: '', roles: [role] })
  const of = { made_by: { id: 5 } }
  expect(mayChange(actor(5, 'panel'), of)).toBe(true)
  expect(mayChange(actor(6, 'panel'), of)).toBe(false)
  expect(mayChange(actor(6, 'admin'), of)).toBe(true)
})

test('a conflict refuses by number, none does not', () => {
  for (const why of [whyNotAllocate, whyNotDelete]) {
    expect(why([])).toBeNull()
    expect(why([3, 5])).toContain('with proposals 3 and 5')
  }
})
