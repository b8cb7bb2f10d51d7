import { describe, expect, test } from 'vitest'
import type { LiveChair } from '#domain/meetings/live_contract.ts'
import { levelsOf } from '#web/ui/meeting/ballot_result.tsx'
import { clockText } from '#web/ui/meeting/meeting_clock.tsx'
import { breaksAhead, breakText } from './breaks.ts'
import { whyNotRankText } from './decision_draft.ts'
import { attendanceText, behindText, hiddenNextText, movesText, nextText, whyInChair } from './texts.ts'

type Next = NonNullable<LiveChair['next']>

const person = (id: number, name = `P${id}`) => ({ id, name })
const attending = (
  id: number,
  is: 'here' | 'out' | 'away',
  role: 'chair' | 'deputy' | null = null,
): LiveChair['people'][number] => ({ ...person(id), is, role, expected: true, is_panel: true })
/** The same local time on the day of the meeting. */
const at = (clock: string, day = '2027-05-11') => new Date(`${day}T${clock}:00`).toISOString()

describe('who moves for the next proposal', () => {
  const item = {
    kind: 'item' as const,
    proposal_id: 58,
    title: '',
    leaves: [],
    stays_out: [],
    returns: [],
  } satisfies Next
  test.each<[Next | null, string]>([
    [null, ''],
    [{ kind: 'hidden' }, ''],
    [item, ''],
    [{ ...item, stays_out: [person(1)] }, 'For 58, P1 stays out.'],
    [
      { ...item, stays_out: [person(1), person(2)], leaves: [person(3)], returns: [person(4)] },
      'For 58, P1 and P2 stay out, P3 leaves and P4 returns.',
    ],
  ])('%j', (next, text) => {
    expect(movesText(next)).toBe(text)
  })

  test('is named on the button', () => {
    expect(nextText(item, 'x')).toBe(', next: 58')
    expect(nextText({ kind: 'hidden' }, 'the deputy has the chair')).toBe(', next: the deputy has the chair')
    expect(nextText(null, 'x')).toBe('')
  })

  test('is the deputy for the chair alone', () => {
    const people = [attending(1, 'here', 'chair'), attending(2, 'here', 'deputy')]
    expect(hiddenNextText({ people }, 1)).toBe('the deputy has the chair')
    expect(hiddenNextText({ people }, 2)).toBe('another has the chair')
    expect(hiddenNextText({ people: people.slice(0, 1) }, 1)).toBe('another has the chair')
  })
})

test('attendance counts who is out and away only where someone is', () => {
  expect(attendanceText([attending(1, 'here'), attending(2, 'out'), attending(3, 'away')])).toBe(
    '1 here, 1 out, 1 away',
  )
  expect(attendanceText([attending(1, 'here')])).toBe('1 here')
})

test.each([
  [12, '12 min behind'],
  [1, 'on time'],
  [-1, 'on time'],
  [-5, '5 min ahead'],
])('%i minutes are %s', (minutes, text) => {
  expect(behindText(minutes)).toBe(text)
})

test('who stands in for the chair learns why', () => {
  const current = { proposal_id: 111 } as LiveChair['current']
  const people = [attending(1, 'out', 'chair'), attending(2, 'away', 'deputy')]
  expect(whyInChair({ people, current }, 1)).toBeNull()
  expect(whyInChair({ people, current }, 2)).toBe('You have the chair for 111: P1 is out.')
  expect(whyInChair({ people, current: null }, 3)).toBe('You have the chair: P1 is out and P2 is away.')
})

describe('breaks', () => {
  test.each([
    ['12:00', '13:00', 'Lunch, 12:00 to 13:00'],
    ['12:00', '12:15', 'Break, 12:00 to 12:15'],
    ['15:30', '16:30', 'Break, 15:30 to 16:30'],
  ])('from %s to %s', (from, to, text) => {
    expect(breakText({ starts_at: at(from), ends_at: at(to) })).toBe(text)
  })

  test('until another day', () => {
    expect(breakText({ starts_at: at('17:00'), ends_at: at('09:00', '2027-05-12') })).toBe(
      'Until 2027-05-12 09:00',
    )
  })

  test('stand before the first proposal that begins after them', () => {
    const sessions = [
      { starts_at: at('09:00'), ends_at: at('10:00') },
      { starts_at: at('10:30'), ends_at: at('11:00') },
      { starts_at: at('12:00'), ends_at: at('18:00') },
    ]
    const waiting = (proposal_id: number, minutes: number) =>
      ({ proposal_id, minutes, state: 'waiting', track: 'discussed' }) as const
    const docket = [
      { ...waiting(1, 15), state: 'discussing' as const },
      waiting(2, 25),
      { ...waiting(9, 60), track: 'triage' as const },
      waiting(3, 10),
      waiting(4, 20),
      waiting(5, 10),
    ]
    const current = { minutes: 15, spent_seconds: 300, running_since: null }
    const places = breaksAhead({ sessions, docket, current }, new Date(at('09:30')))
    // 2 is on from 09:40 over the break, 3 from 10:30, 4 from 10:40, 5 from 12:00.
    expect([...places].map(([id, breaks]) => [id, breaks.map(breakText)])).toEqual([
      [3, ['Break, 10:00 to 10:30']],
      [5, ['Lunch, 11:00 to 12:00']],
    ])
  })
})

test('dots of grades close to each other are stacked', () => {
  expect(levelsOf([3, 3.5, 3.75, 3.75, 3.8, 4])).toEqual([0, 0, 0, 1, 2, 0])
})

test.each([
  [0, '00:00'],
  [229, '03:49'],
  [3661, '61:01'],
])('%i seconds are %s', (seconds, text) => {
  expect(clockText(seconds)).toBe(text)
})

test.each([
  ['', null],
  ['7', null],
  ['7,5', null],
  ['20', null],
  ['20.5', 'Enter a rank up to 20.'],
  ['-1', 'Enter a rank up to 20.'],
  ['x', 'Enter a rank up to 20.'],
])('the rank "%s"', (text, why) => {
  expect(whyNotRankText(text)).toBe(why)
})
