import type { Sample } from './contract.ts'

/** Criteria of a request for any sample: weight in mg or size in micrometres, at most one of them. 0 and null mean any. */
export interface SampleCriteria {
  weight: number | null
  size: number | null
  chamber: number | null
  dish: number | null
}

export type SampleFigures = Pick<Sample, 'weight' | 'size' | 'chamber' | 'dish'>

/** A chamber or dish matches unless both are known and differ. */
const matches = (requested: number | null, known: number | null) =>
  !requested || known === null || requested === known

/** |log(value / requested)|, or null when the value is not between half and twice the requested one. */
function distance(requested: number | null, value: number | null): number | null {
  if (!requested) return 0
  if (!value || value < requested / 2 || value > requested * 2) return null
  return Math.abs(Math.log(value / requested))
}

/** Distance of a sample from the criteria: 0 is an exact fit, null no fit. */
export function distanceFrom(criteria: SampleCriteria, sample: SampleFigures): number | null {
  if (!matches(criteria.chamber, sample.chamber) || !matches(criteria.dish, sample.dish)) return null
  return criteria.size === null
    ? distance(criteria.weight, sample.weight)
    : distance(criteria.size, sample.size)
}

/** The samples that fit, nearest first; equal distances keep the order of `samples`. */
export function nearestTo<S extends SampleFigures>(samples: readonly S[], criteria: SampleCriteria): S[] {
  return samples
    .map((sample) => ({ sample, distance: distanceFrom(criteria, sample) }))
    .filter((fit): fit is { sample: S; distance: number } => fit.distance !== null)
    .sort((a, b) => a.distance - b.distance)
    .map(({ sample }) => sample)
}
