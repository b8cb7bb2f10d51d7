import { useState } from 'react'
import { labelOf } from '#domain/masters/values.ts'
import type { EditedProposal } from '#domain/proposals/contract.ts'
import {
  CONSENTS,
  CONSENTS_LABEL,
  type FieldPlace,
  LABEL,
  OTHER_TEXTS,
  type TextName,
  textLabel,
} from '#domain/proposals/fields.ts'
import { fullName, personLine } from '#domain/users/person.ts'
import type { ReconciledDraft } from '#web/lib/drafts/draft.ts'
import { ownDraftName, readDraft, sameValues } from '#web/lib/drafts/draft_store.ts'
import { api } from '#web/lib/http/api.ts'
import { useCall } from '#web/lib/http/query.ts'
import { useUser } from '#web/lib/session/session.ts'
import { useChoices } from '#web/ui/forms/choices.ts'
import { UnsavedText } from '#web/ui/forms/unsaved_work.tsx'
import { useRequestableSamples } from './-samples/search.ts'
import { type EntryNames, entryNames, rowText, valueTexts } from './-value_texts.ts'
import { ANY, type ProposalValues, valuesOf } from './-values.ts'

type Ids = ReadonlySet<string>
type EntryList = 'keywords' | 'methods'

/** The ids that can be chosen now, and the name of any sample. */
interface OfferedChoices extends Record<EntryList | 'samples', Ids> {
  sampleName: (id: string) => string | undefined
}

/** Removes choices that are no longer offered from a restored draft, except those of the saved proposal. */
export function reconcileDraft(
  values: ProposalValues,
  saved: ProposalValues,
  offered: OfferedChoices,
): ReconciledDraft<ProposalValues> {
  const unavailable = unavailableSamples(values, saved, offered.samples)
  const stillOffered = (list: EntryList) =>
    values[list].filter((id) => offered[list].has(id) || saved[list].includes(id))
  const [keywords, methods] = [stillOffered('keywords'), stillOffered('methods')]
  // A refused file is forgotten: there is nothing to choose again.
  const refused = values.file === null && values.file_why !== ''
  return {
    values: {
      ...values,
      ...(refused && { file_name: '', file_why: '' }),
      keywords,
      methods,
      samples: values.samples.map((row) => (unavailable.has(row.sample) ? { ...row, sample: '' } : row)),
    },
    lost: [
      ...[...unavailable].map((id) => `${sampleText(offered.sampleName(id))} is no longer on offer.`),
      ...hiddenEntriesText(values.keywords.length - keywords.length, 'keyword'),
      ...hiddenEntriesText(values.methods.length - methods.length, 'analysis method'),
      ...(values.file === null && values.file_name !== '' && !refused
        ? [`A file cannot be kept in a draft: ${values.file_name} must be chosen again.`]
        : []),
    ],
  }
}

/** The samples of a draft that can no longer be requested, except those of the saved proposal. */
export function unavailableSamples(values: ProposalValues, saved: ProposalValues, samples: Ids): Ids {
  const requested = new Set(saved.samples.map(({ sample }) => sample))
  const chosen = values.samples.map(({ sample }) => sample)
  return new Set(chosen.filter((id) => id !== '' && id !== ANY && !samples.has(id) && !requested.has(id)))
}

const sampleText = (name: string | undefined) => (name === undefined ? 'A sample' : `Sample ${name}`)

const hiddenEntriesText = (count: number, noun: string) =>
  count === 0
    ? []
    : [`${count === 1 ? `One ${noun} has` : `${count} ${noun}s have`} been taken off the list.`]

const idSet = (list: readonly { id: number }[]) => new Set(list.map(({ id }) => String(id)))

/** Reconciles a restored draft with what can be chosen now; returns null until that is known. */
export function useReconcileDraft(): (
  values: ProposalValues,
  saved: ProposalValues,
) => ReconciledDraft<ProposalValues> | null {
  const keywords = useCall(api.masters.keywordChoices).data
  const methods = useCall(api.masters.methodChoices).data
  const ryugu = useCall(api.samples.ryugu).data
  const bennu = useCall(api.samples.bennu).data
  // All names are loaded only if a sample is no longer offered.
  const [namesNeeded, setNamesNeeded] = useState(false)
  const all = useCall(api.samples.everySample, {}, { enabled: namesNeeded }).data
  return (values, saved) => {
    if (!keywords || !methods || !ryugu || !bennu) return null
    const samples = idSet([...ryugu, ...bennu])
    if (!all && unavailableSamples(values, saved, samples).size > 0) {
      setNamesNeeded(true)
      return null
    }
    const sampleName = (id: string) => all?.find((sample) => String(sample.id) === id)?.name
    return reconcileDraft(values, saved, {
      keywords: idSet(keywords),
      methods: idSet(methods),
      samples,
      sampleName,
    })
  }
}

interface DraftPart {
  label: string
  text: string
}

/** The values of the form as text, by part. */
function partsOf(values: ProposalValues, names: EntryNames): DraftPart[] {
  const joinNames = (ids: readonly string[], of: ReadonlyMap<string, string>, others: { name: string }[]) =>
    [...ids.map((id) => of.get(id) ?? `No. ${id}`), ...others.map(({ name }) => name)].join(', ')
  const rows = values.samples.filter(({ sample }) => sample !== '')
  const consents = CONSENTS.filter((name) => values[name])
  const sampleName = (id: string) => names.samples.get(id) ?? `No. ${id}`
  const texts = valueTexts(', ')
  const text = (name: TextName) => ({ label: textLabel(name), text: values[name] })
  const part = (name: keyof typeof LABEL, text: string) => ({ label: LABEL[name], text })
  // In the order shown; the consents are one part.
  const parts: Record<FieldPlace, DraftPart | readonly DraftPart[]> = {
    title: part('title', values.title),
    abstract: text('abstract'),
    other_texts: OTHER_TEXTS.map(text),
    keywords: part('keywords', joinNames(values.keywords, names.keywords, values.keywords_other)),
    methods: part('methods', joinNames(values.methods, names.methods, values.methods_other)),
    samples: part(
      'samples',
      rows.map((row, i) => `${i + 1}. ${rowText(row, sampleName, namedPlace)}`).join('\n'),
    ),
    proposal_collaborator: part(
      'proposal_collaborator',
      values.proposal_collaborator
        .map((person) => personLine({ ...person, name: fullName(person) }))
        .join('\n'),
    ),
    early_career: part('early_career', texts.early_career(values.early_career)),
    accepted_terms: part(
      'accepted_terms',
      [texts.accepted_terms(values.accepted_terms), texts.accepted_terms_other(values.accepted_terms_other)]
        .filter(Boolean)
        .join(', '),
    ),
    conditions: part('conditions', texts.conditions(values.conditions)),
    check_organization: { label: CONSENTS_LABEL, text: consents.map((name) => LABEL[name]).join('\n') },
    check_collaborators: [],
    file: part('file', values.file_name),
  }
  return Object.values(parts).flat()
}

/** 'dish A', 'chamber B'. */
const namedPlace = (list: 'dish_list' | 'ChamberList', id: number) =>
  `${list === 'dish_list' ? 'dish' : 'chamber'} ${labelOf(list, id)}`

/** The parts that differ from the saved proposal. */
function unsavedParts(draft: ProposalValues, saved: ProposalValues, names: EntryNames): DraftPart[] {
  const before = partsOf(saved, names)
  return partsOf(draft, names).filter((part, i) => !sameValues(part, before[i]!))
}

/** The unsaved draft as text to copy, while the form is closed. */
export function UnsavedDraft({ proposal }: { proposal: EditedProposal }) {
  const user = useUser()
  const [draft] = useState(() => readDraft<ProposalValues>(ownDraftName(user, `proposals/${proposal.id}`)))
  return draft && <UnsavedParts proposal={proposal} typed={draft.values} at={draft.saved_at} />
}

interface UnsavedPartsProps {
  proposal: EditedProposal
  typed: ProposalValues
  at: string
}

function UnsavedParts({ proposal, typed, at }: UnsavedPartsProps) {
  const requestable = useRequestableSamples()
  const keywords = useChoices(api.masters.keywordChoices)
  const methods = useChoices(api.masters.methodChoices)
  const saved = valuesOf(proposal)
  const names = entryNames(proposal)
  const parts = unsavedParts({ ...saved, ...typed }, saved, {
    keywords: new Map([...names.keywords, ...keywords.map(({ value, label }) => [value, label] as const)]),
    methods: new Map([...names.methods, ...methods.map(({ value, label }) => [value, label] as const)]),
    samples: new Map([...names.samples, ...[...requestable].map(([id, { name }]) => [id, name] as const)]),
  })
  return <UnsavedText parts={parts} at={at} but="the proposal below is without it" />
}
