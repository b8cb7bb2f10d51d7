import { expect, test } from 'vitest'
import { MAX_WEB_HOOKS, whyNotAdd, whyNotRetry, whyNotRetryAll, whyNotSwitch, whyNotUrl } from './rules.ts'

const WHOLE = 'Enter a whole address, such as https://data.example.org/hook.'
const USER = 'The address may not hold a user name or a password.'
const PORT = 'The port must be 443, or 1024 and above.'

test.each([
  ['https://data.example.org/hook?a=1', null],
  ['https://data.example.org:443/', null],
  ['https://data.example.org:8443/', null],
  ['https://data.example.org:1024/', null],
  ['https://data.example.org:1023/', PORT],
  ['https://data.example.org:22/', PORT],
  ['http://data.example.org/', 'The address must begin with https://.'],
  ['ftp://data.example.org/', 'The address must begin with https://.'],
  ['data.example.org', WHOLE],
  ['https://', WHOLE],
  ['https://user@data.example.org/', USER],
  ['https://user:word@data.example.org/', USER],
  ['https://:word@data.example.org/', USER],
  ['https://data.example.org/#x', 'The address may not hold a #.'],
  ['https://data.example.org/#', 'The address may not hold a #.'],
])('a web hook at %s: %s', (url, why) => {
  expect(whyNotUrl(url)).toBe(why)
})

test('what is on can be switched off, what is off on; one more can be added below the limit', () => {
  expect(whyNotSwitch('on', false)).toBeNull()
  expect(whyNotSwitch('on', true)).toMatch(/on already/u)
  for (const state of ['off', 'failing', 'restored'] as const) {
    expect(whyNotSwitch(state, true)).toBeNull()
    expect(whyNotSwitch(state, false)).toMatch(/off already/u)
  }
  expect(whyNotAdd(MAX_WEB_HOOKS - 1)).toBeNull()
  expect(whyNotAdd(MAX_WEB_HOOKS)).toMatch(/delete one first/u)
})

test('only what has failed is sent again', () => {
  expect(whyNotRetry('failed')).toBeNull()
  expect(whyNotRetry('waiting')).toMatch(/already waiting/u)
  expect(whyNotRetry('delivered')).toMatch(/already arrived/u)
  expect([whyNotRetryAll(1), whyNotRetryAll(0)]).toEqual([null, expect.stringMatching(/No delivery/u)])
})
