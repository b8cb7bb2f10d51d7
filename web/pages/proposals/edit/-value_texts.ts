import { useState } from 'react'
import { asteroids, BENNU, labelOf, RYUGU, termLabel } from '#domain/masters/values.ts'
import type { Proposal } from '#domain/proposals/contract.ts'
import { bottlesText, type SampleField } from '#domain/proposals/field_texts.ts'
import { type Consent, LABEL, type OtherField } from '#domain/proposals/fields.ts'
import type { ConflictOptions } from '#web/lib/forms/version_conflict.ts'
import { api } from '#web/lib/http/api.ts'
import { useChoices } from '#web/ui/forms/choices.ts'
import { useRequestableSamples } from './-samples/search.ts'
import { ANY, inputsOf, isTouched, type ProposalValues, type SampleRow, valuesOf } from './-values.ts'

type EntryList = 'keywords' | 'methods' | 'samples'
/** Names of keywords, methods and samples by id. */
export type EntryNames = Record<EntryList, Map<string, string>>

const knownNames = (rows: readonly { id: number | null; name: string | null }[]) =>
  rows.flatMap(({ id, name }) => (id === null || name === null ? [] : [[String(id), name] as const]))
/** The names in a saved proposal. */
export const entryNames = (proposal: Proposal): EntryNames => ({
  keywords: new Map(knownNames(proposal.selected_keywords.map((k) => ({ id: k.keyword_id, name: k.name })))),
  methods: new Map(
    knownNames(proposal.selected_methods.map((m) => ({ id: m.analysis_method_id, name: m.name }))),
  ),
  samples: new Map(
    knownNames(proposal.requested_samples.map((r) => ({ id: r.sample_id, name: r.sample_name }))),
  ),
})

/** How to compare the form with a version that was saved meanwhile: ids are shown as names. */
export function useComparison(proposal: Proposal): ConflictOptions<ProposalValues> {
  const [names] = useState(() => entryNames(proposal))
  const keywords = useChoices(api.masters.keywordChoices)
  const methods = useChoices(api.masters.methodChoices)
  const samples = useRequestableSamples()
  const nameOf = (list: EntryList, id: string) =>
    names[list].get(id) ??
    (list === 'samples'
      ? samples.get(id)?.name
      : { keywords, methods }[list].find(({ value }) => value === id)?.label) ??
    id
  const namesText = (list: EntryList) => (ids: readonly string[]) =>
    ids.map((id) => nameOf(list, id)).join('\n')
  return {
    load: async () => {
      const theirs = await api.proposals.edit({ params: { id: proposal.id } })
      const theirNames = entryNames(theirs)
      for (const list of Object.keys(names) as EntryList[])
        for (const [id, name] of theirNames[list]) names[list].set(id, name)
      return valuesOf(theirs)
    },
    words: {
      ...valueTexts('\n'),
      keywords: namesText('keywords'),
      methods: namesText('methods'),
      samples: (rows) => rowsText(rows, (id) => nameOf('samples', id)),
      file: (file, { remove_file, saved_file }) => file?.name ?? (remove_file ? '' : saved_file),
    },
    labels: COMPARISON_LABELS,
    together: { file: ['file_name', 'file_why', 'remove_file', 'saved_file'] },
  }
}

/** Labels of the fields whose inputs have none; title, texts and consents have their own. */
const COMPARISON_LABELS = {
  early_career: LABEL.early_career,
  accepted_terms: `${LABEL.accepted_terms}: terms`,
  accepted_terms_other: `${LABEL.accepted_terms}: others`,
  proposal_collaborator: LABEL.proposal_collaborator,
  samples: LABEL.samples,
  keywords: LABEL.keywords,
  keywords_other: `${LABEL.keywords}: others`,
  methods: LABEL.methods,
  methods_other: `${LABEL.methods}: others`,
  conditions: LABEL.conditions,
  file: LABEL.file,
} satisfies Record<
  Exclude<OtherField, 'title' | Consent> | 'accepted_terms_other' | 'keywords_other' | 'methods_other',
  string
>

/** Texts for choices that the form stores as ids; several are joined with `separator`. */
export const valueTexts = (separator: '\n' | ', ') => ({
  early_career: (code: string) => labelOf('early_career_type', Number(code)),
  accepted_terms: (ids: readonly string[]) => ids.map((id) => termLabel(Number(id))).join(separator),
  accepted_terms_other: (ids: readonly string[]) =>
    ids.map((id) => labelOf('proposal_previos_accepted_status', Number(id))).join(separator),
  conditions: (ids: readonly string[]) =>
    ids.map((id) => labelOf('EnvironmentalCondition', Number(id))).join(separator),
})

/** The filled-in rows of the sample table, one per line. */
const rowsText = (rows: readonly SampleRow[], nameOf: (id: string) => string) =>
  rows
    .filter(isTouched)
    .map((row, position) => `${position + 1}: ${rowText(row, nameOf, labelOf)}`)
    .join('\n')

/** A row of the sample table on one line. `placeText` formats its chamber or dish. */
export function rowText(
  row: SampleRow,
  nameOf: (id: string) => string,
  placeText: (list: 'dish_list' | 'ChamberList', id: number) => string,
): string {
  const bennu = Number(row.db_type) === BENNU
  const { amount, place, bottles } = inputsOf(row)
  const texts: Record<Exclude<SampleField, 'priority'>, string | false> = {
    database: asteroids[bennu ? BENNU : RYUGU],
    type: labelOf('sample_type', Number(row.type)),
    sample: row.sample === '' ? 'no sample' : row.sample === ANY ? 'Any' : nameOf(row.sample),
    amount: amount && row.amount !== '' && `${row.amount} ${row.unit}`,
    place: place && placeText(bennu ? 'dish_list' : 'ChamberList', Number(row.place)),
    bottles: bottles && bottlesText(Number(row.bottles)),
    number: amount && row.number !== '' && `×${row.number}`,
  }
  return Object.values(texts).filter(Boolean).join(', ')
}
