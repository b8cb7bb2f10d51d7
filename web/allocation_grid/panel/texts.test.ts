import { expect, test } from 'vitest'
import { aRequest, proposal, sample } from '#domain/testing/allocation.ts'
import { GridModel } from '../state/model.ts'
import type { RowAnswers } from '../state/requests.ts'
import {
  askedByAll,
  askedByText,
  askText,
  comparedFigure,
  inGrid,
  offBy,
  otherClaimsText,
  requestOptionText,
  servedText,
} from './texts.ts'

test.each([
  [aRequest({ sample_id: 1, sample_name: 'A0042' }), 'A0042'],
  [aRequest({ weight: 0.6, number_of_samples: 2 }), 'Any Particle, 0.6 mg ×2'],
  [aRequest({ db_type: 2, size: 2200, dish: 2, number_of_samples: 1 }), 'Any Particle, 2.200 mm, dish 2'],
  [aRequest({ chamber: 2, sample_type: 1 }), 'Any Aggregate, chamber C'],
  [aRequest({ chamber: 0 }), 'Any Particle'],
  [aRequest({ sample_type: 2, number_of_bottles: 3 }), 'Any Gas ×3'],
  [aRequest({ sample_type: 2, number_of_bottles: 3, sample_id: 1, sample_name: 'G1' }), 'G1 ×3'],
])('what a request asks for: %#', (request, says) => expect(askText(request)).toBe(says))

test.each([
  [2, 2.02, '+1 %'],
  [2, 2, '0 %'],
  [2, 1.999, '0 %'],
  [2, 1.94, '-3 %'],
  [2, 4, '+100 %'],
  [null, 2, '-'],
  [0, 2, '-'],
  [2, null, '-'],
])('%d asked, %d given: %s', (asked, given, says) => expect(offBy(asked, given)).toBe(says))

test('samples are compared by what was asked: size, else weight, of gas the pressure', () => {
  const one = sample(1, { pressure: 120 })
  const says = (...given: Parameters<typeof aRequest>) => {
    const { head, asked, of, text } = comparedFigure(aRequest(...given))
    return [head, asked, of(one), text(one)]
  }
  expect(says({ size: 900 })).toEqual(['Size', 900, 1000, '1.000 mm'])
  expect(says({ weight: 3 })).toEqual(['Weight', 3, 2, '2 mg'])
  expect(says()).toEqual(['Weight', null, 2, '2 mg'])
  expect(says({ sample_type: 2 })).toEqual(['Pressure', null, 120, '120 Pa'])
  expect(comparedFigure(aRequest({ size: 900 })).text(sample(1, { size: null }))).toBe('-')
})

test('who else asks for a sample, and who has it', () => {
  const named = (proposal_id: number, priority: number) => ({
    proposal_id,
    priority,
    position: 0,
    target: true as const,
  })
  const held = (proposal_id: number, status: 0 | 1) => ({ main_key: 1, proposal_id, status, priority: null })
  const one = sample(1, {
    requested_sample: [named(11, 2), named(98, 6), named(12, 1)],
    assigned_sample: [held(11, 0), held(12, 0), held(13, 1)],
    elsewhere: [{ proposal_id: 95, term_id: 6, status: 0 }],
  })
  expect(askedByText(one, 11)).toBe('98 (6) +1')
  expect(askedByAll(one, 11)).toBe('98 (6), 12 (1)')
  expect(askedByText(sample(2), 11)).toBe('-')
  const model = new GridModel([proposal(11), proposal(12), proposal(13)], [one, sample(2)])
  expect(otherClaimsText(model, { row: 0, column: 0 })).toBe('confirmed for 13, assigned to 12 and 95 of AO6')
  expect(otherClaimsText(model, { row: 0, column: 1 })).toBe('')
})

test.each<[string, Partial<RowAnswers>, string]>([
  ['nothing asked', { served: null }, '0 of 0 pieces'],
  ['nothing given', { pieces: { asked: 2, given: 0 }, served: 'nothing' }, 'Nothing given: 0 of 2 pieces'],
  [
    'in part, compared by weight; a surplus sample serves nothing',
    {
      pieces: { asked: 3, given: 2 },
      served: 'part',
      mg: { asked: 12.6, given: 0.95, bySize: 3, unstated: 0, total: 8.95 },
      surplus: [{ ...sample(3), sample_id: 3, column: 2 }],
    },
    'Given in part: 1 of 3 pieces, 0.95 of 12.6 mg and 3 by size',
  ],
  [
    'complete, where no weight was asked for',
    {
      pieces: { asked: 1, given: 1 },
      served: 'complete',
      mg: { asked: 0, given: 0, bySize: 1, unstated: 0, total: 2 },
    },
    'Complete: 1 of 1 piece, 2 mg',
  ],
])('what a proposal is given, in words: %s', (_, answers, text) =>
  expect(
    servedText({
      byRequest: [],
      ofOtherGrids: [],
      surplus: [],
      assigned: [],
      missing: 0,
      pieces: { asked: 0, given: 0 },
      served: null,
      mg: { asked: 0, given: 0, bySize: 0, unstated: 0, total: 0 },
      ...answers,
    }),
  ).toBe(text),
)

test('what a move comes to, and where a sample of another grid is given', () => {
  expect(requestOptionText({ request: aRequest(), missing: 2, fits: true })).toBe('room for 2, fits')
  expect(requestOptionText({ request: aRequest(), missing: 0, fits: false })).toBe('full, not as requested')
  expect(inGrid({ sample_type: 4 })).toBe('in the Contact pad particle grid')
})
