import { type KeyboardEvent, useId, useMemo, useState } from 'react'
import { BENNU } from '#domain/masters/values.ts'
import type { Sample } from '#domain/samples/contract.ts'
import { nearestTo, type SampleCriteria } from '#domain/samples/nearest.ts'
import { micrometresToMm, toMicrometres } from '#domain/samples/size.ts'
import { api } from '#web/lib/http/api.ts'
import { useCall } from '#web/lib/http/query.ts'
import { ANY, type SampleRow } from '../-values.ts'

type NumberInputValue = string | number

/** The filters of the picker's list: weight in mg, size in mm, chamber or dish; '' and '0' mean any. */
export interface SampleFilter {
  weight_from: NumberInputValue
  weight_to: NumberInputValue
  size_from: NumberInputValue
  size_to: NumberInputValue
  place: string
  pristine: boolean
}

export const NO_FILTER: SampleFilter = {
  weight_from: '',
  weight_to: '',
  size_from: '',
  size_to: '',
  place: '0',
  pristine: false,
}

/** Never in contact with air, according to the catalogue's description. */
export const isPristine = ({ description }: Pick<Sample, 'description'>) => /\bpristine\b/iu.test(description)

/** The samples of a row's asteroid and type. */
export const samplesOfKind = (
  samples: Iterable<Sample>,
  { db_type, type }: Pick<SampleRow, 'db_type' | 'type'>,
) => [...samples].filter((s) => String(s.db_type) === db_type && String(s.sample_type) === type)

/** Chamber of a Ryugu sample, dish of a Bennu sample. */
export const placeOf = (sample: Pick<Sample, 'db_type' | 'chamber' | 'dish'>) =>
  sample.db_type === BENNU ? sample.dish : sample.chamber

const within = (value: number | null, from: NumberInputValue, to: NumberInputValue) =>
  (from === '' || (value !== null && value >= Number(from))) &&
  (to === '' || (value !== null && value <= Number(to)))

/** The samples that match the filter and whose name or description contains every word of `query`. */
export function searchSamples(samples: readonly Sample[], query: string, filter: SampleFilter): Sample[] {
  const words = query.toLowerCase().split(/\s+/u).filter(Boolean)
  return samples.filter((sample) => {
    const text = `${sample.name} ${sample.description}`.toLowerCase()
    const size = sample.size === null ? null : micrometresToMm(sample.size)
    return (
      words.every((word) => text.includes(word)) &&
      within(sample.weight, filter.weight_from, filter.weight_to) &&
      within(size, filter.size_from, filter.size_to) &&
      (filter.place === '0' || String(placeOf(sample)) === filter.place) &&
      (!filter.pristine || isPristine(sample))
    )
  })
}

/** The samples that match an Any row, nearest first. */
export function nearestSamples(samples: readonly Sample[], row: SampleRow): Sample[] {
  if (row.sample !== ANY) return []
  const amount = Number(row.amount) || null
  const place = Number(row.place)
  const bennu = Number(row.db_type) === BENNU
  const wish: SampleCriteria = {
    weight: row.unit === 'mg' ? amount : null,
    size: row.unit === 'mm' && amount !== null ? toMicrometres(amount) : null,
    chamber: bennu ? null : place,
    dish: bennu ? place : null,
  }
  return nearestTo(samples, wish)
}

/** The samples of both asteroids that can be requested now, by id as text. */
export function useRequestableSamples(): ReadonlyMap<string, Sample> {
  const ryugu = useCall(api.samples.ryugu).data
  const bennu = useCall(api.samples.bennu).data
  return useMemo(
    () => new Map([...(ryugu ?? []), ...(bennu ?? [])].map((sample) => [String(sample.id), sample])),
    [ryugu, bennu],
  )
}

/** Options rendered at first, and with each press of 'Show more'. */
export const PAGE_SIZE = 50

/** The list of a row's picker: its options, how many are rendered, the active one, and keyboard navigation. */
export function usePickerList(
  row: SampleRow,
  samples: ReadonlyMap<string, Sample>,
  chosen: string,
  select: (value: string) => void,
) {
  const id = useId()
  const [open, setOpen] = useState(false)
  const [query, setQuery] = useState<string | null>(null)
  const [filter, setFilter] = useState(NO_FILTER)
  const [active, setActive] = useState(-1)
  const [limit, setLimit] = useState(PAGE_SIZE)

  const candidates = useMemo(() => (open ? samplesOfKind(samples.values(), row) : []), [open, samples, row])
  const results = useMemo(() => {
    const chosenElsewhere = new Set(chosen.split(',').filter((one) => one !== row.sample))
    return searchSamples(candidates, query ?? '', filter).filter(
      (sample) => !chosenElsewhere.has(String(sample.id)),
    )
  }, [candidates, query, filter, chosen, row.sample])
  const any = query === null || 'any'.startsWith(query.trim().toLowerCase())
  const values = [...(any ? [ANY] : []), ...results.map((sample) => String(sample.id))]

  const show = () => {
    setOpen(true)
    setActive(-1)
    setLimit(PAGE_SIZE)
  }
  const showMore = () => setLimit(limit + PAGE_SIZE)
  const moveTo = (to: number) => {
    const next = Math.max(0, Math.min(values.length - 1, to))
    setActive(next)
    if (next >= limit) showMore()
    requestAnimationFrame(() =>
      document.getElementById(`${id}-${next}`)?.scrollIntoView({ block: 'nearest' }),
    )
  }
  return {
    id,
    open,
    query,
    filter,
    active,
    limit,
    candidates,
    results,
    values,
    show,
    showMore,
    close: () => {
      setOpen(false)
      setQuery(null)
    },
    /** Changes query or filter, and starts at the top of the results. */
    search: (to: { query?: string; filter?: SampleFilter }) => {
      show()
      if (to.query !== undefined) setQuery(to.query)
      if (to.filter) setFilter(to.filter)
    },
    handleKey: (event: KeyboardEvent) => {
      if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
        event.preventDefault()
        if (open) moveTo(active + (event.key === 'ArrowDown' ? 1 : -1))
        else show()
      } else if (event.key === 'Enter') {
        // Enter never submits the form from here.
        event.preventDefault()
        const value = values[active] ?? (query ? values[0] : undefined)
        if (open && value !== undefined) select(value)
        else show()
      }
    },
  }
}
