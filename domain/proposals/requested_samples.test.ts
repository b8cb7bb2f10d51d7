import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isLimited, MAX_LIMITED } from '../samples/rules.ts'
import { ProposalInput } from './contract.ts'
import { SampleRowInput, toSampleRequests, whyNotListed } from './requested_samples.ts'

const row = (sent: object) => SampleRowInput.parse({ db_type: 1, type: 0, any: '1', ...sent })
const requestOf = (sent: object) => toSampleRequests([row(sent)])[0]!

/** Any row that the form may send, including columns that do not apply to its type. */
const rows = fc.array(
  fc
    .record({
      db_type: fc.constantFrom(1, 2),
      type: fc.constantFrom(0, 1, 2, 3),
      sample_id: fc.option(fc.integer({ min: 1, max: 50 })),
      any: fc.constantFrom('1', undefined),
      chamber: fc.constantFrom('', '0', '2'),
      dish: fc.constantFrom('', '0', '8'),
      weight: fc.constantFrom('', '0.1', '5.25'),
      number_of_bottles: fc.constantFrom('', '1', '3'),
      number_of_samples: fc.constantFrom('', '1', '5'),
    })
    .map((sent) => ({ ...sent, type: sent.db_type === 2 ? sent.type % 2 : sent.type })),
  { maxLength: 25 },
)

describe('the sample table', () => {
  test.each([-1, 0, 3, 1.5, 2 ** 40, '9'])('asteroid %j is refused', (db_type) => {
    const { error } = SampleRowInput.safeParse({ db_type, type: 0, any: '1' })
    expect(error?.issues.map(({ path }) => path.join('.'))).toEqual(['db_type'])
  })

  test('priorities are 1, 2, 3… in row order', () => {
    fc.assert(
      fc.property(rows, (sent) => {
        const requests = toSampleRequests(sent.map((one) => SampleRowInput.parse(one)))
        expect(requests.map(({ priority }) => priority)).toEqual(sent.map((_, i) => i + 1))
      }),
    )
  })

  test("only the columns that apply to a row's type are stored", () => {
    fc.assert(
      fc.property(rows, (sent) => {
        for (const request of toSampleRequests(sent.map((one) => SampleRowInput.parse(one)))) {
          const any = request.sample_id === null
          expect(request.number_of_bottles === null).toBe(request.sample_type !== 2)
          if (!any || !isLimited(request.sample_type)) {
            expect([request.size, request.weight, request.number_of_samples]).toEqual([null, null, null])
          }
          if (request.db_type === 1 || !any) expect(request.dish).toBeNull()
          if (request.db_type === 2 || !any) expect(request.chamber).toBeNull()
        }
      }),
    )
  })

  test('at most ten particles and aggregates are accepted, and any number of others', () => {
    fc.assert(
      fc.property(rows, (samples) => {
        const limited = samples.filter(({ type }) => isLimited(type)).length
        const parsed = ProposalInput.safeParse({ title: 'T', samples })
        expect(parsed.success).toBe(limited <= MAX_LIMITED)
        if (!parsed.success) expect(parsed.error.issues.map(({ path }) => path)).toEqual([['samples']])
      }),
    )
  })

  test.each([
    ['1', 1000],
    ['0.01', 10],
    ['1.0015', 1002],
    [2.5, 2500],
    ['0', 0],
    ['', null],
  ])('a size of %s mm is %s micrometres', (size, micrometres) => {
    expect(requestOf({ size }).size).toBe(micrometres)
  })

  test('gas defaults to one bottle', () => {
    expect(requestOf({ type: 2 }).number_of_bottles).toBe(1)
    expect(requestOf({ type: 2, number_of_bottles: '3' }).number_of_bottles).toBe(3)
  })
})

test.each<[Parameters<typeof whyNotListed>[1], string | null]>([
  [undefined, 'This sample does not exist.'],
  [{ db_type: 2, sample_type: 0, taken: false }, 'This sample is of the other asteroid.'],
  [{ db_type: 1, sample_type: 1, taken: false }, 'This sample is of another type.'],
  [{ db_type: 1, sample_type: 0, taken: true }, 'This sample has already been promised to someone else.'],
  [{ db_type: 1, sample_type: 0, taken: false }, null],
])('a Ryugu particle that names %o', (sample, why) => {
  expect(whyNotListed({ db_type: 1, sample_type: 0 }, sample)).toBe(why)
})
