import type { FieldDescription } from '../field_descriptions.ts'

export const CRITERIA = ['science', 'technical'] as const
type Criterion = (typeof CRITERIA)[number]

/** The hint of a score is beside its label, that of a comment is its placeholder. */
const field = <Kind extends 'score' | 'comment'>(
  kind: Kind,
  criterion: Criterion,
  label: string,
  hint?: string,
) => ({ kind, criterion, label, hint })

/**
 * The fields that a reviewer fills in, in the order of detail, PDF and CSV. Input schema, form, detail, PDF, CSV and
 * queries are made from them; a new field needs a line here and a column.
 */
export const reportFields = {
  science_score: field('score', 'science', 'Science Score', 'scientific merit'),
  technical_score: field('score', 'technical', 'Technical Score', 'technical feasibility'),
  science_comment_strength: field('comment', 'science', 'Science Comment Strength'),
  science_comment_weakness: field('comment', 'science', 'Science Comment Weakness'),
  technical_comment_strength: field(
    'comment',
    'technical',
    'Technical Comment Strength',
    'What makes you trust the method',
  ),
  technical_comment_weakness: field(
    'comment',
    'technical',
    'Technical Comment Weakness',
    'What could fail, and what would be lost',
  ),
} satisfies Record<string, FieldDescription>
type Fields = typeof reportFields
export type ReportFieldName = keyof Fields
type ReportField = { [Name in ReportFieldName]: { name: Name } & Fields[Name] }[ReportFieldName]

export const REPORT_FIELDS = Object.entries(reportFields).map(([name, description]) => ({
  name,
  ...description,
})) as ReportField[]

/** An object with a value for each field, by its kind. */
export const byField = <Score, Comment>(values: { score: Score; comment: Comment }) =>
  Object.fromEntries(REPORT_FIELDS.map(({ name, kind }) => [name, values[kind]])) as {
    [Name in ReportFieldName]: { score: Score; comment: Comment }[Fields[Name]['kind']]
  }
