import type { Proposal } from '#domain/proposals/contract.ts'
import { TEXT_NAMES, TEXTS } from '#domain/proposals/texts.ts'
import { countWords } from '#domain/text.ts'
import { type ProposalValues, valuesOf } from './-values.ts'

/** A part of a past proposal that can be taken over: its label, and the fields of the form that it fills. */
export interface Part {
  label: string
  fields: readonly (keyof ProposalValues)[]
}

const HEADINGS = [...new Set(TEXT_NAMES.map((name) => TEXTS[name].section))]

/** What can be taken over, in the order of the form; samples are not, for they are of their call. */
export const PARTS: readonly Part[] = [
  { label: 'Collaborators', fields: ['proposal_collaborator'] },
  { label: 'Title', fields: ['title'] },
  { label: 'Keywords', fields: ['keywords', 'keywords_other'] },
  { label: 'Analysis methods', fields: ['methods', 'methods_other'] },
  ...HEADINGS.map((heading) => ({
    label: heading,
    fields: TEXT_NAMES.filter((name) => TEXTS[name].section === heading),
  })),
]

/** How much a part holds: '148 words', '3 entries'; '' where it is empty. */
export function amountOf(values: ProposalValues, { fields }: Part): string {
  const lists = fields.map((field) => values[field]).filter(Array.isArray)
  if (lists.length > 0) return counted(lists.flat().length, 'entry', 'entries')
  const words = fields.reduce((sum, field) => sum + countWords(String(values[field])), 0)
  return counted(words, 'word', 'words')
}

const counted = (n: number, one: string, many: string) => (n === 0 ? '' : `${n} ${n === 1 ? one : many}`)

/** The fields of these parts, as `values` has them. */
export const fieldsOf = (values: ProposalValues, parts: readonly Part[]): Partial<ProposalValues> =>
  Object.fromEntries(parts.flatMap(({ fields }) => fields.map((field) => [field, values[field]])))

interface Offered {
  keywords: ReadonlySet<string>
  methods: ReadonlySet<string>
}

/** A past proposal as the form would hold it; an entry that is not offered any more becomes free text. */
export function pastValues(past: Proposal, offered: Offered): ProposalValues {
  const values = valuesOf(past)
  const gone = (list: 'keywords' | 'methods', entries: readonly { id: number | null; name: string }[]) =>
    entries.filter(({ id }) => id !== null && !offered[list].has(String(id))).map(({ name }) => ({ name }))
  const keywords = past.selected_keywords.map((k) => ({ id: k.keyword_id, name: k.name }))
  const methods = past.selected_methods.map((m) => ({ id: m.analysis_method_id, name: m.name }))
  return {
    ...values,
    keywords: values.keywords.filter((id) => offered.keywords.has(id)),
    keywords_other: [...values.keywords_other, ...gone('keywords', keywords)],
    methods: values.methods.filter((id) => offered.methods.has(id)),
    methods_other: [...values.methods_other, ...gone('methods', methods)],
  }
}
