import { describe, expect, test } from 'vitest'
import { AddressError, addressesOf, mayReach, OWN_NETWORK } from './networks.ts'

describe('a web hook', () => {
  test.each([
    ['93.184.215.14', true],
    ['2606:4700::1111', true],
    ['::ffff:93.184.215.14', true],
    ['127.0.0.1', false],
    ['127.8.8.8', false],
    ['0.0.0.0', false],
    ['10.1.2.3', false],
    ['172.16.0.1', false],
    ['192.168.0.1', false],
    ['169.254.169.254', false],
    ['100.64.0.1', false],
    ['192.0.0.1', false],
    ['192.0.2.1', false],
    ['198.18.0.1', false],
    ['224.0.0.1', false],
    ['240.0.0.1', false],
    ['255.255.255.255', false],
    ['::', false],
    ['::1', false],
    ['::ffff:127.0.0.1', false],
    ['::ffff:a00:1', false],
    ['::127.0.0.1', false],
    ['::ffff:0:127.0.0.1', false],
    ['fe80::1', false],
    ['fe80::1%eth0', false],
    ['fec0::1', false],
    ['fd00::1', false],
    ['ff02::1', false],
    ['64:ff9b::7f00:1', false],
    ['64:ff9b:1::a00:1', false],
    ['2002:7f00:1::', false],
    ['2001::1', false],
    ['2001:db8::1', false],
    ['100::1', false],
    ['4000::1', false],
    ['not an address', false],
  ])('may be sent to %s: %s', (address, allowed) => {
    expect(mayReach(address, [])).toBe(allowed)
  })

  test('may be sent to the networks that are allowed, and to no others', () => {
    const allowed = ['10.1.0.0/16', '127.0.0.1', 'fd00:1::/32']
    expect(mayReach('10.1.255.3', allowed)).toBe(true)
    expect(mayReach('::ffff:10.1.2.3', allowed)).toBe(true)
    expect(mayReach('fd00:1::5', allowed)).toBe(true)
    expect(mayReach('127.0.0.1', allowed)).toBe(true)
    expect(mayReach('127.0.0.2', allowed)).toBe(false)
    expect(mayReach('10.2.0.1', allowed)).toBe(false)
    expect(mayReach('fd00:2::5', allowed)).toBe(false)
  })

  const answering =
    (...addresses: string[]) =>
    async () =>
      addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }))

  test('is refused if one of the addresses of its name is not allowed', async () => {
    const url = new URL('https://data.example.org/hook')
    await expect(addressesOf(url, [], answering('93.184.215.14'))).resolves.toHaveLength(1)
    await expect(addressesOf(url, [], answering('93.184.215.14', '10.0.0.1'))).rejects.toThrow(OWN_NETWORK)
    await expect(addressesOf(url, [], answering())).rejects.toThrow(AddressError)
    await expect(addressesOf(url, [], () => Promise.reject(new Error('ENOTFOUND')))).rejects.toThrow(
      'The host name of this address is not known.',
    )
  })

  test.each([
    'https://127.0.0.1/',
    'https://[::1]/',
    'https://[::ffff:7f00:1]/',
    'https://2130706433/',
    'https://0x7f.1/',
    'https://0177.0.0.1/',
    'https://localhost/',
  ])('is refused at %s', async (url) => {
    await expect(addressesOf(new URL(url), [])).rejects.toThrow(OWN_NETWORK)
  })
})
