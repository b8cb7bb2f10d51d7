import { expect, test } from 'vitest'
import { declineText } from './declining.ts'

test.each([
  [null, '', '', null],
  ['time', '', '', 'No time'],
  ['field', 'Too far.', '', 'Outside their field: Too far.'],
  ['conflict', '', 'Aoi Aaa', 'Conflict of interest\nSuggests: Aoi Aaa'],
  ['other', 'On leave.', 'Aoi Aaa', 'Another reason: On leave.\nSuggests: Aoi Aaa'],
] as const)('%s, %j and %j is told as %j', (decline_reason, decline_note, decline_suggestion, text) => {
  expect(declineText({ decline_reason, decline_note, decline_suggestion })).toBe(text)
})
