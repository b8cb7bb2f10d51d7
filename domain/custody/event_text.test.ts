import { expect, test } from 'vitest'
import { eventText, type ToldEvent } from './event_text.ts'
import { type EventKind, eventKinds } from './status.ts'

const event = (kind: EventKind, more: Partial<ToldEvent> = {}): ToldEvent => ({
  kind,
  ...{ present: 1204, d_initial: 640, d_present: 0, d_consumed: 0, d_lost: 0, d_difference: 0 },
  ...{ holder_name: 'Lucía Peña', details: {} },
  ...more,
})
const said = (kind: EventKind, more?: Partial<ToldEvent>) => eventText('A0106-01', 'ug', event(kind, more))

test('every kind of event says what happened to the piece, with amounts in their units', () => {
  const figures = {
    d_consumed: 310,
    d_lost: 8,
    d_difference: -41,
    details: { method: 'SIMS', parts: [1, 2] },
  }
  expect(eventKinds.filter((kind) => kind !== 'counter').map((kind) => said(kind, figures))).toEqual([
    'A0106-01 into the vault, 1.204 mg',
    'A0106-01 weighed, −41 µg: 1.204 mg',
    'A0106-01: handling loss 8 µg',
    'A0106-01: 310 µg consumed, SIMS',
    'A0106-01 split in 2',
    'A0106-01 made by the split, 0.640 mg',
    'A0106-01 packed, 1.204 mg',
    'A0106-01 unpacked',
    'A0106-01 dispatched with Lucía Peña',
    'A0106-01 received by Lucía Peña',
    'A0106-01 in use',
    'A0106-01 moved to Lucía Peña',
    'A0106-01 handed over to Lucía Peña',
    'A0106-01 sent back, 1.204 mg',
    'A0106-01 returned, 1.204 mg',
    'A0106-01 released to the catalogue, 1.204 mg',
    'A0106-01 taken off offer',
    'A0106-01 written off, 0.008 mg',
  ])
})

test('what is used up, is a gas, or has a tracking number is said', () => {
  expect(said('consume', { present: 0, d_consumed: 980, details: { method: 'acid digestion' } })).toBe(
    'A0106-01 used up, 980 µg, acid digestion',
  )
  expect(eventText('G1', 'mpa', event('consume', { present: 68_000, d_consumed: 400 }))).toBe(
    'G1: 0.4 Pa consumed',
  )
  expect(said('dispatch', { holder_name: 'DHL', details: { tracking_number: '44 7100' } })).toBe(
    'A0106-01 dispatched with DHL, tracking 44 7100',
  )
  expect(said('weigh')).toBe('A0106-01 weighed, 1.204 mg')
})

test('a counter-event says what it takes back', () => {
  expect(eventText('A', 'ug', event('counter'), event('loss', { d_lost: 8 }))).toBe(
    'Taken back: A: handling loss 8 µg',
  )
  expect(eventText('A', 'ug', event('counter'))).toBe('A: an event taken back')
})
