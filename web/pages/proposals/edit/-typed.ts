import { asteroids, BENNU, labelOf, RYUGU, termLabel } from '#domain/masters/values.ts'
import { CONSENTS, NEEDED_TO_SUBMIT } from '#domain/proposals/rules.ts'
import { bottlesOf } from '#domain/proposals/shown.ts'
import { TEXT_NAMES, TEXTS } from '#domain/proposals/texts.ts'
import { fullName, personLine } from '#domain/users/names.ts'
import { sameValues } from '#web/lib/drafts/draft_store.ts'
import { ANY, type ProposalValues, placesOf, type SampleRow } from './-values.ts'

/** The names of what a draft holds by id. */
export interface Names {
  keywords: ReadonlyMap<string, string>
  methods: ReadonlyMap<string, string>
  samples: ReadonlyMap<string, string>
}

/** A part of the form with what it holds, as text. */
interface TypedPart {
  label: string
  text: string
}

/** Everything the form holds, part by part, as text that can be copied out. */
function partsOf(values: ProposalValues, names: Names): TypedPart[] {
  const listed = (ids: readonly string[], of: ReadonlyMap<string, string>, others: { name: string }[]) =>
    [...ids.map((id) => of.get(id) ?? `No. ${id}`), ...others.map(({ name }) => name)].join(', ')
  const rows = values.samples.filter(({ sample }) => sample !== '')
  const consents = CONSENTS.filter((name) => values[name])
  return [
    { label: 'Title', text: values.title },
    ...TEXT_NAMES.map((name) => ({ label: labelOfText(name), text: values[name] })),
    { label: 'Keywords', text: listed(values.keywords, names.keywords, values.keywords_other) },
    { label: 'Analysis methods', text: listed(values.methods, names.methods, values.methods_other) },
    {
      label: 'Request Sample',
      text: rows.map((row, i) => `${i + 1}. ${lineOf(row, names.samples)}`).join('\n'),
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
    { label: 'Consents', text: consents.map((name) => NEEDED_TO_SUBMIT[name]).join('\n') },
    { label: 'PDF', text: values.file_name },
  ]
}

/** What was typed and is not as it is saved. */
export function typedParts(typed: ProposalValues, saved: ProposalValues, names: Names): TypedPart[] {
  const before = partsOf(saved, names)
  return partsOf(typed, names).filter((part, i) => !sameValues(part, before[i]!))
}

function labelOfText(name: (typeof TEXT_NAMES)[number]) {
  const { section, label } = TEXTS[name]
  return label === section ? section : `${section}: ${label}`
}

function lineOf(row: SampleRow, names: ReadonlyMap<string, string>): string {
  const bennu = Number(row.db_type) === BENNU
  const { amount, place, bottles } = placesOf(row)
  const where = bennu
    ? `dish ${labelOf('dish_list', Number(row.place))}`
    : `chamber ${labelOf('ChamberList', Number(row.place))}`
  return [
    asteroids[bennu ? BENNU : RYUGU],
    labelOf('sample_type', Number(row.type)),
    row.sample === ANY ? 'Any' : (names.get(row.sample) ?? `No. ${row.sample}`),
    amount && row.amount !== '' && `${row.amount} ${row.unit}`,
    place && where,
    bottles && bottlesOf(Number(row.bottles)),
    amount && row.number && `×${row.number}`,
  ]
    .filter(Boolean)
    .join(', ')
}
