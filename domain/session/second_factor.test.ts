import { describe, expect, test } from 'vitest'
import {
  isAskedOf,
  methodsOf,
  whyNotAddApp,
  whyNotAddPasskey,
  whyNotBeforeSetUp,
  whyNotCodes,
  whyNotRemove,
  whyNotReset,
} from './second_factor.ts'

const none = { passkeys: 0, totp: false }
const app = { passkeys: 0, totp: true }
const key = { passkeys: 1, totp: false }

describe('a second factor', () => {
  test('is asked of office and panel', () => {
    expect(
      [['admin'], ['panel', 'proposer'], ['reviewer'], ['proposer']].map((r) => isAskedOf(r as [])),
    ).toEqual([true, true, false, false])
  })

  test('that is owed leaves the way to set it up, and to a password of one’s own', () => {
    const owes = { owes_second_factor: true }
    for (const path of ['/api/security', '/api/security/totp', '/api/change_password'])
      expect(whyNotBeforeSetUp(owes, path)).toBeNull()
    for (const path of ['/api/users', '/api/securityx', '/api/myProfile'])
      expect(whyNotBeforeSetUp(owes, path)).toMatch(/asks for a second factor/u)
    expect(whyNotBeforeSetUp({}, '/api/users')).toBeNull()
  })

  test('is shown by what the user has', () => {
    expect(methodsOf(none, 10)).toEqual([])
    expect(methodsOf(app, 0)).toEqual(['totp'])
    expect(methodsOf(key, 3)).toEqual(['passkey', 'recovery'])
    expect(methodsOf({ passkeys: 2, totp: true }, 1)).toEqual(['passkey', 'totp', 'recovery'])
  })

  test('is one app, and twenty passkeys of a system that has a name', () => {
    expect(whyNotAddApp(key)).toBeNull()
    expect(whyNotAddApp(app)).toMatch(/already/u)
    expect(whyNotAddPasskey(app, true)).toBeNull()
    expect(whyNotAddPasskey(app, false)).toMatch(/by a name/u)
    expect(whyNotAddPasskey({ passkeys: 19, totp: false }, true)).toBeNull()
    expect(whyNotAddPasskey({ passkeys: 20, totp: false }, true)).toMatch(/20 passkeys/u)
  })

  test('is removed unless the role asks for it and it is the last', () => {
    expect(whyNotRemove(none, false)).toBeNull()
    expect(whyNotRemove(key, true)).toBeNull()
    expect(whyNotRemove(none, true)).toMatch(/Add another one/u)
  })

  test('comes before its recovery codes', () => {
    expect(whyNotCodes(none)).toMatch(/Set one up first/u)
    expect(whyNotCodes(app)).toBeNull()
  })

  test('is reset by another administrator, where there is one', () => {
    expect(whyNotReset({ id: 1 }, { id: 1 }, app)).toMatch(/Another administrator/u)
    expect(whyNotReset({ id: 1 }, { id: 2 }, none)).toMatch(/has no second factor/u)
    expect(whyNotReset({ id: 1 }, { id: 2 }, key)).toBeNull()
  })
})
