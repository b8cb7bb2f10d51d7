import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { SampleType } from '#domain/masters/values.ts'
import { type Proposal, ProposalInput } from '#domain/proposals/contract.ts'
import { toSampleRequests } from '#domain/proposals/requested_samples.ts'
import { isLimited } from '#domain/samples/rules.ts'
import { ANY, bodyOf, fieldOf, incompleteRows, newRow, valuesOf } from './-values.ts'

const proposal = (values: Partial<Proposal>) =>
  ({
    version: 3,
    early_career: 1,
    title: 'T',
    check_organization: 1,
    check_collaborators: 0,
    proposal_collaborator: [],
    accepted_terms: [],
    selected_keywords: [],
    selected_methods: [],
    selected_conditions: [],
    requested_samples: [],
    ...values,
  }) as unknown as Proposal

/** Requests of a saved proposal, with sizes in hundredths of mm as in the form. */
const requests = fc
  .array(
    fc.record({
      db_type: fc.constantFrom(1, 2),
      type: fc.constantFrom(0, 1, 2, 3),
      sample_id: fc.option(fc.integer({ min: 1, max: 500 })),
      chamber: fc.constantFrom(0, 1, 2),
      dish: fc.integer({ min: 0, max: 8 }),
      size: fc.option(fc.integer({ min: 0, max: 2000 }).map((n) => n / 100)),
      weight: fc.option(fc.integer({ min: 0, max: 500 }).map((n) => n / 10)),
      number_of_bottles: fc.constantFrom(1, 2, 3),
      number_of_samples: fc.option(fc.constantFrom(1, 5)),
    }),
    { maxLength: 15 },
  )
  .map((rows) =>
    toSampleRequests(
      rows.map((row) => ({
        ...row,
        any: undefined,
        type: row.db_type === 2 ? ((row.type % 2) as SampleType) : row.type,
        weight: row.size === null ? row.weight : null,
        // Gas has no chamber in the form.
        chamber: row.type === 2 ? null : row.chamber,
      })),
    ),
  )
  .filter((rows) => rows.filter((row) => isLimited(row.sample_type)).length <= 10)

describe('the edit form', () => {
  test('saved without a change sends what was loaded', () => {
    fc.assert(
      fc.property(requests, (rows) => {
        const saved = proposal({
          requested_samples: rows.map((row, id) => ({
            ...row,
            id,
            any: row.sample_id === null ? 1 : 0,
            proposal_id: 1,
            sample_name: null,
            sample_weight: null,
            sample_description: null,
          })),
          accepted_terms: [
            { term_id: 5, other_status_id: null },
            { term_id: null, other_status_id: 1 },
          ],
          selected_keywords: [
            { keyword_id: 4, keyword_other: null, name: 'A' },
            { keyword_id: null, keyword_other: 'B', name: 'B' },
          ],
        })
        const values = valuesOf(saved)
        expect(values.samples.length).toBe(Math.max(10, rows.length))
        const sent = ProposalInput.parse(bodyOf(values))
        expect(toSampleRequests(sent.samples)).toEqual(rows)
        expect(sent).toMatchObject({
          version: 3,
          early_career: 1,
          check_organization: true,
          check_collaborators: false,
          accepted_terms: [5],
          accepted_terms_other: [1],
          keywords: [4],
          keywords_other: [{ name: 'B' }],
          file: undefined,
          remove_file: undefined,
        })
      }),
      { seed: 26 },
    )
  })

  test('sends no empty row, and maps an error to its row', () => {
    const values = valuesOf(proposal({}))
    values.samples[2] = { ...newRow(), sample: ANY, unit: 'mm', amount: 2 }
    values.samples[5] = { ...newRow(), sample: '7' }
    expect(bodyOf(values).samples).toEqual([
      { db_type: '1', type: '0', any: 1, chamber: '0', size: 2, number_of_samples: '' },
      { db_type: '1', type: '0', sample_id: '7' },
    ])
    values.samples[6] = { ...newRow(), type: '1' }
    expect(incompleteRows(values.samples)).toEqual([6])
    expect(fieldOf('samples.0.size', values.samples)).toBe('samples.2.amount')
    expect(fieldOf('samples.1.sample_id', values.samples)).toBe('samples.5.sample')
    expect(fieldOf('samples', values.samples)).toBe('samples')
    expect(fieldOf('keywords.1', values.samples)).toBe('keywords')
    expect(fieldOf('keywords_other.1.name', values.samples)).toBe('keywords_other.1.name')
    expect(fieldOf('accepted_terms_other', values.samples)).toBe('accepted_terms')
  })

  test('a new file replaces the saved one, which is otherwise removed only on request', () => {
    const values = { ...valuesOf(proposal({})), remove_file: true }
    expect(bodyOf(values)).toMatchObject({ file: undefined, remove_file: 1 })
    const file = new File(['%PDF-'], 'a.pdf')
    expect(bodyOf({ ...values, file })).toMatchObject({ file, remove_file: undefined })
  })
})
