import { describe, expect, test } from 'vitest'
import {
  availableMethods,
  requiresSecondFactor,
  whyNotAddApp,
  whyNotAddPasskey,
  whyNotBeforeSecondFactor,
  whyNotMakeRecoveryCodes,
  whyNotRemoveFactor,
  whyNotResetSecondFactor,
} from './second_factor.ts'

const none = { passkeys: 0, totp: false }
const app = { passkeys: 0, totp: true }
const key = { passkeys: 1, totp: false }

describe('a second factor', () => {
  test('is required of office and panel', () => {
    expect(
      [['admin'], ['panel', 'proposer'], ['reviewer'], ['proposer']].map((r) =>
        requiresSecondFactor(r as []),
      ),
    ).toEqual([true, true, false, false])
  })

  test('that is required closes everything except its setup and the change of the password', () => {
    const owes = { owes_second_factor: true }
    for (const path of ['/api/security', '/api/security/totp', '/api/change_password'])
      expect(whyNotBeforeSecondFactor(owes, path)).toBeNull()
    for (const path of ['/api/users', '/api/securityx', '/api/myProfile'])
      expect(whyNotBeforeSecondFactor(owes, path)).toMatch(/requires a second factor/u)
    expect(whyNotBeforeSecondFactor({}, '/api/users')).toBeNull()
  })

  test('is one of those that the user has set up', () => {
    expect(availableMethods(none, 10)).toEqual([])
    expect(availableMethods(app, 0)).toEqual(['totp'])
    expect(availableMethods(key, 3)).toEqual(['passkey', 'recovery'])
    expect(availableMethods({ passkeys: 2, totp: true }, 1)).toEqual(['passkey', 'totp', 'recovery'])
  })

  test('is at most one app and twenty passkeys, and passkeys need a host name', () => {
    expect(whyNotAddApp(key)).toBeNull()
    expect(whyNotAddApp(app)).toMatch(/already/u)
    expect(whyNotAddPasskey(app, true)).toBeNull()
    expect(whyNotAddPasskey(app, false)).toMatch(/by a name/u)
    expect(whyNotAddPasskey({ passkeys: 19, totp: false }, true)).toBeNull()
    expect(whyNotAddPasskey({ passkeys: 20, totp: false }, true)).toMatch(/20 passkeys/u)
  })

  test('can be removed unless it is the last and the role requires one', () => {
    expect(whyNotRemoveFactor(none, false)).toBeNull()
    expect(whyNotRemoveFactor(key, true)).toBeNull()
    expect(whyNotRemoveFactor(none, true)).toMatch(/Add another one/u)
  })

  test('is needed before recovery codes', () => {
    expect(whyNotMakeRecoveryCodes(none)).toMatch(/Set one up first/u)
    expect(whyNotMakeRecoveryCodes(app)).toBeNull()
  })

  test('can be reset by another administrator if there is one', () => {
    expect(whyNotResetSecondFactor({ id: 1 }, { id: 1 }, app)).toMatch(/Another administrator/u)
    expect(whyNotResetSecondFactor({ id: 1 }, { id: 2 }, none)).toMatch(/has no second factor/u)
    expect(whyNotResetSecondFactor({ id: 1 }, { id: 2 }, key)).toBeNull()
  })
})
