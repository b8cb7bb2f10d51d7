import { distanceToRequest } from '#domain/allocation/asked.ts'
import type { GridSample } from '#domain/allocation/contract.ts'
import type { Shown } from '../axes.ts'
import type { GridModel } from '../model.ts'
import { nearCounts } from './near.ts'
import { askers } from './samples.ts'
import type { Narrowing } from './search.ts'

/** What a column or a row is ordered by, the highest first; null stands last. */
type Rate = (one: number) => number | null

const by =
  (figure: 'weight' | 'size' | 'pressure' | 'volume') =>
  ({ columns }: GridModel): Rate =>
  (column) =>
    columns[column]![figure]

const samples: Record<Exclude<Narrowing['order'], 'name' | 'near'>, (model: GridModel) => Rate> = {
  asked(model) {
    const near = nearCounts(model)
    // One that asks by name counts more than any number to which it is near.
    return (column) => askers(model.columns[column]!) * model.rows.length + near[column]!
  },
  weight: by('weight'),
  size: by('size'),
  pressure: by('pressure'),
  volume: by('volume'),
}

/** Nearer to what a proposal asks for of this grid is higher; what it names is the nearest, what answers none of it null. */
function nearTo({ columns, rows, ticks }: GridModel, proposal_id: number | undefined): Rate | null {
  const row = ticks.rowOfProposal(proposal_id ?? 0)
  if (row === undefined) return null
  const requests = rows[row]!.requested_samples.filter(({ target }) => target)
  const far = (sample: GridSample) =>
    requests.flatMap((request) => {
      if (request.sample_id === sample.id) return [-1]
      const its = distanceToRequest(sample, request)
      return its === null ? [] : [its]
    })
  return (column) => {
    const all = far(columns[column]!)
    return all.length === 0 ? null : -Math.min(...all)
  }
}

function rateOfSamples(model: GridModel, { order, near_to }: Narrowing): Rate | null {
  if (order === 'name') return null
  return order === 'near' ? nearTo(model, near_to) : samples[order](model)
}

const rateOfRows: Record<Narrowing['rows'], (model: GridModel) => Rate | null> = {
  '': () => null,
  missing:
    ({ answers }) =>
    (row) =>
      answers.row(row).missing,
  id:
    ({ rows }) =>
    (row) =>
      -rows[row]!.id,
}

/** All rows and columns of a model in the order of a narrowing; equal ones as the model has them. */
export const ordered = (model: GridModel, narrowing: Narrowing): Shown => ({
  rows: sorted(model.rows.length, rateOfRows[narrowing.rows](model)),
  columns: sorted(model.columns.length, rateOfSamples(model, narrowing)),
})

function sorted(size: number, rate: Rate | null): number[] {
  const all = Array.from({ length: size }, (_, one) => one)
  if (rate === null) return all
  const rates = all.map((one) => rate(one) ?? Number.NEGATIVE_INFINITY)
  return all.sort((a, b) => (rates[a] === rates[b] ? a - b : rates[b]! - rates[a]!))
}
