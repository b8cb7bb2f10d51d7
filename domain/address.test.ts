import { describe, expect, test } from 'vitest'
import { address, addressFrom } from './address.ts'
import { SCREENS } from './screens.ts'

describe('an address', () => {
  test('is the path of a screen without parameters', () => {
    expect([address('/'), address('/users')]).toEqual(['/', '/users'])
  })

  test.each([
    [7, '/users/detail/7'],
    ['a b', '/users/detail/a%20b'],
    ['7/../8?x=1#y', '/users/detail/7%2F..%2F8%3Fx%3D1%23y'],
    ['$id', '/users/detail/%24id'],
  ])('encodes the id %j', (id, encoded) => {
    expect(address('/users/detail/$id', { id })).toBe(encoded)
  })

  test('takes a parameter by its name', () => {
    const [token, email] = ['t+k/n', 'Grace+1@example.org']
    expect(address('/password/reset/$token', { token }, { email })).toBe(
      '/password/reset/t%2Bk%2Fn?email=Grace%2B1%40example.org',
    )
  })

  test.each([
    [{ tab: 'tab-2' }, '?tab=tab-2'],
    [{ tab: undefined }, ''],
    [{}, ''],
    [{ term_id: '' }, '?term_id='],
    [{ status: ['0', '2'], page: 3 }, '?status=0&status=2&page=3'],
  ])('appends the query %j', (query, search) => {
    expect(address('/users', {}, query)).toBe(`/users${search}`)
  })

  test('accepts only the parameters of its path, by its types', () => {
    // @ts-expect-error: there is no such screen
    const nowhere = () => address('/nowhere')
    // @ts-expect-error: its id is missing
    const bare = () => address('/users/detail/$id')
    // @ts-expect-error: its id has another name
    const misnamed = () => address('/password/reset/$token', { id: 3 })
    // @ts-expect-error: it has no id
    const superfluous = () => address('/users', { id: 3 })
    // @ts-expect-error: it has no second parameter
    const more = () => address('/users/detail/$id', { id: 3, tab: 'tab-2' })
    // @ts-expect-error: a string is not an address
    const text: ReturnType<typeof address> = '/users'
    expect([nowhere, bare, misnamed, superfluous, more, text]).toHaveLength(6)
  })
})

describe('an address from outside', () => {
  test.each(SCREENS)('may be that of $path', ({ path }) => {
    const text = path.replace(/\$\w+/gu, '7')
    expect(addressFrom(text)).toBe(text)
  })

  test.each(['/users/detail/3?tab=tab-2', '/users?clear', '/users#heading', '/Users/', '/users?to=/nowhere'])(
    'may be %s',
    (text) => {
      expect(addressFrom(text)).toBe(text)
    },
  )

  test.each([
    '',
    'users',
    '/nowhere',
    '/users/detail/',
    '//users',
    'https://example.org/users',
    'javascript:0',
    null,
    undefined,
    7,
  ])('may not be %j', (text) => {
    expect(addressFrom(text)).toBeNull()
  })
})
