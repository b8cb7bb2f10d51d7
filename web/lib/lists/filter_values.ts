import type { RawSearch } from '../routing/search.ts'
import { type Filter, type FilterValues, initialValues } from './filters.ts'

/** A field's values that leave nothing out. */
export function clearedValues(filter: Filter): FilterValues {
  switch (filter.kind) {
    case 'term':
      return { term_id: '' }
    case 'select':
      return { [filter.names[0]]: filter.blank === null ? filter.initial : '' }
    default:
      return initialValues(filter, null)
  }
}

export const isFiltering = (filter: Filter, values: FilterValues) =>
  Object.entries(clearedValues(filter)).some(([name, open]) =>
    Array.isArray(open) ? open.length !== (values[name] as string[]).length : open !== values[name],
  )

const last = (value: string | string[]) => (Array.isArray(value) ? (value.at(-1) ?? '') : value)

/** A field's values from the address, or `initial`. If any flag of a group is in the address, the others are off. */
export function valuesFromAddress(filter: Filter, search: RawSearch, initial: FilterValues): FilterValues {
  const [name] = filter.names as [string]
  if (filter.kind === 'flags') {
    if (filter.names.every((flag) => search[flag] === undefined)) return initial
    return Object.fromEntries(
      filter.names.map((flag) => [flag, ['true', '1'].includes(last(search[flag] ?? ''))]),
    )
  }
  const said = search[name] ?? (filter.kind === 'term' ? (search.term ?? search.term_id) : undefined)
  if (said === undefined) return initial
  if (filter.kind === 'ticks') return { [name]: [said].flat().filter((one) => one !== '') }
  return { [name]: last(said) }
}
