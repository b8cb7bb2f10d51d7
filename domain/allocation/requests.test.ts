import { expect, test } from 'vitest'
import { fitsRequest, requestedCount } from './matching.ts'

type Sample = Parameters<typeof fitsRequest>[0]
type Request = Parameters<typeof fitsRequest>[1] & Parameters<typeof requestedCount>[0]

const request: Request = {
  db_type: 1,
  sample_type: 0,
  sample_id: null,
  number_of_bottles: null,
  number_of_samples: null,
  weight: null,
  size: null,
  chamber: null,
  dish: null,
}

test.each<[string, Request, number]>([
  ['any particle', request, 1],
  ['three of any aggregate', { ...request, sample_type: 1, number_of_samples: 3 }, 3],
  ['a listed one, whatever its number', { ...request, sample_id: 5, number_of_samples: 3 }, 1],
  ['two bottles', { ...request, sample_type: 2, number_of_bottles: 2 }, 2],
  ['gas without a number', { ...request, sample_type: 2 }, 1],
  ['previously allocated', { ...request, sample_type: 3, number_of_samples: 4 }, 1],
])('%s: %o is %i', (_, one, number) => expect(requestedCount(one)).toBe(number))

const sample: Sample = { db_type: 1, sample_type: 0, weight: 2, size: 900, chamber: 1, dish: null }
test.each<[string, Sample, Request, boolean]>([
  ['the same type', sample, request, true],
  ['a listed sample', sample, { ...request, sample_id: 5 }, false],
  ['the other asteroid', { ...sample, db_type: 2 }, request, false],
  ['another type', { ...sample, sample_type: 1 }, request, false],
  ['any chamber', sample, { ...request, chamber: 0 }, true],
  ['its chamber', sample, { ...request, chamber: 1 }, true],
  ['the other chamber', sample, { ...request, chamber: 2 }, false],
  ['an unknown chamber', { ...sample, chamber: null }, { ...request, chamber: 2 }, true],
  ['its dish', { ...sample, db_type: 2, chamber: null, dish: 3 }, { ...request, db_type: 2, dish: 3 }, true],
  [
    'the other dish',
    { ...sample, db_type: 2, chamber: null, dish: 4 },
    { ...request, db_type: 2, dish: 3 },
    false,
  ],
  ['half the weight', sample, { ...request, weight: 4 }, true],
  ['less than half', sample, { ...request, weight: 4.1 }, false],
  ['more than twice the size', sample, { ...request, size: 449 }, false],
  [
    'a contact pad for Bennu particles',
    { ...sample, db_type: 2, sample_type: 4, chamber: null },
    { ...request, db_type: 2 },
    true,
  ],
  [
    'a contact pad for gas',
    { ...sample, db_type: 2, sample_type: 4, chamber: null },
    { ...request, db_type: 2, sample_type: 2 },
    false,
  ],
])('%s', (_, one, asked, fits) => expect(fitsRequest(one, asked)).toBe(fits))
