import { describe, expect, test } from 'vitest'
import { ACTIONS } from '../audit_actions.ts'
import { screenAt } from '../screens.ts'
import { changesOf } from './changes.ts'
import { actionChoices, OBJECT_TYPES, objectOf } from './objects.ts'

describe('a change', () => {
  test.each([
    ['report', 'status', 1, 2, 'Requested', 'Accepted'],
    ['applicant', 'status', 0, 1, 'Not Registered', 'Registered'],
    ['term', 'status', 0, 1, '0', '1'],
    ['proposal', 'is_unlocked', true, false, 'yes', 'no'],
    ['proposal', 'is_unlocked', 0, 1, 'no', 'yes'],
    ['proposal', 'title', '', 'Grains', '-', 'Grains'],
    ['report', 'rank', null, 2, '-', '2'],
    ['report', 'submitted_at', null, '2026-05-01T06:07:08.000Z', '-', '2026-05-01 06:07 UTC'],
    ['applicant', 'term_id', 6, 7, 'AO6', 'AO7'],
    ['user', 'second_factor', 'totp', 'passkey', 'authenticator app', 'passkey'],
  ] as const)('of a %s in %s from %j to %j is told in words', (type, field, before, after, was, is) => {
    const [change] = changesOf(type, { [field]: before }, { [field]: after })
    expect(change).toMatchObject({ before: was, after: is })
  })

  test('without a visible difference is left out', () => {
    expect(changesOf('report', {}, { on_behalf_user_id: null })).toHaveLength(1)
    expect(changesOf('report', { rank: '' }, { rank: null })).toEqual([])
  })

  test('has a field label, and null for a side that the entry does not have', () => {
    expect(changesOf('report', null, { science_score: 4 })).toEqual([
      { field: 'Science score', before: null, after: '4' },
    ])
    expect(changesOf('report', { user_id: 3 }, null)).toEqual([
      { field: 'User id', before: '3', after: null },
    ])
  })

  test('of a list has one line per item, at most fifty, and a long text is truncated', () => {
    const samples = Array.from({ length: 60 }, (_, n) => ({ sample_id: n, name: `A${n}`, weight: null }))
    const [list] = changesOf('sample', null, { added: samples })
    expect(list!.after!.split('\n')).toHaveLength(51)
    expect(list!.after).toContain('Sample id: 1, Name: A1\n')
    expect(list!.after).toMatch(/and 10 more$/u)
    const [text] = changesOf('proposal', null, { abstract: 'x'.repeat(9000) })
    expect(text!.after).toHaveLength(5001)
  })

  test('never shows secrets', () => {
    const kept = { password_hash: 'a', reset_token: 'b', user: { password: 'c', name: 'Bo' } }
    expect(changesOf('user', null, kept)).toEqual([{ field: 'User', before: null, after: 'Name: Bo' }])
  })
})

test.each(OBJECT_TYPES)('a %s has a label and leads to a screen', (type) => {
  const { label, to } = objectOf(type, 5)
  expect(label).toMatch(/^[A-Z].*5$/u)
  if (to) expect(screenAt(to.split('?')[0]!)).not.toBeNull()
  const { to: whole } = objectOf(type, null)
  if (whole) expect(screenAt(whole)).not.toBeNull()
})

test('every action can be chosen by a unique label', () => {
  expect(actionChoices).toHaveLength(Object.keys(ACTIONS).length)
  expect(new Set(actionChoices.map(({ label }) => label)).size).toBe(actionChoices.length)
})
