/**
 * The labels of one field of a record. Forms, details, comparisons, draft messages, PDF and CSV use them.
 * A consumer maps over the names with `Record<Name, …>`, so that a missing field does not compile.
 */
export interface FieldDescription {
  /** Label in the form, and the default for the others. */
  label: string
  /** Label in details and lists. */
  detail?: string
  /** Label in a PDF. */
  pdf?: string
  /** Column heading in a CSV. */
  csv?: string
}

type Place = keyof FieldDescription

/** The label of a field in one place; PDF and CSV default to the detail's label. */
export const labelIn = (place: Place, field: FieldDescription): string =>
  field[place] ?? (place === 'label' ? undefined : field.detail) ?? field.label

/** The labels of all fields in one place, by name. */
export const labelsIn = <Name extends string>(
  place: Place,
  fields: Readonly<Record<Name, FieldDescription>>,
): Record<Name, string> =>
  Object.fromEntries(
    Object.entries<FieldDescription>(fields).map(([name, field]) => [name, labelIn(place, field)]),
  ) as Record<Name, string>
