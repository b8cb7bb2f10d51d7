import type { Column } from './table_props.ts'

/** The columns that are shown, and those that can be chosen besides; columns of buttons always stay. */
export interface ChosenColumns<Row> {
  shown: readonly Column<Row>[]
  others: readonly Column<Row>[]
}

/**
 * The list's own columns, or those with the `chosen` headers in their order. A header that no column has any more is left
 * out; if none is left the list has its own columns. A chosen column is never hidden on a narrow screen.
 */
export function chooseColumns<Row>(
  own: readonly Column<Row>[],
  more: readonly Column<Row>[],
  chosen: readonly string[] | undefined,
): ChosenColumns<Row> {
  const choosable = [
    ...own,
    ...more.filter(({ header }) => !own.some((one) => one.header === header)),
  ].filter(({ action }) => !action)
  const found = (chosen ?? []).flatMap((header) => choosable.find((one) => one.header === header) ?? [])
  if (found.length === 0) return { shown: own, others: choosable.filter((one) => !own.includes(one)) }
  const first = own.findIndex(({ action }) => !action)
  return {
    shown: [
      ...own.slice(0, first),
      ...found.map(({ hides: _, ...column }) => column),
      ...own.slice(first).filter(({ action }) => action),
    ],
    others: choosable.filter((one) => !found.includes(one)),
  }
}

/** A column's headers: 'Name, Email/Affiliation'. */
export const columnName = <Row>({ header, moreHeads = [] }: Column<Row>) =>
  [header, ...moreHeads.map((head) => head.header)].join(', ')
