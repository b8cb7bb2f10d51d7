import { useState } from 'react'
import { asteroids, BENNU, labelOf, RYUGU, termLabel } from '#domain/masters/values.ts'
import type { EditedProposal } from '#domain/proposals/contract.ts'
import { TEXT_NAMES, TEXTS } from '#domain/proposals/fields.ts'
import { CONSENTS, REQUIRED_TO_SUBMIT } from '#domain/proposals/rules.ts'
import { bottlesText } from '#domain/proposals/texts_of_parts.ts'
import { fullName, personLine } from '#domain/users/person.ts'
import type { ReconciledDraft } from '#web/lib/drafts/draft.ts'
import { draftName, readDraft, sameValues } from '#web/lib/drafts/draft_store.ts'
import { api } from '#web/lib/http/api.ts'
import { useCall } from '#web/lib/http/query.ts'
import { useUser } from '#web/lib/session/session.ts'
import { useChoices } from '#web/ui/forms/choices.ts'
import { UnsavedText } from '#web/ui/forms/unsaved_work.tsx'
import { useRequestableSamples } from './-samples/search.ts'
import { ANY, inputsOf, type ProposalValues, type SampleRow, valuesOf } from './-values.ts'

type Ids = ReadonlySet<string>
type List = 'keywords' | 'methods'

/** What can be chosen now, and what a sample is called whether it can or not. */
interface OfferedChoices extends Record<List | 'samples', Ids> {
  name: (sample: string) => string | undefined
}

/** What of a restored draft can still be chosen; what the saved proposal holds stays in any case. */
export function reconcileDraft(
  values: ProposalValues,
  held: ProposalValues,
  offered: OfferedChoices,
): ReconciledDraft<ProposalValues> {
  const gone = unavailableSamples(values, held, offered.samples)
  const left = (list: List) => values[list].filter((id) => offered[list].has(id) || held[list].includes(id))
  const [keywords, methods] = [left('keywords'), left('methods')]
  return {
    values: {
      ...values,
      keywords,
      methods,
      samples: values.samples.map((row) => (gone.has(row.sample) ? { ...row, sample: '' } : row)),
    },
    lost: [
      ...[...gone].map((id) => `${sampleText(offered.name(id))} is no longer on offer.`),
      ...hiddenEntriesText(values.keywords.length - keywords.length, 'keyword'),
      ...hiddenEntriesText(values.methods.length - methods.length, 'analysis method'),
      ...(values.file === null && values.file_name !== ''
        ? [`A file can not be kept in a draft: ${values.file_name} must be chosen again.`]
        : []),
    ],
  }
}

/** The samples of a draft that can not be asked for any more, but those that the saved proposal asks for. */
export function unavailableSamples(values: ProposalValues, held: ProposalValues, samples: Ids): Ids {
  const asked = new Set(held.samples.map(({ sample }) => sample))
  const chosen = values.samples.map(({ sample }) => sample)
  return new Set(chosen.filter((id) => id !== '' && id !== ANY && !samples.has(id) && !asked.has(id)))
}

const sampleText = (name: string | undefined) => (name === undefined ? 'A sample' : `Sample ${name}`)

const hiddenEntriesText = (count: number, noun: string) =>
  count === 0
    ? []
    : [`${count === 1 ? `One ${noun} has` : `${count} ${noun}s have`} been taken off the list.`]

const idSet = (list: readonly { id: number }[]) => new Set(list.map(({ id }) => String(id)))

/** Sieves a restored draft by what can be chosen now; answers null until that is known. */
export function useReconcileDraft(): (
  values: ProposalValues,
  held: ProposalValues,
) => ReconciledDraft<ProposalValues> | null {
  const keywords = useCall(api.masters.keywordChoices).data
  const methods = useCall(api.masters.methodChoices).data
  const ryugu = useCall(api.samples.ryugu).data
  const bennu = useCall(api.samples.bennu).data
  // Only a sample that is not on offer wants the names of all.
  const [naming, setNaming] = useState(false)
  const all = useCall(api.samples.everySample, {}, { enabled: naming }).data
  return (values, held) => {
    if (!keywords || !methods || !ryugu || !bennu) return null
    const samples = idSet([...ryugu, ...bennu])
    if (!all && unavailableSamples(values, held, samples).size > 0) {
      setNaming(true)
      return null
    }
    const name = (id: string) => all?.find((sample) => String(sample.id) === id)?.name
    return reconcileDraft(values, held, { keywords: idSet(keywords), methods: idSet(methods), samples, name })
  }
}

/** The names of what a draft holds by id. */
interface EntryNames {
  keywords: ReadonlyMap<string, string>
  methods: ReadonlyMap<string, string>
  samples: ReadonlyMap<string, string>
}

/** A part of the form with what it holds, as text. */
interface DraftPart {
  label: string
  text: string
}

/** Everything the form holds, part by part, as text that can be copied out. */
function partsOf(values: ProposalValues, names: EntryNames): DraftPart[] {
  const listed = (ids: readonly string[], of: ReadonlyMap<string, string>, others: { name: string }[]) =>
    [...ids.map((id) => of.get(id) ?? `No. ${id}`), ...others.map(({ name }) => name)].join(', ')
  const rows = values.samples.filter(({ sample }) => sample !== '')
  const consents = CONSENTS.filter((name) => values[name])
  return [
    { label: 'Title', text: values.title },
    ...TEXT_NAMES.map((name) => ({ label: textLabel(name), text: values[name] })),
    { label: 'Keywords', text: listed(values.keywords, names.keywords, values.keywords_other) },
    { label: 'Analysis methods', text: listed(values.methods, names.methods, values.methods_other) },
    {
      label: 'Request Sample',
      text: rows.map((row, i) => `${i + 1}. ${rowText(row, names.samples)}`).join('\n'),
    },
    {
      label: 'Collaborators',
      text: values.proposal_collaborator
        .map((person) => personLine({ ...person, name: fullName(person) }))
        .join('\n'),
    },
    { label: 'Early career', text: labelOf('early_career_type', Number(values.early_career)) },
    {
      label: 'Previous Status',
      text: [
        ...values.accepted_terms.map((id) => termLabel(Number(id))),
        ...values.accepted_terms_other.map((id) => labelOf('proposal_previos_accepted_status', Number(id))),
      ].join(', '),
    },
    {
      label: 'Conditions of transfer',
      text: values.conditions.map((id) => labelOf('EnvironmentalCondition', Number(id))).join(', '),
    },
    { label: 'Consents', text: consents.map((name) => REQUIRED_TO_SUBMIT[name]).join('\n') },
    { label: 'PDF', text: values.file_name },
  ]
}

/** What was typed and is not as it is saved. */
function unsavedParts(typed: ProposalValues, saved: ProposalValues, names: EntryNames): DraftPart[] {
  const before = partsOf(saved, names)
  return partsOf(typed, names).filter((part, i) => !sameValues(part, before[i]!))
}

function textLabel(name: (typeof TEXT_NAMES)[number]) {
  const { section, label } = TEXTS[name]
  return label === section ? section : `${section}: ${label}`
}

function rowText(row: SampleRow, names: ReadonlyMap<string, string>): string {
  const bennu = Number(row.db_type) === BENNU
  const { amount, place, bottles } = inputsOf(row)
  const where = bennu
    ? `dish ${labelOf('dish_list', Number(row.place))}`
    : `chamber ${labelOf('ChamberList', Number(row.place))}`
  return [
    asteroids[bennu ? BENNU : RYUGU],
    labelOf('sample_type', Number(row.type)),
    row.sample === ANY ? 'Any' : (names.get(row.sample) ?? `No. ${row.sample}`),
    amount && row.amount !== '' && `${row.amount} ${row.unit}`,
    place && where,
    bottles && bottlesText(Number(row.bottles)),
    amount && row.number && `×${row.number}`,
  ]
    .filter(Boolean)
    .join(', ')
}

/** What was typed into the form and is not saved, while the form is closed: to be read and copied out. */
export function UnsavedDraft({ proposal }: { proposal: EditedProposal }) {
  const { id } = useUser()
  const [draft] = useState(() => readDraft<ProposalValues>(draftName(id, `proposals/${proposal.id}`)))
  return draft && <UnsavedParts proposal={proposal} typed={draft.values} at={draft.saved_at} />
}

interface UnsavedPartsProps {
  proposal: EditedProposal
  typed: ProposalValues
  at: string
}

function UnsavedParts({ proposal, typed, at }: UnsavedPartsProps) {
  const askable = useRequestableSamples()
  const keywords = useChoices(api.masters.keywordChoices)
  const methods = useChoices(api.masters.methodChoices)
  const saved = valuesOf(proposal)
  const parts = unsavedParts({ ...saved, ...typed }, saved, {
    keywords: new Map([
      ...proposal.selected_keywords.map((one) => [String(one.keyword_id), one.name] as const),
      ...keywords.map(({ value, label }) => [value, label] as const),
    ]),
    methods: new Map([
      ...proposal.selected_methods.map((one) => [String(one.analysis_method_id), one.name] as const),
      ...methods.map(({ value, label }) => [value, label] as const),
    ]),
    samples: new Map([
      ...proposal.requested_samples.map((row) => [String(row.sample_id), row.sample_name ?? ''] as const),
      ...[...askable].map(([id, { name }]) => [id, name] as const),
    ]),
  })
  return <UnsavedText parts={parts} at={at} but="the proposal below is without it" />
}
