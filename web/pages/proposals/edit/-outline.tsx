import { VisuallyHidden } from '@mantine/core'
import { IconAlertCircle, IconCheck } from '@tabler/icons-react'
import { useLocation } from '@tanstack/react-router'
import { useEffect } from 'react'
import { asBit } from '#domain/endpoint.ts'
import {
  CONSENTS,
  CONSENTS_LABEL,
  type FieldPlace,
  LABEL,
  OTHER_TEXTS,
  type OtherField,
  type RequiredField,
  TEXTS,
  type TextName,
  textsBySection,
} from '#domain/proposals/fields.ts'
import { missingForSubmission } from '#domain/proposals/rules.ts'
import { countWords } from '#domain/text.ts'
import { focusFirstField } from '#web/lib/forms/field_elements.ts'
import classes from './-outline.module.css'
import { isTouched, type ProposalValues } from './-values.ts'

const STATE_TEXT = {
  done: 'done',
  part: 'begun',
  optional: 'empty, optional',
  missing: 'missing',
  error: 'with an error',
} as const

interface OutlineProps {
  sections: readonly OutlineSection[]
  values: ProposalValues
}

/** The form's sections with their progress, as links to the first field of each that needs attention. */
export const Outline = ({ sections, values }: OutlineProps) => (
  <nav className={classes.outline} aria-label="Sections">
    <ol>
      {sections.map(({ label, field, state, count }) => (
        <li key={label}>
          <button type="button" data-state={state} onClick={() => goToField(field, values)}>
            {state === 'done' ? (
              <IconCheck size={16} stroke={2.2} aria-hidden />
            ) : state === 'error' ? (
              <IconAlertCircle size={16} stroke={2.2} aria-hidden />
            ) : (
              <span className={classes.ring} aria-hidden />
            )}
            <span>{label}</span>
            <VisuallyHidden>, {STATE_TEXT[state]}</VisuallyHidden>
            {count && <i>{count}</i>}
          </button>
        </li>
      ))}
    </ol>
  </nav>
)

/** Progress of a section: complete, partly filled in, empty but optional, missing for Submit, or with a field in error. */
type SectionState = keyof typeof STATE_TEXT

export interface OutlineSection {
  label: string
  /** Path of the field to go to. */
  field: string
  /** Its fields, by the first part of their paths; by default `field`. */
  fields?: readonly string[]
  state: SectionState
  /** Number of entries, words, or parts filled in. */
  count?: string
}

/** `pdf`: a PDF is saved or chosen. `errors`: by the path of the field. */
export function sectionsOf(
  values: ProposalValues,
  pdf: boolean,
  errors: Readonly<Record<string, unknown>>,
): OutlineSection[] {
  const missing = new Set<RequiredField>(missingFields(values))
  const required = (field: RequiredField, count = ''): OutlineSection => ({
    label: LABEL[field],
    field,
    count,
    state: missing.has(field) ? 'missing' : 'done',
  })
  const sampleCount = values.samples.filter(({ sample }) => sample !== '').length
  const people = values.proposal_collaborator.length
  const consentCount = CONSENTS.filter((name) => !missing.has(name)).length
  // In the order of the outline; both consents are one section.
  const sections: Record<FieldPlace, OutlineSection | readonly OutlineSection[]> = {
    early_career: { label: 'Proposer', field: 'early_career', state: 'done' },
    accepted_terms: optional(
      'accepted_terms',
      values.accepted_terms.length + values.accepted_terms_other.length,
    ),
    proposal_collaborator: {
      ...optional('proposal_collaborator', people),
      count: people ? String(people) : '',
    },
    samples: required('samples', sampleCount ? String(sampleCount) : ''),
    file: optional('file', Number(pdf)),
    title: required('title'),
    abstract: required(
      'abstract',
      values.abstract ? `${countWords(values.abstract)}/${TEXTS.abstract.words}` : '',
    ),
    keywords: { ...required('keywords'), fields: ['keywords', 'keywords_other'] },
    methods: { ...required('methods'), fields: ['methods', 'methods_other'] },
    other_texts: textSections(values),
    conditions: [],
    check_organization: {
      ...required(CONSENTS.find((name) => missing.has(name)) ?? CONSENTS[0]),
      label: CONSENTS_LABEL,
      fields: CONSENTS,
      count: `${consentCount}/${CONSENTS.length}`,
    },
    check_collaborators: [],
  }
  const wrong = new Set(
    Object.keys(errors)
      .filter((path) => errors[path])
      .map((path) => path.split('.')[0]!),
  )
  return Object.values(sections)
    .flat()
    .map((section) => {
      const field = (section.fields ?? [section.field]).find((name) => wrong.has(name))
      return field === undefined ? section : { ...section, field, state: 'error' }
    })
}

const optional = (field: OtherField, filled: number): OutlineSection => ({
  label: LABEL[field],
  field,
  state: filled > 0 ? 'done' : 'optional',
})

/** The free texts by heading; a heading is done when all its texts are filled in. */
function textSections(values: ProposalValues): OutlineSection[] {
  return textsBySection(OTHER_TEXTS).map(([section, texts]) => {
    const written = texts.filter((name) => values[name].trim() !== '').length
    return {
      label: sectionLabel(section, texts),
      field: texts.find((name) => values[name].trim() === '') ?? texts[0]!,
      fields: texts,
      state: written === texts.length ? 'done' : written > 0 ? 'part' : 'optional',
      count: written > 0 && written < texts.length ? `${written}/${texts.length}` : '',
    }
  })
}

/** A heading after the labels of its numbered texts: '2a, 2b, 2c Flexibility'. */
const sectionLabel = (section: string, texts: readonly TextName[]) => {
  const labels = texts.map((name) => TEXTS[name].label).filter((label) => /^\d/u.test(label))
  return [labels.join(', '), section].filter(Boolean).join(' ')
}

/** The fields that Submit requires and the form lacks. */
export const missingFields = (values: ProposalValues) =>
  missingForSubmission({
    title: values.title.trim(),
    abstract: values.abstract.trim(),
    selected_keywords: [
      ...values.keywords,
      ...values.keywords_other.filter(({ name }) => name.trim() !== ''),
    ],
    selected_methods: [...values.methods, ...values.methods_other.filter(({ name }) => name.trim() !== '')],
    requested_samples: values.samples.filter(({ sample }) => sample !== ''),
    check_organization: asBit(values.check_organization),
    check_collaborators: asBit(values.check_collaborators),
  })

/** Focuses a field of the form by its name; for the samples, the first empty row. */
export function goToField(name: string, { samples }: Pick<ProposalValues, 'samples'>) {
  const freeRow = samples.findIndex((row) => !isTouched(row))
  focusField(name === 'samples' && freeRow >= 0 ? `samples.${freeRow}.sample` : name)
}

/** Focuses the field in the address, `?field=keywords`, when the form opens. */
export function useFieldFromAddress(values: ProposalValues) {
  const { field } = useLocation().search as { field?: unknown }
  // biome-ignore lint/correctness/useExhaustiveDependencies: it runs when the form opens, not on every key
  useEffect(() => {
    if (typeof field === 'string') goToField(field, values)
  }, [field])
}

/** Focuses a field or a list's item after the next render. */
export const focusField = (path: string) => requestAnimationFrame(() => focusFirstField([path]))
