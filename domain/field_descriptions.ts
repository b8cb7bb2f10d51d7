/**
 * One field of a record, described once: forms, details, comparisons, notices of a draft, PDF and CSV take their labels
 * from here. A consumer maps over the names with `Record<Name, …>`, so that a field it forgets does not compile.
 */
export interface FieldDescription {
  /** Its label in the form, and wherever none of the following is given. */
  label: string
  /** Its label where it is read: in details and lists. */
  detail?: string
  /** Its label in a PDF. */
  pdf?: string
  /** Its column in a CSV. */
  csv?: string
}

type Place = keyof FieldDescription

/** The label of a field in one place; a file calls it as the detail does, where nothing else is said. */
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
