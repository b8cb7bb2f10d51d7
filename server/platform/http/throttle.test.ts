import { expect, test } from 'vitest'
import { addressOf, networkOf } from './throttle.ts'

test.each([
  ['192.0.2.7', '192.0.2.7'],
  ['::ffff:192.0.2.7', '192.0.2.7'],
  ['::1', '0:0:0:0::/64'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:DB8:1:02::6', '2001:db8:1:2::/64'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
])('%s is counted as %s', (address, network) => expect(networkOf(address)).toBe(network))

test.each([
  ['192.0.2.7', '192.0.2.7'],
  ['::ffff:192.0.2.7', '192.0.2.7'],
  ['192.0.2.7:51234', '192.0.2.7'],
  ['[2001:db8::1]:51234', '2001:db8::1'],
  ['[2001:db8::1]', '2001:db8::1'],
  ['2001:db8::1', '2001:db8::1'],
  ['unknown', '10.0.0.1'],
  ['_hidden', '10.0.0.1'],
  ['', '10.0.0.1'],
  ['192.0.2.7:x', '10.0.0.1'],
  ['999.0.2.7', '10.0.0.1'],
])('from %j, said by a proxy at 10.0.0.1, comes %s', (ip, address) => {
  expect(addressOf({ ip, socket: { remoteAddress: '10.0.0.1' } })).toBe(address)
})

test('a client that has disconnected has no address, and is counted anyway', () => {
  expect(addressOf({ ip: '192.0.2.7' })).toBe('192.0.2.7')
  expect(networkOf(addressOf({ ip: undefined }))).toBe('')
})
