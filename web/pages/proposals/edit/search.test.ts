import { expect, test } from 'vitest'
import type { Sample } from '#domain/samples/contract.ts'
import {
  NO_FILTER,
  nearestSamples,
  type SampleFilter,
  samplesOfKind,
  searchSamples,
} from './-samples/search.ts'
import { ANY, newRow } from './-values.ts'

const sample = (id: number, values: Partial<Sample>): Sample => ({
  id,
  db_type: 1,
  name: `A000${id}`,
  sample_type: 0,
  weight: null,
  initial_weight: null,
  size: null,
  pressure: null,
  volume: null,
  description: '',
  chamber: 1,
  dish: null,
  source: '',
  ...values,
})

const samples = [
  sample(1, { weight: 1.2, size: 1000, description: 'Glossy; pristine' }),
  sample(2, { weight: 3.4, size: 1626, description: 'Glossy; exposed to air', chamber: 2 }),
  sample(3, { weight: 0.4, description: 'Bright spots; pristine' }),
  sample(4, { db_type: 2, dish: 5, weight: 2 }),
  sample(5, { sample_type: 1, weight: 6.1 }),
]

test.each<[string, Partial<SampleFilter>, number[]]>([
  ['', {}, [1, 2, 3, 4, 5]],
  ['a0002', {}, [2]],
  ['GLOSSY air', {}, [2]],
  ['', { weight_from: 1.2, weight_to: 3.4 }, [1, 2, 4]],
  ['', { size_to: '1.6' }, [1]],
  ['', { size_from: 1.001 }, [2]],
  ['', { place: '2' }, [2]],
  ['', { place: '5' }, [4]],
  ['', { pristine: true }, [1, 3]],
  ['glossy', { pristine: true }, [1]],
])('the picker searches by %j and %j', (query, filter, expected) =>
  expect(searchSamples(samples, query, { ...NO_FILTER, ...filter }).map(({ id }) => id)).toEqual(expected),
)

test('a row offers the samples of its asteroid and type; an Any row also ranks those nearest to its request', () => {
  const row = { ...newRow(), sample: ANY, amount: '1.3' }
  const particles = samplesOfKind(samples, row)
  expect(particles.map(({ id }) => id)).toEqual([1, 2, 3])
  expect(nearestSamples(particles, row).map(({ id }) => id)).toEqual([1])
  expect(nearestSamples(particles, { ...row, unit: 'mm' }).map(({ id }) => id)).toEqual([2, 1])
  expect(nearestSamples(particles, { ...row, amount: '', place: '2' }).map(({ id }) => id)).toEqual([2])
  expect(nearestSamples(particles, { ...row, sample: '1' })).toEqual([])
})
