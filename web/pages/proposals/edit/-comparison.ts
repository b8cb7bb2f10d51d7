import { useState } from 'react'
import { type Asteroid, BENNU, labelOf, termLabel } from '#domain/masters/values.ts'
import type { Proposal } from '#domain/proposals/contract.ts'
import { asteroidOf, bottlesText } from '#domain/proposals/texts_of_parts.ts'
import type { ConflictOptions } from '#web/lib/forms/version_conflict.ts'
import { api } from '#web/lib/http/api.ts'
import { useChoices } from '#web/ui/forms/choices.ts'
import { useRequestableSamples } from './-samples/search.ts'
import { ANY, inputsOf, isTouched, type ProposalValues, type SampleRow, valuesOf } from './-values.ts'

type List = 'keywords' | 'methods' | 'samples'
/** What ids stand for, as far as the form has heard of them. */
type Names = Record<List, Map<string, string>>

const knownNames = (rows: readonly { id: number | null; name: string | null }[]) =>
  rows.flatMap(({ id, name }) => (id === null || name === null ? [] : [[String(id), name] as const]))
const namesIn = (proposal: Proposal): Names => ({
  keywords: new Map(knownNames(proposal.selected_keywords.map((k) => ({ id: k.keyword_id, name: k.name })))),
  methods: new Map(
    knownNames(proposal.selected_methods.map((m) => ({ id: m.analysis_method_id, name: m.name }))),
  ),
  samples: new Map(
    knownNames(proposal.requested_samples.map((r) => ({ id: r.sample_id, name: r.sample_name }))),
  ),
})

/** How the proposal's form is compared with what was saved meanwhile: by the names of what its ids stand for. */
export function useComparison(proposal: Proposal): ConflictOptions<ProposalValues> {
  const [names] = useState(() => namesIn(proposal))
  const keywords = useChoices(api.masters.keywordChoices)
  const methods = useChoices(api.masters.methodChoices)
  const samples = useRequestableSamples()
  const nameOf = (list: List, id: string) =>
    names[list].get(id) ??
    (list === 'samples'
      ? samples.get(id)?.name
      : { keywords, methods }[list].find(({ value }) => value === id)?.label) ??
    id
  const named = (list: List) => (ids: readonly string[]) => ids.map((id) => nameOf(list, id)).join('\n')
  return {
    load: async () => {
      const theirs = await api.proposals.edit({ params: { id: proposal.id } })
      const heard = namesIn(theirs)
      for (const list of Object.keys(names) as List[])
        for (const [id, name] of heard[list]) names[list].set(id, name)
      return valuesOf(theirs)
    },
    words: {
      early_career: (code) => labelOf('early_career_type', Number(code)),
      accepted_terms: (ids) => ids.map((id) => termLabel(Number(id))).join('\n'),
      accepted_terms_other: (ids) =>
        ids.map((id) => labelOf('proposal_previos_accepted_status', Number(id))).join('\n'),
      keywords: named('keywords'),
      methods: named('methods'),
      conditions: (ids) => ids.map((id) => labelOf('EnvironmentalCondition', Number(id))).join('\n'),
      samples: (rows) => rowsText(rows, (id) => nameOf('samples', id)),
      file: (file, { remove_file, saved_file }) => file?.name ?? (remove_file ? '' : saved_file),
    },
    labels: {
      early_career: 'Early career',
      accepted_terms: 'Previous Status: terms',
      accepted_terms_other: 'Previous Status: others',
      proposal_collaborator: 'Collaborators',
      samples: 'Request Sample',
      keywords: 'Keywords',
      keywords_other: 'Keywords: others',
      methods: 'Analysis methods',
      methods_other: 'Analysis methods: others',
      conditions: 'Conditions of transfer',
      file: 'PDF',
    },
    together: { file: ['file_name', 'file_why', 'remove_file', 'saved_file'] },
  }
}

/** The rows of the sample table that say something, a line each. */
function rowsText(rows: readonly SampleRow[], nameOf: (id: string) => string): string {
  const lines = rows.filter(isTouched).map((row) => {
    const { amount, place, bottles } = inputsOf(row)
    const places = Number(row.db_type) === BENNU ? ('dish_list' as const) : ('ChamberList' as const)
    const said = [
      asteroidOf(Number(row.db_type) as Asteroid),
      labelOf('sample_type', Number(row.type)),
      row.sample === '' ? 'no sample' : row.sample === ANY ? 'Any' : nameOf(row.sample),
      amount && row.amount !== '' && `${row.amount} ${row.unit}`,
      place && labelOf(places, Number(row.place)),
      bottles && bottlesText(Number(row.bottles)),
      amount && row.number && `×${row.number}`,
    ]
    return said.filter(Boolean).join(', ')
  })
  return lines.map((line, position) => `${position + 1}: ${line}`).join('\n')
}
