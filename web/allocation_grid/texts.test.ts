import { expect, test } from 'vitest'
import { aRequest } from '#domain/testing/allocation.ts'
import type { GridRequest } from './state/requests.ts'
import { claimText, requestText } from './texts.ts'

const any = aRequest({ chamber: 1 })
const named = { sample_id: 5, sample_name: 'A0042' }

test.each<[string, Partial<GridRequest>]>([
  ['Any Ryugu particle [A]', {}],
  ['Any Ryugu particle 5 mg 1.500 mm [A] ×5', { weight: 5, size: 1500, number_of_samples: 5 }],
  ['Any Bennu aggregate [Any] ×2', { db_type: 2, sample_type: 1, number_of_samples: 2 }],
  ['Any Bennu particle [8]', { db_type: 2, dish: 8 }],
  ['Any Ryugu previously allocated [C]', { sample_type: 3, chamber: 2 }],
  ['Any Bennu gas ×3', { db_type: 2, sample_type: 2, number_of_bottles: 3 }],
  ['A0042 Ryugu ×1', { ...named, sample_type: 2, number_of_bottles: 1 }],
  ['A0042', { ...named, number_of_samples: 3 }],
])('a request says %s', (text, given) => expect(requestText({ ...any, ...given })).toBe(text))

test('a claim of another term names it', () => {
  expect(claimText({ proposal_id: 80, term_id: null })).toBe('80')
  expect(claimText({ proposal_id: 63, term_id: 6 })).toBe('63 of AO6')
})
