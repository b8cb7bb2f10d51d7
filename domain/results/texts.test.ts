import { describe, expect, test } from 'vitest'
import { BENNU, GAS, PARTICLE, RYUGU } from '../masters/values.ts'
import { outcomeText } from './texts.ts'

const solid = (weight: number | null, db_type: 1 | 2 = RYUGU) => ({ db_type, sample_type: PARTICLE, weight })
const bottle = (db_type: 1 | 2 = RYUGU) => ({ db_type, sample_type: GAS, weight: null })
type Samples = Parameters<typeof outcomeText>[0]['samples']

test.each<[Samples, string]>([
  [[solid(5.4)], '5.400 mg of Ryugu'],
  [[solid(1.1), solid(2.2)], '3.300 mg of Ryugu'],
  [[solid(0.0004)], ''],
  [[solid(3.344), solid(1.2, BENNU)], '3.344 mg of Ryugu and 1.200 mg of Bennu'],
  [[solid(1), bottle()], '1.000 mg and 1 bottle of gas from Ryugu'],
  [[bottle(), bottle()], '2 bottles of gas from Ryugu'],
  [[solid(1), bottle(), solid(2, BENNU)], '1.000 mg and 1 bottle of gas from Ryugu, and 2.000 mg of Bennu'],
  [[bottle(BENNU), solid(null)], '1 bottle of gas from Bennu'],
  [[solid(null)], ''],
])('%j is %s', (samples, amounts) => {
  const text = outcomeText({ outcome: 'granted', requests: 1, met: 1, samples })
  expect(text).toBe(['Your request is granted', amounts].filter(Boolean).join(': '))
})

describe('an outcome in words', () => {
  test.each([
    ['granted', 3, 3, 'All of your three requests are granted: 1.000 mg of Ryugu'],
    ['part', 4, 2, 'Two of your four requests are granted: 1.000 mg of Ryugu'],
    ['part', 2, 1, 'One of your two requests is granted: 1.000 mg of Ryugu'],
    ['part', 2, 0, 'Your requests are granted in part: 1.000 mg of Ryugu'],
    ['part', 1, 0, 'Your request is granted in part: 1.000 mg of Ryugu'],
    ['part', 20, 13, '13 of your 20 requests are granted: 1.000 mg of Ryugu'],
    ['not', 2, 0, 'No sample can be granted to this proposal'],
  ] as const)('%s, of %i requests %i are met', (outcome, requests, met, text) => {
    expect(outcomeText({ outcome, requests, met, samples: [solid(1)] })).toBe(text)
  })
})
