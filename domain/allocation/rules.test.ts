import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { PARTICLE, RYUGU } from '../masters/values.ts'
import { isAnswerable, isTarget, typesOf } from './grid.ts'
import {
  diffAssignments,
  type Step,
  stepOf,
  whyConflicted,
  whyNotAssign,
  whyNotConfirm,
  whyNotReturn,
  whyNotSecond,
} from './rules.ts'
import { type AssignmentStatus, assignmentStatus, CONFIRMED, UNCONFIRMED } from './status.ts'

type Facts = Parameters<typeof whyNotAssign>[1]
const sample = { name: 'A0042', db_type: RYUGU, sample_type: PARTICLE }
const facts: Facts = {
  types: [0, 1],
  term_id: 7,
  sample,
  proposal: { term_id: 7, status: 2, priorities: [1, 2] },
  promised: undefined,
}
const item = { sample_id: 1, proposal_id: 12 }
const standing = (
  sample_id: number,
  proposal_id: number,
  status: AssignmentStatus = UNCONFIRMED,
  term_id = 7,
) => ({
  sample_id,
  proposal_id,
  status,
  term_id,
  disabled: false,
  proposed_by_id: null as number | null,
})

describe('an item is assigned', () => {
  test.each<[string, Parameters<typeof whyNotAssign>[0], Facts, string | null]>([
    ['as it is', item, facts, null],
    ['with its own type and asteroid', { ...item, db_type: 1, sample_type: 0 }, facts, null],
    ['when confirmed for the same', item, { ...facts, promised: standing(1, 12, CONFIRMED) }, null],
    ['not without the sample', item, { ...facts, sample: undefined }, 'sample_id'],
    ['not in another grid', item, { ...facts, types: [2] }, 'sample_id'],
    ['not with another type', { ...item, sample_type: 1 }, facts, 'sample_type'],
    ['not with another asteroid', { ...item, db_type: 2 }, facts, 'db_type'],
    ['not without the proposal', item, { ...facts, proposal: undefined }, 'proposal_id'],
    [
      'not in another term',
      item,
      { ...facts, proposal: { term_id: 6, status: 2, priorities: [1, 2] } },
      'proposal_id',
    ],
    [
      'not unsubmitted',
      item,
      { ...facts, proposal: { term_id: 7, status: 1, priorities: [1, 2] } },
      'proposal_id',
    ],
    ['for a request of its own', { ...item, priority: 2 }, facts, null],
    ['for none in particular', { ...item, priority: null }, facts, null],
    ['not for a request that it has not', { ...item, priority: 3 }, facts, 'priority'],
    ['not confirmed elsewhere', item, { ...facts, promised: standing(1, 9, CONFIRMED, 6) }, 'sample_id'],
  ])('%s', (_, one, given, field) => {
    expect(whyNotAssign(one, given)?.[0] ?? null).toBe(field)
  })

  test('and the refusal names where it is confirmed', () => {
    const promised = standing(1, 9, CONFIRMED, 6)
    expect(whyNotAssign(item, { ...facts, promised })?.[1]).toBe('A0042 is confirmed for proposal 9 of AO6.')
  })
})

describe('replacing', () => {
  const priority = fc.constantFrom(null, 1, 2)
  const pair = fc.record({
    sample_id: fc.nat(6),
    proposal_id: fc.nat(6),
    priority: fc.option(priority, { nil: undefined }),
  })
  const key = (p: { sample_id: number; proposal_id: number }) => `${p.sample_id} ${p.proposal_id}`
  const stored = fc.uniqueArray(
    fc.record({
      sample_id: fc.nat(6),
      proposal_id: fc.nat(6),
      status: fc.constantFrom(...assignmentStatus.codes),
      priority,
    }),
    {
      selector: key,
    },
  )

  test('leaves exactly the wanted and the confirmed assignments', () => {
    fc.assert(
      fc.property(stored, fc.array(pair), (before, wanted) => {
        const { added, removed } = diffAssignments(before, wanted)
        const gone = new Set(removed.map(key))
        const after = [...before.filter((p) => !gone.has(key(p))), ...added].map(key)
        const confirmed = before.filter((p) => p.status === CONFIRMED).map(key)
        expect(after.sort()).toEqual([...new Set([...wanted.map(key), ...confirmed])].sort())
      }),
    )
  })

  test('changes the request only of unconfirmed assignments that stay', () => {
    const before = [
      { sample_id: 1, proposal_id: 1, status: UNCONFIRMED, priority: null },
      { sample_id: 2, proposal_id: 1, status: CONFIRMED, priority: null },
      { sample_id: 3, proposal_id: 1, status: UNCONFIRMED, priority: 2 },
    ]
    const wanted = [1, 2, 3].map((sample_id) => ({ sample_id, proposal_id: 1, priority: 1 }))
    expect(
      diffAssignments(before, wanted).moved.map(({ sample_id, priority }) => [sample_id, priority]),
    ).toEqual([
      [1, 1],
      [3, 1],
    ])
    const silent = before.map(({ sample_id, proposal_id }) => ({ sample_id, proposal_id }))
    expect(diffAssignments(before, silent).moved).toEqual([])
  })

  test('with the same assignments changes nothing', () => {
    fc.assert(
      fc.property(
        stored,
        (before) =>
          void expect(diffAssignments(before, before)).toEqual({ added: [], removed: [], moved: [] }),
      ),
    )
  })
})

describe('confirming', () => {
  const names = (id: number) => `A000${id}`
  const why = (pairs: [number, number][], stored: ReturnType<typeof standing>[], step: Step = 'confirm') =>
    whyNotConfirm(
      pairs.map(([sample_id, proposal_id]) => ({ sample_id, proposal_id })),
      stored,
      names,
      step,
    )

  test('is allowed for an assigned sample, even if it is assigned to another proposal too', () => {
    expect(why([[1, 12]], [standing(1, 12), standing(1, 13)])).toBeNull()
  })

  test.each([
    ['nothing', [], [], 'There is nothing to confirm.'],
    ['what is not assigned', [[1, 12]], [], 'A0001 is not assigned to proposal 12.'],
    ['twice', [[1, 12]], [standing(1, 12, CONFIRMED)], 'A0001 is already confirmed for proposal 12.'],
    [
      'what another has',
      [[1, 12]],
      [standing(1, 12), standing(1, 9, CONFIRMED, 6)],
      'A0001 is confirmed for proposal 9 of AO6.',
    ],
    [
      'one for two',
      [
        [1, 12],
        [1, 13],
      ],
      [standing(1, 12), standing(1, 13)],
      'A0001 is assigned to the proposals 12 and 13.',
    ],
  ] as [string, [number, number][], ReturnType<typeof standing>[], string][])(
    'is refused for %s',
    (_, pairs, stored, reason) => expect(why(pairs, stored)).toContain(reason),
  )

  test.each<[string, ReturnType<typeof standing>, string | null]>([
    ['only hoped for elsewhere', standing(1, 13), null],
    ['confirmed elsewhere', standing(1, 13, CONFIRMED), 'A0001 is confirmed for proposal 13 of AO7.'],
    [
      'proposed elsewhere',
      { ...standing(1, 13), proposed_by_id: 5 },
      'A0001 is proposed for proposal 13 of AO7.',
    ],
    ['proposed in a closed term', { ...standing(1, 13), proposed_by_id: 5, disabled: true }, null],
    ['proposed with another sample', { ...standing(2, 13), proposed_by_id: 5 }, null],
  ])('is proposed, or not, where the sample is %s', (_, other, reason) => {
    const refused = why([[1, 12]], [standing(1, 12), other], 'propose')
    expect(refused).toBe(reason && `Nothing was proposed. ${reason}`)
  })

  test('by the second person is not blocked by another proposal to confirm', () => {
    const proposed = { ...standing(1, 12), proposed_by_id: 5 }
    expect(why([[1, 12]], [proposed, { ...standing(1, 13), proposed_by_id: 6 }])).toBeNull()
  })

  test('names every clash', () => {
    const reason = why(
      [
        [1, 12],
        [2, 12],
        [3, 12],
      ],
      [
        standing(1, 12),
        standing(1, 9, CONFIRMED),
        standing(2, 12),
        standing(3, 12),
        standing(3, 8, CONFIRMED),
      ],
    )
    expect(reason).toContain('A0001')
    expect(reason).not.toContain('A0002')
    expect(reason).toContain('A0003')
  })
})

describe('two to confirm', () => {
  const by = (proposed_by_id: number | null, name = 'A0001') => ({
    sample_id: 1,
    proposal_id: 12,
    name,
    proposed_by_id,
  })
  const [ann, bo] = [{ id: 5 }, { id: 6 }]

  test.each<[Step, boolean, (number | null)[]]>([
    ['confirm', false, [null]],
    ['confirm', false, [5]],
    ['propose', true, [null, null]],
    ['confirm', true, [5]],
    ['confirm', true, [null, 5]],
  ])('%s: asked for %s, proposed by %j', (step, two, proposers) =>
    expect(
      stepOf(
        proposers.map((id) => by(id)),
        two,
      ),
    ).toBe(step),
  )

  test('must be two people, and every pair must be proposed', () => {
    expect(whyNotSecond([by(5), by(6)], { id: 7 })).toBeNull()
    expect(whyNotSecond([by(5)], bo)).toBeNull()
    expect(whyNotSecond([by(5), by(6, 'A0002'), by(5, 'A0003'), by(null)], ann)).toBe(
      'You have proposed A0001 for proposal 12 and A0003 for proposal 12; another member of the office must confirm what you proposed.',
    )
    expect(whyNotSecond([by(5), by(null), by(null)], bo)).toBe(
      'Of these 3 assignments 2 are not proposed for confirmation yet. Select only those to propose them, or only the others to confirm them.',
    )
  })

  test.each<[boolean, ReturnType<typeof standing>, boolean]>([
    [false, standing(1, 12, CONFIRMED), true],
    [true, standing(1, 12, CONFIRMED), true],
    [true, standing(1, 12), false],
    [true, { ...standing(1, 12), proposed_by_id: 5 }, true],
    [false, { ...standing(1, 12), proposed_by_id: 5 }, false],
  ])('asked for %s, %o is taken back: %s', (two, one, may) => {
    expect(whyNotReturn(one, two) === null).toBe(may)
  })
})

test('a conflict refuses by name, none does not', () => {
  expect(whyConflicted([])).toBeNull()
  expect(whyConflicted([3, 5])).toContain('3 and 5')
})

test.each([
  [1, { db_type: 1, sample_type: 1 }, true],
  [1, { db_type: 1, sample_type: 2 }, false],
  [2, { db_type: 1, sample_type: 2 }, true],
  [3, { db_type: 1, sample_type: 3 }, true],
  [4, { db_type: 2, sample_type: 0 }, true],
  [4, { db_type: 1, sample_type: 0 }, false],
  [0, { db_type: 1, sample_type: 2 }, true],
] as const)('grid %i and %o: target %s', (grid, request, target) => {
  expect(isTarget(grid, request)).toBe(target)
  expect(typesOf[0]).toContain(request.sample_type)
})

test.each([
  ['any particle of Bennu', 4, { db_type: 2, sample_type: 0, sample_id: null }, true],
  ['an aggregate of Bennu by name', 4, { db_type: 2, sample_type: 1, sample_id: 7 }, false],
  ['a particle of Ryugu', 4, { db_type: 1, sample_type: 0, sample_id: null }, false],
  ['a particle of Bennu by name', 1, { db_type: 2, sample_type: 0, sample_id: 7 }, true],
  ['gas by name', 2, { db_type: 1, sample_type: 2, sample_id: 7 }, true],
  ['gas by name', 1, { db_type: 1, sample_type: 2, sample_id: 7 }, false],
] as const)('%s is counted in grid %i: %o, %s', (_, grid, request, answerable) =>
  expect(isAnswerable(grid, request)).toBe(answerable),
)
