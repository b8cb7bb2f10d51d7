import { describe, expect, test } from 'vitest'
import type { UserDetail } from './contract.ts'
import { accessLossOf, whyNotDelete, whyNotResetPassword, whyNotSaveUser } from './rules.ts'

const me = { id: 1 }
const admin = {
  is_administration_office: true,
  is_panel: false,
  is_reviewer: true,
  is_curation: false,
  disabled: false,
}
const user = (fields = {}) => ({ ...admin, id: 2, deleted: false, ...fields })

describe('a user is saved', () => {
  test.each([
    ['as it was', user(), {}, 0, null],
    ['disabled while another administrator is active', user(), { disabled: true }, 1, null],
    ['not disabled as the last one', user(), { disabled: true }, 0, /must stay active/u],
    [
      'without the office as the last one',
      user(),
      { is_administration_office: false },
      0,
      /must stay active/u,
    ],
    ['enabled, whoever else there is', user({ disabled: true }), { disabled: false }, 0, null],
    [
      'disabled already, without the office',
      user({ disabled: true }),
      { is_administration_office: false, disabled: true },
      0,
      null,
    ],
    ['not disabled by oneself', user({ id: 1 }), { disabled: true }, 5, /disable yourself/u],
    [
      'not without the office by oneself',
      user({ id: 1 }),
      { is_administration_office: false },
      5,
      /from yourself/u,
    ],
    ['without another role by oneself', user({ id: 1 }), { is_reviewer: false }, 0, null],
    ['never once deleted', user({ deleted: true, disabled: true }), {}, 5, /deleted/u],
  ])('%s', (_, of, next, others, why) => {
    const answer = whyNotSaveUser(me, of, { ...admin, ...next }, others)
    if (why === null) expect(answer).toBeNull()
    else expect(answer).toMatch(why)
  })
})

test('only another user who is disabled and not yet deleted can be deleted', () => {
  expect(whyNotDelete(me, user())).toMatch(/Only a disabled/u)
  expect(whyNotDelete(me, user({ id: 1, disabled: true }))).toMatch(/yourself/u)
  expect(whyNotDelete(me, user({ disabled: true, deleted: true }))).toMatch(/is deleted/u)
  expect(whyNotDelete(me, user({ disabled: true }))).toBeNull()
})

test('no link is mailed to a user who cannot sign in', () => {
  expect(whyNotResetPassword(user())).toBeNull()
  expect(whyNotResetPassword(user({ disabled: true }))).toMatch(/disabled/u)
  expect(whyNotResetPassword(user({ disabled: true, deleted: true }))).toMatch(/deleted/u)
})

describe('the access that a save ends', () => {
  const of = (id: number) => ({ proposal_id: id, term_id: 7, title: 'Water' })
  const detail = {
    ...user(),
    sessions: 2,
    downloads: 1,
    api_tokens: 3,
    reports: [
      { id: 1, ...of(1), status: 1, open: true },
      { id: 2, ...of(2), status: 2, open: true },
      { id: 3, ...of(3), status: 3, open: true },
      { id: 4, ...of(4), status: 1, open: false },
      { id: 8, ...of(8), status: 2, open: true, closed: true },
    ],
    proposals: [
      { ...of(5), status: 1, open: true },
      { ...of(6), status: 2, open: true },
      { ...of(7), status: 0, open: false },
    ],
  } as unknown as UserDetail
  const ids = (next: object) => {
    const ending = accessLossOf(detail, { ...admin, ...next })
    return (
      ending && [
        ending.requested.map(({ id }) => id),
        ending.accepted.map(({ id }) => id),
        ending.unsubmitted.map(({ proposal_id }) => proposal_id),
      ]
    )
  }

  test.each([
    ['nothing where nothing is taken', { is_panel: true }, null],
    ['reviews and the proposal of the open term by Disabled', { disabled: true }, [[1], [2], [5]]],
    ['reviews by the role of a reviewer', { is_reviewer: false }, [[1], [2], []]],
    ['no review by another role', { is_administration_office: false }, [[], [], []]],
  ])('is %s', (_, next, expected) => {
    expect(ids(next)).toEqual(expected)
    if (expected)
      expect(accessLossOf(detail, { ...admin, ...next })).toMatchObject({
        ...{ sessions: 2, downloads: 1, api_tokens: 3 },
      })
  })
})
