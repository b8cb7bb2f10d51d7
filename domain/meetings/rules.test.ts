import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Actor } from '../session/actor.ts'
import {
  chairNow,
  fits,
  hasChair,
  isComplete,
  minutesBehind,
  nextOf,
  proposedScore,
  resultOf,
  secondsOn,
  stopped,
  triageSide,
  whyBelowQuorum,
  whyNotCloseBallot,
  whyNotInMeeting,
  whyNotOpen,
  whyNotRemove,
  whyNotReopen,
  whyNotStart,
} from './rules.ts'
import { itemState } from './status.ts'

const open = { id: 7, disabled: false }
const closed = { id: 7, disabled: true }
const actor = (id: number, ...roles: Actor['roles'][number][]): Actor => ({ id, roles, name: '', email: '' })

describe('who has the chair', () => {
  const is = (id: number, here: boolean, conflict: boolean) => ({ id, here, conflict })
  test.each([
    [is(1, true, false), is(2, true, false), 1],
    [is(1, true, true), is(2, true, false), 2],
    [is(1, false, false), is(2, true, false), 2],
    [is(1, true, true), is(2, true, true), null],
    [is(1, false, false), is(2, false, false), null],
    [is(1, false, false), null, null],
  ])('of %j and %j: %j', (chair, deputy, expected) => {
    expect(chairNow(chair, deputy)).toBe(expected)
  })

  test.each([
    ['the chair', actor(1, 'panel'), 1, false, true],
    ['another', actor(3, 'panel'), 1, false, false],
    ['the office instead of both', actor(3, 'admin'), null, false, true],
    ['the office in conflict', actor(3, 'admin'), null, true, false],
    ['the panel instead of both', actor(3, 'panel'), null, false, false],
    ['the office while someone has it', actor(3, 'admin'), 1, false, false],
  ])('%s', (_, who, now, conflict, expected) => {
    expect(hasChair(who, now, conflict)).toBe(expected)
  })
})

describe('a meeting', () => {
  test.each([
    ['prepared', 'This meeting has not been opened.', null, null, 'This meeting has not been opened.'],
    [
      'open',
      null,
      'This meeting is open.',
      'Only a meeting that was never opened can be deleted.',
      'This meeting is open.',
    ],
    [
      'closed',
      'This meeting is closed.',
      'This meeting is closed.',
      'Only a meeting that was never opened can be deleted.',
      null,
    ],
  ] as const)('that is %s', (state, run, opening, removing, reopening) => {
    expect(whyNotInMeeting(state, open)).toBe(run)
    expect(whyNotOpen(state, open)).toBe(opening)
    expect(whyNotRemove(state, open)).toBe(removing)
    expect(whyNotReopen(state, open, false)).toBe(reopening)
    for (const why of [whyNotInMeeting, whyNotOpen, whyNotRemove]) expect(why(state, closed)).toContain('AO7')
  })

  test('is not opened again beside another', () => {
    expect(whyNotReopen('closed', open, true)).toBe('This call has another meeting that is not closed.')
  })
})

describe('a proposal', () => {
  test.each([
    ['openBallot', ['discussing', 'revealed']],
    ['agree', ['discussing', 'revealed']],
    ['putOff', ['discussing', 'ballot', 'revealed']],
  ] as const)('takes %s in %j', (command, states) => {
    expect(itemState.codes.filter((state) => fits(command, state))).toEqual(states)
  })

  test('is begun with while no other is on', () => {
    expect(whyNotStart({ proposal_id: 1, state: 'waiting' }, null)).toBeNull()
    expect(whyNotStart({ proposal_id: 1, state: 'put_off' }, null)).toBeNull()
    expect(whyNotStart({ proposal_id: 1, state: 'waiting' }, 2)).toBe('Agree on 2 or put it off first.')
  })

  test('is next when it is the first to discuss that waits', () => {
    const item = (proposal_id: number, state: 'waiting' | 'agreed', track: 'discussed' | 'triage') => ({
      ...{ proposal_id, state, track },
    })
    const docket = [
      item(1, 'agreed', 'discussed'),
      item(2, 'waiting', 'triage'),
      item(3, 'waiting', 'discussed'),
      item(4, 'waiting', 'discussed'),
    ]
    expect(nextOf(docket)?.proposal_id).toBe(3)
    expect(nextOf(docket.slice(0, 2))).toBeUndefined()
  })
})

describe('a ballot', () => {
  test.each([
    [6, 8, 6, false, null],
    [8, 8, 6, true, null],
    [0, 8, 6, false, 'Nobody has given a grade yet.'],
    [5, 5, 6, false, '5 members are here who may vote on it; the quorum is 6.'],
    [1, 1, 2, false, '1 member is here who may vote on it; the quorum is 2.'],
    [0, 0, 0, false, 'Nobody has given a grade yet.'],
  ])('with %i of %i grades and a quorum of %i', (given, voters, quorum, complete, why) => {
    expect(isComplete(given, voters, quorum)).toBe(complete)
    expect(whyNotCloseBallot(given, voters, quorum)).toBe(why)
  })

  test('has a quorum of those who may vote', () => {
    expect(whyBelowQuorum(6, 6)).toBeNull()
  })

  test.each([
    [[], null],
    [[3.75], { median: 3.75, lowest: 3.75, highest: 3.75 }],
    [[5, 1, 3], { median: 3, lowest: 1, highest: 5 }],
    [[4, 3.25], { median: 3.63, lowest: 3.25, highest: 4 }],
    [[1, 2, 4, 5], { median: 3, lowest: 1, highest: 5 }],
  ])('of %j has the result %j', (grades, expected) => {
    expect(resultOf(grades)).toEqual(expected)
  })

  test('has a median within its range, whatever the order', () => {
    const grades = fc.array(
      fc.integer({ min: 0, max: 500 }).map((n) => n / 100),
      { minLength: 1 },
    )
    fc.assert(
      fc.property(grades, (list) => {
        const { median, lowest, highest } = resultOf(list)!
        expect(resultOf(list.toReversed())).toEqual({ median, lowest, highest })
        expect(median).toBeGreaterThanOrEqual(lowest)
        expect(median).toBeLessThanOrEqual(highest + 0.005)
      }),
    )
  })

  test.each([
    [null, null],
    [7.5, 3.75],
    [8.33, 4.17],
  ])('is proposed by an average of %j: %j', (average, expected) => {
    expect(proposedScore(average)).toBe(expected)
  })
})

test.each([
  [9, [7, 8, null], 'above'],
  [7.5, [7, 8], 'above'],
  [4, [7, 8], 'below'],
  [null, [7, 8], null],
  [4, [null], null],
] as const)('a proposal of %j beside discussed ones of %j is %j', (average, discussed, side) => {
  expect(triageSide(average, discussed)).toBe(side)
})

describe('the clock', () => {
  const at = (time: string) => new Date(`2027-05-11T${time}Z`)
  const running = { spent_seconds: 60, running_since: '2027-05-11T10:00:00.000Z' }

  test('counts while it runs', () => {
    expect(secondsOn(running, at('10:02:30'))).toBe(210)
    expect(secondsOn({ ...running, running_since: null }, at('10:02:30'))).toBe(60)
    expect(stopped(running, at('10:02:30'))).toEqual({ spent_seconds: 210, running_since: null })
  })

  const session = (from: string, to: string) => ({
    starts_at: `2027-05-11T${from}:00.000Z`,
    ends_at: `2027-05-11T${to}:00.000Z`,
  })
  const sessions = [session('10:00', '12:00'), session('13:00', '16:00')]
  test.each([
    ['10:30:00', 30, null, 0],
    ['10:42:00', 20, { ...running, spent_seconds: 0, minutes: 10 }, 12],
    ['10:30:00', 40, null, -10],
    ['12:30:00', 120, null, 0],
    ['13:30:00', 120, null, 30],
    ['09:00:00', 0, null, 0],
  ])('at %s after %i minutes of the docket', (time, done_minutes, current, behind) => {
    expect(minutesBehind({ sessions, done_minutes, current }, at(time))).toBe(behind)
  })
})
