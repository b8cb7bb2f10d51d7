import { describe, expect, test } from 'vitest'
import {
  actsOn,
  type EntryFacts,
  inventoryDueOn,
  isReminderDue,
  nextReminder,
  stateOf,
  whyNotClose,
} from './rules.ts'

const TOLERANCE = { ug: 5, mpa: 500 }
const entry = (more: Partial<EntryFacts> = {}): EntryFacts => ({
  ...{ answer: 'there', condition: 'unchanged', question: null, found: 2004, on_record: 2004 },
  ...{ resolved_at: null, closed_as: null, piece: { state: 'in_use', unit: 'ug' } },
  ...more,
})
const unanswered = { answer: null, found: null, on_record: null } as const

describe('the state of an entry', () => {
  test.each<[string, Partial<EntryFacts>, string]>([
    ['as on record', {}, 'confirmed'],
    ['at the tolerance', { found: 1999 }, 'confirmed'],
    ['beyond it', { found: 1998 }, 'differs'],
    ['more than on record', { found: 2010 }, 'differs'],
    ['a gas within its own tolerance', { found: 2500, piece: { state: 'in_use', unit: 'mpa' } }, 'confirmed'],
    ['broken', { condition: 'broken' }, 'differs'],
    ['changed only', { condition: 'changed' }, 'confirmed'],
    ['not there', { answer: 'not_there', found: null }, 'not_there'],
    ['not on the list', { answer: 'unlisted', piece: null }, 'unlisted'],
    ['not answered', unanswered, 'not_answered'],
    ['to be weighed again', { found: 1, question: 'weigh' }, 'not_answered'],
    ['on its way', { ...unanswered, piece: { state: 'dispatched', unit: 'ug' } }, 'on_its_way'],
    ['back since', { ...unanswered, piece: { state: 'returned', unit: 'ug' } }, 'not_held'],
    ['resolved', { found: 1, resolved_at: '2027-01-01' }, 'resolved'],
    ['closed as it was', { closed_as: 'not_answered' }, 'not_answered'],
  ])('%s', (_, more, state) => {
    expect(stateOf(entry(more), TOLERANCE)).toBe(state)
  })
})

test('the act that is suggested fits the answer', () => {
  const first = (more: Partial<EntryFacts>, difference: number | null) =>
    actsOn({ ...entry(more), difference })[0]
  expect(first({ answer: 'not_there' }, null)).toBe('write_off')
  expect(first({}, -41)).toBe('loss')
  expect(first({}, 255)).toBe('weigh')
  expect(first({ condition: 'broken' }, -2)).toBe('split')
  expect(first({ condition: 'broken', piece: { state: 'in_use', unit: 'mpa' } }, -600)).toBe('loss')
  expect(first({ answer: 'unlisted' }, null)).toBe('curation')
  expect(first({ answer: 'unlisted', question: 'curation' }, null)).toBe('note')
})

describe('reminders', () => {
  test('are due 7 days before the last day, on it, and every 7 days after', () => {
    const due = (last: string, now: string) => isReminderDue('2027-07-31', last, new Date(`${now}T06:00:00Z`))
    expect(due('2027-07-01T09:00:00Z', '2027-07-23')).toBe(false)
    expect(due('2027-07-01T09:00:00Z', '2027-07-24')).toBe(true)
    expect(due('2027-07-24T06:00:00Z', '2027-07-24')).toBe(false)
    expect(due('2027-07-25T06:00:00Z', '2027-07-30')).toBe(false)
    expect(due('2027-07-25T06:00:00Z', '2027-08-01')).toBe(true)
    expect(nextReminder('2027-07-31', '2027-07-20')).toBe('2027-07-24')
    expect(nextReminder('2027-07-31', '2027-07-31')).toBe('2027-08-07')
  })
})

test('the next inventory is due so many months after the last, on a day that the month has', () => {
  const last = { asked_at: '2027-08-31T09:00:00Z', closed_at: '2027-09-01T09:00:00Z' }
  expect(inventoryDueOn(last, 12)).toBe('2028-08-31')
  expect(inventoryDueOn(last, 6)).toBe('2028-02-29')
  expect(inventoryDueOn(last, 0)).toBeNull()
  expect(inventoryDueOn({ ...last, closed_at: null }, 12)).toBeNull()
  expect(inventoryDueOn(null, 12)).toBeNull()
})

test('an inventory is closed once nothing differs and nothing waits to be accepted', () => {
  expect(whyNotClose({ differences: 1, to_accept: 2 })).toBe('1 difference is not resolved.')
  expect(whyNotClose({ differences: 0, to_accept: 2 })).toBe('2 answers are not accepted yet.')
  expect(whyNotClose({ differences: 0, to_accept: 0 })).toBeNull()
})
