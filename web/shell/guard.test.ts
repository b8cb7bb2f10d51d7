import { describe, expect, it } from 'vitest'
import { ROLES, type Role } from '#domain/access.ts'
import { SCREENS } from '#domain/screens.ts'
import { whereInstead } from './guard.ts'

const as = (...role: Role[]) => ({
  id: 1,
  name: 'A',
  email: 'a@example.org',
  affiliation: 'X',
  role,
  list_views: {},
})
const at = (path: string) => path.replace(/\$\w+/gu, '7')

describe('the guard', () => {
  it.each(SCREENS)('$path: a visitor passes where it is public, else signs in', ({ path, access }) => {
    expect(whereInstead(at(path), null)).toBe(access === 'public' ? null : '/login')
  })

  it.each(SCREENS.flatMap((screen) => ROLES.map((role) => ({ ...screen, role }))))(
    '$path as $role',
    ({ path, access, role }) => {
      const may = access === 'public' || access.includes(role)
      expect(whereInstead(at(path), as(role))).toBe(may ? null : path === '/' ? '/login' : '/denied')
    },
  )

  it('takes any one of several roles', () => {
    expect(whereInstead('/mypage', as('reviewer', 'proposer'))).toBeNull()
  })

  it('leads who owes a second factor to where it is set up, but from the password', () => {
    const owes = { ...as('admin', 'proposer'), owes_second_factor: true }
    for (const path of ['/', '/mypage', '/proposals']) expect(whereInstead(path, owes)).toBe('/security')
    for (const path of ['/security', '/password', '/login', '/404'])
      expect(whereInstead(path, owes)).toBeNull()
  })

  it.each(['/nowhere', '/auth/callback', '/login/help'])('lets everybody pass at %s', (path) => {
    expect(whereInstead(path, null)).toBeNull()
  })

  it.each(['/Proposers', '/proposals/myProposal', '/group-mail/add/'])('knows %s by any spelling', (path) => {
    expect(whereInstead(path, null)).toBe('/login')
  })
})
