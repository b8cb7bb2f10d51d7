import { expect, it } from 'vitest'
import type { Proposal } from '#domain/proposals/contract.ts'
import { reconcileDraft, unavailableSamples } from './-draft.tsx'
import { ANY, newRow, type ProposalValues, valuesOf } from './-values.ts'

const EMPTY = {
  proposal_collaborator: [],
  accepted_terms: [],
  selected_keywords: [],
  selected_methods: [],
  selected_conditions: [],
  requested_samples: [],
} as unknown as Proposal
const rows = (...samples: string[]) => samples.map((sample) => ({ ...newRow(), sample }))
const form = (values: Partial<ProposalValues>): ProposalValues => ({ ...valuesOf(EMPTY), ...values })
const OFFERED = {
  keywords: new Set(['1']),
  methods: new Set(['1']),
  samples: new Set(['10']),
  sampleName: (id: string) => (id === '20' ? 'A0020' : undefined),
}

it.each<[string, Partial<ProposalValues>, Partial<ProposalValues>, string[]]>([
  [
    'choices that are still offered',
    { keywords: ['1'], methods: ['1'], samples: rows('10', ANY, '') },
    {},
    [],
  ],
  [
    'choices that are saved',
    { keywords: ['9'], samples: rows('20') },
    { keywords: ['9'], samples: rows('20') },
    [],
  ],
  ['a hidden keyword', { keywords: ['1', '9'] }, {}, ['One keyword has been taken off the list.']],
  ['hidden methods', { methods: ['8', '9'] }, {}, ['2 analysis methods have been taken off the list.']],
  ['a confirmed sample', { samples: rows('10', '20') }, {}, ['Sample A0020 is no longer on offer.']],
  ['a deleted sample', { samples: rows('30') }, {}, ['A sample is no longer on offer.']],
  ['a file', { file_name: 'a.pdf' }, {}, ['A file cannot be kept in a draft: a.pdf must be chosen again.']],
])('reports what a restored draft lost: %s', (_, typed, saved, lost) => {
  expect(reconcileDraft(form(typed), form(saved), OFFERED).lost).toEqual(lost)
})

it('removes unavailable choices, and leaves their rows and the rest', () => {
  const typed = form({ keywords: ['1', '9'], samples: rows('10', '20'), file_name: 'a.pdf', title: 'T' })
  const { values } = reconcileDraft(typed, form({}), OFFERED)
  const [first, second] = typed.samples
  expect(values).toEqual({ ...typed, keywords: ['1'], samples: [first, { ...second, sample: '' }] })
  expect([...unavailableSamples(typed, form({}), OFFERED.samples)]).toEqual(['20'])
})
