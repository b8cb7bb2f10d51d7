import { expect, test } from 'vitest'
import type { Policy } from '#domain/allocation/suggest/policy.ts'
import { buildProblem, type Column, type GridSnapshot, type Row } from '#domain/allocation/suggest/problem.ts'
import { explainAllocation } from '#domain/allocation/suggest/reasons.ts'
import { suggest } from '#domain/allocation/suggest/suggest.ts'
import { anOpenRequest, column, row } from '../../testing/grid_snapshots.ts'
import { openSolver } from './highs.ts'

const solver = await openSolver()

const named = (priority: number, { id, name, db_type, sample_type }: Column) =>
  anOpenRequest(priority, { sample_id: id, sample_name: name, db_type, sample_type })
const held = (sample: Column, status: 0 | 1): Row['assigned_samples'][number] => ({
  ...sample,
  sample_id: sample.id,
  status,
  priority: null,
})
const good = { global_score: 5 }
const [a, b, c] = [column(1, { weight: 4 }), column(2, { weight: 4.1 }), column(3, { weight: 5.25 })]
const bennu = { db_type: 2 as const }
const stone = column(4, { ...bennu, sample_type: 1, name: 'OREX-800045-103', size: 2150 })
const pad = column(5, { ...bennu, sample_type: 4, name: 'OREX-501001-0', dish: 3 })
const offered = column(6, { sample_type: 3, flg: 1 })
const hidden = column(7, { sample_type: 3 })
const gas = column(8, { sample_type: 2, weight: null, name: 'G-01' })

interface Case extends Partial<GridSnapshot> {
  policy?: Policy
}
/** All reasons, those of suggested samples first. */
function reasonsIn({ policy = 'rank', ...snapshot }: Case): string[] {
  const { items, unserved } = suggest(
    { grid: 1, proposals: [], samples: [a, b, c], ...snapshot },
    policy,
    solver,
  )
  return [...items, ...unserved].map(({ reason }) => reason)
}

test.each<[string, Case, string[]]>([
  [
    'the nearest of those that are free',
    { proposals: [row(63, [anOpenRequest(2, { weight: 4.2, chamber: 1 })])] },
    ['priority 2 of 63: Any 4.2 mg, chamber A; A0002 weighs 4.1 mg, nearest of 3 free'],
  ],
  [
    'the one by name',
    { proposals: [row(63, [named(1, a)])] },
    ['priority 1 of 63: A0001 by name; it is free'],
  ],
  [
    'one of many that are alike to it',
    { proposals: [row(63, [anOpenRequest(1)])] },
    ['priority 1 of 63: Any Ryugu particle; A0001, one of 3 free'],
  ],
  [
    'the only one',
    { proposals: [row(63, [anOpenRequest(1, { weight: 4 })])], samples: [a] },
    ['priority 1 of 63: Any 4 mg; A0001 weighs 4 mg, the only one free'],
  ],
  [
    'what is left when a better ranked one has the nearest',
    { proposals: [row(63, [anOpenRequest(1, { weight: 4 })]), row(17, [named(1, a)], good)] },
    [
      'priority 1 of 17: A0001 by name; it is free',
      'priority 1 of 63: Any 4 mg; A0002 weighs 4.1 mg, nearest left of 3 free: A0001 (4 mg) goes to 17, which ranks above',
    ],
  ],
  [
    'what is left when several nearer ones are given, one to itself',
    { proposals: [row(63, [named(1, a), anOpenRequest(2, { weight: 4 })]), row(17, [named(1, b)], good)] },
    [
      'priority 1 of 17: A0002 by name; it is free',
      'priority 1 of 63: A0001 by name; it is free',
      'priority 2 of 63: Any 4 mg; A0003 weighs 5.25 mg, nearest left of 3 free: 2 are nearer, of them A0001 (4 mg) goes to its own priority 1',
    ],
  ],
  [
    'the next nearest where it asks for several',
    { proposals: [row(63, [anOpenRequest(1, { weight: 4, number_of_samples: 2 })])] },
    [
      'priority 1 of 63: Any 4 mg; A0001 weighs 4 mg, nearest of 3 free',
      'priority 1 of 63: Any 4 mg; A0002 weighs 4.1 mg, next nearest of 3 free',
    ],
  ],
  [
    'a contact pad particle, and of what is wanting besides',
    {
      grid: 4,
      samples: [pad],
      proposals: [row(63, [anOpenRequest(1, { ...bennu, number_of_samples: 2, dish: 3 })])],
    },
    [
      'priority 1 of 63: Any Bennu contact pad particle, dish 3; OREX-501001-0, the only one free',
      '1 of 2 still missing: no free Bennu contact pad particle, dish 3; OREX-501001-0 is given to it',
    ],
  ],
  [
    'that a nearer one is left to a lower ranked proposal that asks for it by name',
    { proposals: [row(17, [anOpenRequest(1, { weight: 4 })], good), row(63, [named(1, a)])] },
    [
      'priority 1 of 17: Any 4 mg; A0002 weighs 4.1 mg, nearest left of 3 free: A0001 (4 mg) goes to 63, which asks for it by name',
      'priority 1 of 63: A0001 by name; it is free',
    ],
  ],
  [
    'that it is asked for by name, and that nothing else serves the request',
    { proposals: [row(17, [anOpenRequest(1, { weight: 4 })], good), row(63, [named(1, a)])], samples: [a] },
    [
      'priority 1 of 17: Any 4 mg; A0001 weighs 4 mg, the only one free; 63 asks for it by name, but no other free sample serves this request',
      'named A0001 goes to 17, which ranks above',
    ],
  ],
  [
    'that a nearer one goes to a lower ranked proposal that nothing else serves',
    {
      proposals: [
        row(17, [anOpenRequest(1, { weight: 4 })], good),
        row(63, [anOpenRequest(1, { weight: 2.01 })], { global_score: 4 }),
        row(80, [named(1, a)]),
      ],
      samples: [a, b],
    },
    [
      'priority 1 of 17: Any 4 mg; A0002 weighs 4.1 mg, nearest left of 2 free: A0001 (4 mg) goes to 63, which no other free sample serves',
      'priority 1 of 63: Any 2.01 mg; A0001 weighs 4 mg, the only one free; 80 asks for it by name, but no other free sample serves this request',
      'named A0001 goes to 63, which ranks above',
    ],
  ],
  [
    'which proposals without a score ask for it by name',
    {
      proposals: [
        row(17, [anOpenRequest(1, { weight: 4 })], good),
        row(63, [named(1, a)], { global_score: null }),
        row(64, [named(2, a), anOpenRequest(3, { sample_type: 2, answerable: false })], {
          global_score: null,
        }),
      ],
    },
    [
      'priority 1 of 17: Any 4 mg; A0001 weighs 4 mg, nearest of 3 free; 63 and 64 ask for it by name and have no score yet',
      'no global score yet',
      'no global score yet',
    ],
  ],
  [
    'gas and what is on offer',
    { grid: 2, samples: [gas], proposals: [row(63, [anOpenRequest(1, { sample_type: 2 })])] },
    ['priority 1 of 63: Any Ryugu gas; G-01, the only one free'],
  ],
])('a suggestion says %s', (_, snapshot, sentences) => expect(reasonsIn(snapshot)).toEqual(sentences))

const aggregate = anOpenRequest(1, { ...bennu, sample_type: 1, size: 2200 })
test.each<[string, Case, string[]]>([
  ['no score', { proposals: [row(63, [named(1, a)], { global_score: null })] }, ['no global score yet']],
  [
    'who is promised the named one',
    { proposals: [row(63, [named(1, a)]), row(80, [], { assigned_samples: [held(a, 1)] })] },
    ['named A0001 is confirmed for 80'],
  ],
  [
    'who has it on the screen',
    {
      proposals: [row(63, [named(1, a)]), row(80, []), row(81, [])],
      draft: [
        { sample_id: 1, proposal_id: 81 },
        { sample_id: 1, proposal_id: 80 },
      ],
    },
    ['named A0001 is assigned to 80 and 81'],
  ],
  [
    'who of another term has it',
    {
      proposals: [row(63, [named(1, a)])],
      samples: [{ ...a, elsewhere: [{ proposal_id: 12, term_id: 6, status: 0 }] }],
    },
    ['named A0001 is assigned to 12 of AO6'],
  ],
  [
    'that it is not there',
    { proposals: [row(63, [named(1, a)])], samples: [b] },
    ['named A0001 is not available in this call'],
  ],
  [
    'that it is not on offer',
    { grid: 3, samples: [offered, hidden], proposals: [row(63, [named(1, hidden)])] },
    ['named A0007 is not on offer'],
  ],
  [
    'that nothing fits',
    { proposals: [row(63, [aggregate])] },
    ['there is no Bennu aggregate from 1.100 to 4.400 mm in this grid'],
  ],
  [
    'who has the nearest: promised',
    {
      samples: [stone],
      proposals: [row(63, [aggregate]), row(80, [], { assigned_samples: [held(stone, 1)] })],
    },
    [
      'no free Bennu aggregate from 1.100 to 4.400 mm; nearest OREX-800045-103 (2.150 mm) is confirmed for 80',
    ],
  ],
  [
    'who has the nearest: better ranked',
    { samples: [stone], proposals: [row(63, [aggregate]), row(101, [named(1, stone)], good)] },
    [
      'priority 1 of 101: OREX-800045-103 by name; it is free',
      'no free Bennu aggregate from 1.100 to 4.400 mm; nearest OREX-800045-103 (2.150 mm) goes to 101, which ranks above',
    ],
  ],
  [
    'who has the nearest: where it adds more',
    {
      policy: 'benefit',
      samples: [stone],
      proposals: [row(63, [named(3, stone)], good), row(101, [named(1, stone)], { global_score: 4 })],
    },
    [
      'priority 1 of 101: OREX-800045-103 by name; it is free',
      'named OREX-800045-103 goes to 101, which adds more benefit',
    ],
  ],
  [
    'that all that are alike are taken',
    {
      proposals: [
        row(63, [anOpenRequest(1)]),
        row(80, [], { assigned_samples: [held(a, 0), held(b, 0), held(c, 0)] }),
      ],
    },
    ['no free Ryugu particle; all 3 are taken, A0001 is assigned to 80'],
  ],
])('an unserved request says %s', (_, snapshot, sentences) => expect(reasonsIn(snapshot)).toEqual(sentences))

test('no reason is given for conflicts of interest, served requests and requests that no sample of the grid can answer', () => {
  const proposals = [
    row(66, [anOpenRequest(1, { ...bennu, sample_id: 4, sample_name: stone.name, answerable: false })]),
    row(63, [named(1, a)], { conflict: true }),
    row(64, [named(1, b)], { assigned_samples: [held(b, 0)] }),
    row(65, [anOpenRequest(1, { sample_type: 2, target: false, answerable: false })]),
  ]
  expect(reasonsIn({ proposals })).toEqual([])
})

test('a sample of equal benefit that is not the nearest is called among the nearest', () => {
  const problem = buildProblem({
    grid: 1,
    proposals: [row(63, [anOpenRequest(1, { weight: 4 })])],
    samples: [a, b, c],
  })
  const { items } = explainAllocation(
    problem,
    problem.open,
    [{ request: 0, at: 1, far: problem.open[0]!.free.far[1]! }],
    'benefit',
  )
  expect(items[0]!.reason).toBe(
    'priority 1 of 63: Any 4 mg; A0002 weighs 4.1 mg, among the nearest of 3 free',
  )
})

test('of samples with equal benefit to a thousandth the nearest is suggested', () => {
  const slightly = column(9, { weight: 4.001 })
  const proposals = [row(63, [anOpenRequest(8, { weight: 4 })], { global_score: 1 })]
  for (const samples of [
    [{ ...a, id: 10 }, slightly],
    [slightly, a],
  ])
    expect(reasonsIn({ policy: 'benefit', proposals, samples })[0]).toContain(
      'A0001 weighs 4 mg, nearest of 2 free',
    )
})

test('proposals that ask for a sample by name and have no score are named with it, those in conflict are not', () => {
  const unscored = { global_score: null }
  const proposals = [
    row(17, [named(1, a)], good),
    row(63, [named(1, a)], unscored),
    row(64, [named(1, a)], { ...unscored, conflict: true }),
    row(65, [named(1, a)]),
  ]
  for (const policy of ['rank', 'benefit'] as const) {
    const { items } = suggest({ grid: 1, proposals, samples: [a] }, policy, solver)
    expect(items).toEqual([
      {
        sample_id: 1,
        proposal_id: 17,
        priority: 1,
        unscored: [63],
        reason: 'priority 1 of 17: A0001 by name; it is free; 63 asks for it by name and has no score yet',
      },
    ])
  }
})
