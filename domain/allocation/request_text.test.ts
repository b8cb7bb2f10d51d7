import { expect, test } from 'vitest'
import { AGGREGATE, BENNU, GAS, PARTICLE, RYUGU } from '../masters/values.ts'
import type { RequestedSample } from '../proposals/requested_samples.ts'
import { requestText } from './suggest/texts.ts'

const request = (wish: Partial<RequestedSample>): RequestedSample => ({
  id: 1,
  proposal_id: 63,
  priority: 1,
  db_type: RYUGU,
  sample_type: PARTICLE,
  sample_id: null,
  any: 1,
  sample_name: null,
  sample_weight: null,
  sample_description: null,
  number_of_bottles: null,
  number_of_samples: null,
  size: null,
  weight: null,
  chamber: 0,
  dish: null,
  ...wish,
})

test.each<[string, Partial<RequestedSample>]>([
  ['A0042 by name', { sample_id: 42, any: 0, sample_name: 'A0042', weight: 3, chamber: 1 }],
  ['Any 4 mg, chamber A', { weight: 4, chamber: 1 }],
  ['Any 2.200 mm, dish 3', { db_type: BENNU, sample_type: AGGREGATE, size: 2200, chamber: null, dish: 3 }],
  ['Any 0.5 mg ×3', { weight: 0.5, number_of_samples: 3 }],
  ['Any Ryugu particle', { weight: 0 }],
  ['Any Bennu gas ×2', { db_type: BENNU, sample_type: GAS, number_of_bottles: 2, chamber: null }],
])('%s', (words, wish) => expect(requestText(request(wish))).toBe(words))
