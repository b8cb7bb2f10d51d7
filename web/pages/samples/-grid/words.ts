import type { GridProposal, GridSample } from '#domain/allocation/contract.ts'
import { CONTACT_PAD_GRID, type Grid } from '#domain/allocation/grid.ts'
import { type Asteroid, asteroids, BENNU, CONTACT_PAD, GAS, labelOf } from '#domain/masters/values.ts'
import { sizeInMm } from '#domain/samples/size.ts'
import { figure } from '#web/lib/format.ts'

export type GridRequest = GridProposal['requested_samples'][number]

const asteroid = ({ db_type }: { db_type: Asteroid }) => asteroids[db_type]

/** Where a request for any may come from: a chamber of Ryugu or a dish of Bennu. */
const origin = ({ db_type, chamber, dish }: GridRequest) =>
  db_type === BENNU ? `[${dish ? dish : 'Any'}]` : `[${labelOf('ChamberList', chamber ?? 0)}]`

/** What a request asks for: 'A0042', 'Any 5 mg 1.500 mm [A] ×2'. */
export function requestText(grid: Grid, request: GridRequest): string {
  const { sample_name, sample_type, weight, size, number_of_bottles, number_of_samples } = request
  const parts = [sample_name ?? 'Any', sample_type === GAS ? asteroid(request) : '']
  if (sample_type === GAS) parts.push(number_of_bottles ? `×${number_of_bottles}` : '')
  else if (sample_name === null) {
    parts.push(weight === null ? '' : `${figure(weight)} mg`, size === null ? '' : `${sizeInMm(size)} mm`)
    parts.push(origin(request))
    if (grid !== CONTACT_PAD_GRID && number_of_samples) parts.push(`×${number_of_samples}`)
  }
  return parts.filter((part) => part !== '').join(' ')
}

/** What a column says of its sample below the name: the figures of its kind. */
export function sampleFigures(sample: GridSample): string[] {
  if (sample.sample_type === GAS) return [`${figure(sample.pressure)} Pa`, `${figure(sample.volume)} ml`]
  return [
    `${figure(sample.weight)} mg`,
    ...(typeof sample.size === 'number' ? [`${sizeInMm(sample.size)} mm`] : []),
  ]
}

/** 'Ryugu, Particle'; a contact pad sample always says so in full. */
export const sampleKind = (sample: GridSample) =>
  sample.sample_type === CONTACT_PAD
    ? `${asteroid(sample)}, ${labelOf('sample_type', CONTACT_PAD)}`
    : `${asteroid(sample)}, ${labelOf('sample_type', sample.sample_type)}`
