import { BENNU } from '#domain/masters/values.ts'
import type { Sample } from '#domain/samples/contract.ts'
import { nearestTo, type SampleWish } from '#domain/samples/nearest.ts'
import { inMm, toMicrometres } from '#domain/samples/size.ts'
import { ANY, type SampleRow } from './-values.ts'

type Figure = string | number

/** What the picker leaves in its list: weight in mg, size in mm, chamber or dish; '' and '0' for whatever. */
export interface SampleFilter {
  weight_from: Figure
  weight_to: Figure
  size_from: Figure
  size_to: Figure
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

/** Never in contact with air, as the catalogue writes it. */
export const isPristine = ({ description }: Pick<Sample, 'description'>) => /\bpristine\b/iu.test(description)

/** The samples of a row's asteroid and type. */
export const kindOf = (samples: Iterable<Sample>, { db_type, type }: Pick<SampleRow, 'db_type' | 'type'>) =>
  [...samples].filter((s) => String(s.db_type) === db_type && String(s.sample_type) === type)

/** Chamber of a Ryugu sample, dish of a Bennu sample. */
export const placeOf = (sample: Pick<Sample, 'db_type' | 'chamber' | 'dish'>) =>
  sample.db_type === BENNU ? sample.dish : sample.chamber

const within = (value: number | null, from: Figure, to: Figure) =>
  (from === '' || (value !== null && value >= Number(from))) &&
  (to === '' || (value !== null && value <= Number(to)))

/** The samples whose name or description holds every word of `query`, and that pass the filter. */
export function findIn(samples: readonly Sample[], query: string, filter: SampleFilter): Sample[] {
  const words = query.toLowerCase().split(/\s+/u).filter(Boolean)
  return samples.filter((sample) => {
    const text = `${sample.name} ${sample.description}`.toLowerCase()
    const size = sample.size === null ? null : inMm(sample.size)
    return (
      words.every((word) => text.includes(word)) &&
      within(sample.weight, filter.weight_from, filter.weight_to) &&
      within(size, filter.size_from, filter.size_to) &&
      (filter.place === '0' || String(placeOf(sample)) === filter.place) &&
      (!filter.pristine || isPristine(sample))
    )
  })
}

/** The samples that would answer a row that asks for any, the nearest first. */
export function answering(samples: readonly Sample[], row: SampleRow): Sample[] {
  if (row.sample !== ANY) return []
  const asked = Number(row.amount) || null
  const place = Number(row.place)
  const bennu = Number(row.db_type) === BENNU
  const wish: SampleWish = {
    weight: row.unit === 'mg' ? asked : null,
    size: row.unit === 'mm' && asked !== null ? toMicrometres(asked) : null,
    chamber: bennu ? null : place,
    dish: bennu ? place : null,
  }
  return nearestTo(samples, wish)
}
