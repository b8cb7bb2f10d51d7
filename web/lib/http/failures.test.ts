import { describe, expect, test } from 'vitest'
import { Fault, faultKindOf } from '#domain/errors.ts'
import { isChunkMissing } from './chunk_errors.ts'
import { describeFailure, isDenial, isSessionExpired } from './failures.ts'

const answered = (status: number) => new Fault(faultKindOf(status))

describe('a failure', () => {
  test.each([
    [500, 'error', 'System Error has occurred.'],
    [502, 'error', 'System Error has occurred.'],
    [429, 'warning', 'You have reached the trial limit. Please try again after 1 minute.'],
  ])('with status %i is told in the colour %s', (status, colour, text) => {
    expect(describeFailure(answered(status))).toEqual([colour, text])
  })

  test.each([
    [0, '1 minute'],
    [61, '2 minutes'],
    [3600, '60 minutes'],
    [86_400, '24 hours'],
  ])('that may be tried again in %i s says so: %s', (retry_after, wait) => {
    const fault = new Fault('throttled', undefined, { details: { retry_after } })
    expect(describeFailure(fault)[1]).toBe(
      `You have reached the trial limit. Please try again after ${wait}.`,
    )
  })

  test.each([401, 419])('with status %i is an ended session', (status) => {
    expect(isSessionExpired(answered(status))).toBe(true)
  })

  test.each([403, 404])('with status %i becomes the screen', (status) => {
    expect(isDenial(answered(status))).toBe(true)
    expect(isSessionExpired(answered(status))).toBe(false)
  })
})

test.each([
  'Failed to fetch dynamically imported module: https://ao.example.org/assets/users-1.js',
  'error loading dynamically imported module: https://ao.example.org/assets/users-1.js',
  'Importing a module script failed.',
  'Unable to preload CSS for /assets/users-1.css',
])('code that does not come is known by its words: %s', (words) => {
  expect(isChunkMissing(new TypeError(words))).toBe(true)
})
