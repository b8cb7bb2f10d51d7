import { CONSENTS } from '#domain/proposals/rules.ts'
import { TEXT_NAMES, TEXTS, type TextName } from '#domain/proposals/texts.ts'
import { countWords } from '#domain/text.ts'
import { missingIn } from './-missing.ts'
import type { ProposalValues } from './-values.ts'

/** How far a section is: done, begun, nothing yet where nothing is needed, or missing for Submit. */
type SectionState = 'done' | 'part' | 'optional' | 'missing'

export interface OutlineSection {
  label: string
  /** Where it begins: the path of its first field. */
  field: string
  state: SectionState
  /** How many, how many words, how many of them. */
  count?: string
}

/** The form's sections in their order, with how far each is. */
export function sectionsOf(values: ProposalValues, pdf: boolean): OutlineSection[] {
  const missing = new Set<string>(missingIn(values))
  const needed = (field: string, label: string, count = ''): OutlineSection => ({
    label,
    field,
    count,
    state: missing.has(field) ? 'missing' : 'done',
  })
  const asked = values.samples.filter(({ sample }) => sample !== '').length
  const people = values.proposal_collaborator.length
  const given = CONSENTS.filter((name) => !missing.has(name)).length
  return [
    { label: 'Proposer', field: 'early_career', state: 'done' },
    optional(
      'Previous Status',
      'accepted_terms',
      values.accepted_terms.length + values.accepted_terms_other.length,
    ),
    { ...optional('Collaborators', 'proposal_collaborator', people), count: people ? String(people) : '' },
    needed('samples', 'Request Sample', asked ? String(asked) : ''),
    optional('PDF', 'file', Number(pdf)),
    needed('title', 'Title'),
    needed(
      'abstract',
      'Abstract',
      values.abstract ? `${countWords(values.abstract)}/${TEXTS.abstract.words}` : '',
    ),
    needed('keywords', 'Keywords'),
    needed('methods', 'Analysis methods'),
    ...textSections(values),
    {
      ...needed(CONSENTS.find((name) => missing.has(name)) ?? CONSENTS[0], 'Consents'),
      count: `${given}/${CONSENTS.length}`,
    },
  ]
}

const optional = (label: string, field: string, filled: number): OutlineSection => ({
  label,
  field,
  state: filled > 0 ? 'done' : 'optional',
})

/** The free texts by their headings: done when each of a heading is written. */
function textSections(values: ProposalValues): OutlineSection[] {
  const names = TEXT_NAMES.filter((name) => name !== 'abstract')
  const sections = [...new Set(names.map((name) => TEXTS[name].section))]
  return sections.map((section) => {
    const texts = names.filter((name) => TEXTS[name].section === section)
    const written = texts.filter((name) => values[name].trim() !== '').length
    return {
      label: shortly(section, texts),
      field: texts.find((name) => values[name].trim() === '') ?? texts[0]!,
      state: written === texts.length ? 'done' : written > 0 ? 'part' : 'optional',
      count: written > 0 && written < texts.length ? `${written}/${texts.length}` : '',
    }
  })
}

/** '2a, 2b, 2c Flexibility': a heading with the labels of its texts, where they have labels of their own. */
const shortly = (section: string, texts: readonly TextName[]) => {
  const numbered = texts.map((name) => TEXTS[name].label).filter((label) => /^\d/u.test(label))
  return [numbered.join(', '), section].filter(Boolean).join(' ')
}
