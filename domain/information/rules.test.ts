import { describe, expect, test } from 'vitest'
import type { Role } from '../access.ts'
import { mayRead, targetsOf } from './rules.ts'

describe('an announcement', () => {
  test.each<[Role[], number[]]>([
    [['admin'], [1]],
    [['panel'], [1, 2]],
    [['reviewer'], [1, 3]],
    [['proposer'], [1, 4]],
    [
      ['panel', 'proposer'],
      [1, 2, 4],
    ],
  ])('for %j has one of the targets %j', (roles, targets) => {
    expect(targetsOf(roles)).toEqual(targets)
  })

  test.each<[Role[], number, boolean, boolean]>([
    [['proposer'], 1, true, true],
    [['proposer'], 4, true, true],
    [['proposer'], 2, true, false],
    [['reviewer'], 3, true, true],
    [['reviewer'], 3, false, false],
    [['panel'], 3, true, false],
    [['admin'], 3, false, true],
  ])('is open to %j with target %i, published %s: %s', (roles, target, published, open) => {
    expect(mayRead(roles, { target, published })).toBe(open)
  })
})
