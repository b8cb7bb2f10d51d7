import type { EndpointFunction } from '#domain/client.ts'
import type { Endpoint } from '#domain/endpoint.ts'
import type { Choice } from '#domain/masters/values.ts'

/** Choices, or the endpoint that returns them as a list or as a map of id to label. */
export type Choices = readonly { id: number | string; label: string }[] | EndpointFunction<Endpoint>

export type FilterValue = string | string[] | boolean
export type FilterValues = Record<string, FilterValue>

/** One field of a search card; `N` are its query parameters. */
export type Filter<N extends string = string> =
  | { kind: 'text'; names: [N]; label: string }
  | { kind: 'select'; names: [N]; label: string; choices: Choices; initial: string; blank: string | null }
  | { kind: 'day'; names: [N]; label: string; edge: 'start' | 'end' }
  | { kind: 'term'; names: [N]; label: string }
  | { kind: 'ticks'; names: [N]; label: string; choices: readonly Choice[] }
  | {
      kind: 'flags'
      names: N[]
      label: string
      labels: Record<string, string>
      initial: boolean
      /** It is chosen with a switch above the list, one at a time, and has no field on the card. */
      inSwitch?: true
    }

export const text = <N extends string>(name: N, label: string): Filter<N> => ({
  kind: 'text',
  names: [name],
  label,
})

/** One of `choices`; `blank` is the label for all, or null if one must be chosen. */
export const select = <N extends string>(
  name: N,
  label: string,
  choices: Choices,
  { initial = '', blank = 'All' }: { initial?: string; blank?: string | null } = {},
): Filter<N> => ({ kind: 'select', names: [name], label, choices, initial, blank })

/** A local day; the query holds the instant at which it begins or, for `end`, the next day begins. */
export const day = <N extends string>(name: N, label: string, edge: 'start' | 'end'): Filter<N> => ({
  kind: 'day',
  names: [name],
  label,
  edge,
})

/** A term, initially the current one; blank for all. */
export const term = (): Filter<'term_id'> => ({ kind: 'term', names: ['term_id'], label: 'Term' })

/** Checkboxes for ids in one parameter, all checked at first. */
export const checks = <N extends string>(name: N, label: string, choices: readonly Choice[]): Filter<N> => ({
  kind: 'ticks',
  names: [name],
  label,
  choices,
})

/** Checkboxes with a boolean parameter each. */
export const flags = <N extends string>(
  label: string,
  labels: Record<N, string>,
  initial = true,
): Filter<N> => ({ kind: 'flags', names: Object.keys(labels) as N[], label, labels, initial })

/** Views of a list with a boolean parameter each, for `FilterSwitch`. */
export const views = <N extends string>(label: string, labels: Record<N, string>): Filter<N> =>
  ({
    ...flags(label, labels, false),
    inSwitch: true,
  }) as Filter<N>

/** A field's values when the list is first opened. */
export function initialValues(filter: Filter, currentTerm: number | null | undefined): FilterValues {
  const [name] = filter.names as [string]
  switch (filter.kind) {
    case 'text':
    case 'day':
      return { [name]: '' }
    case 'select':
      return { [name]: filter.initial }
    case 'term':
      return { [name]: currentTerm == null ? '' : String(currentTerm) }
    case 'ticks':
      return { [name]: filter.choices.map(({ id }) => String(id)) }
    case 'flags':
      return Object.fromEntries(filter.names.map((flag) => [flag, filter.initial]))
  }
}

/** The query for the values of the fields: days become instants. */
export function queryOf(filters: readonly Filter[], values: FilterValues): FilterValues {
  const moments = filters.flatMap((filter) => {
    if (filter.kind !== 'day') return []
    const [name] = filter.names
    return values[name] ? [[name, momentOf(String(values[name]), filter.edge)]] : []
  })
  return { ...values, ...Object.fromEntries(moments) }
}

/** The instant at which a local day begins or ends. */
function momentOf(day: string, edge: 'start' | 'end'): string {
  const [year, month, date] = day.split('-').map(Number) as [number, number, number]
  const at = new Date(year, month - 1, edge === 'start' ? date : date + 1)
  return Number.isNaN(+at) ? day : at.toISOString()
}
