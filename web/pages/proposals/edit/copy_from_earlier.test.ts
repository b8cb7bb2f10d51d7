import { expect, test } from 'vitest'
import type { Proposal } from '#domain/proposals/contract.ts'
import { amountText, COPYABLE_PARTS, fieldsOfParts, valuesOfEarlier } from './-copy_from_earlier.tsx'

const past = {
  version: 3,
  early_career: 1,
  title: 'Old title',
  abstract: 'Three words here',
  sample_description_2_1: 'One',
  sample_description_2_3: 'and two',
  check_organization: 1,
  check_collaborators: 1,
  proposal_collaborator: [{ id: 1, name: 'A B', first_name: 'A', last_name: 'B' }],
  accepted_terms: [],
  selected_keywords: [
    { keyword_id: 4, keyword_other: null, name: 'Isotopes' },
    { keyword_id: 5, keyword_other: null, name: 'Hidden one' },
    { keyword_id: null, keyword_other: 'Typed', name: 'Typed' },
  ],
  selected_methods: [],
  selected_conditions: [],
  requested_samples: [],
} as unknown as Proposal
const offered = { keywords: new Set(['4']), methods: new Set<string>() }
const part = (label: string) => COPYABLE_PARTS.find((one) => one.label === label)!

test('a copied part has its amount, and sets its own fields only', () => {
  const values = valuesOfEarlier({ ...past, ...texts(past) }, offered)
  expect(
    ['Abstract', 'Flexibility', 'Keywords', 'Collaborators', 'Remarks'].map((l) =>
      amountText(values, part(l)),
    ),
  ).toEqual(['3 words', '3 words', '3 entries', '1 entry', ''])
  expect(fieldsOfParts(values, [part('Title'), part('Keywords')])).toEqual({
    title: 'Old title',
    keywords: ['4'],
    keywords_other: [{ name: 'Typed' }, { name: 'Hidden one' }],
  })
})

test('samples, consents, previous status, file and version cannot be copied', () => {
  const fields = COPYABLE_PARTS.flatMap((one) => one.fields)
  for (const own of [
    'version',
    'samples',
    'check_organization',
    'check_collaborators',
    'accepted_terms',
    'file',
  ])
    expect(fields).not.toContain(own)
})

/** Empty values for the fields that the proposal lacks. */
function texts(proposal: Proposal) {
  const names = COPYABLE_PARTS.flatMap((one) => one.fields).filter((field) => !(field in proposal))
  return Object.fromEntries(names.map((name) => [name, '']))
}
