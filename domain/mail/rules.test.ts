import { expect, test } from 'vitest'
import { whyNotChange, whyNotSend } from './rules.ts'
import { groupMailStatus } from './status.ts'

const { UNSENT, SENT } = groupMailStatus.code
const unsent = { transmission_status: UNSENT, disabled: false }
const sent = { transmission_status: SENT, disabled: false }
const deleted = { transmission_status: UNSENT, disabled: true }
const [bo, gone] = [{ disabled: false }, { disabled: true }]

test.each([
  [unsent, [bo], null, null],
  [unsent, [bo, gone], null, null],
  [unsent, [], null, 'This group mail has no destination.'],
  [unsent, [gone], null, 'Every destination of this group mail is a disabled user.'],
  [sent, [bo], 'This group mail was already sent.', 'This group mail was already sent.'],
  [deleted, [bo], 'This group mail was deleted.', 'This group mail was deleted.'],
])('the group mail %j to %j: %s, %s', (mail, destinations, change, send) => {
  expect(whyNotChange(mail)).toBe(change)
  expect(whyNotSend(mail, destinations)).toBe(send)
})
