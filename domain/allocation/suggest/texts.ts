import { asteroids, BENNU, CONTACT_PAD, labelOf, PROCESSED, termLabel } from '../../masters/values.ts'
import type { RequestedSample as Request, RequestedSample } from '../../proposals/requested_samples.ts'
import { sizeInMm } from '../../samples/size.ts'
import { CONTACT_PAD_GRID, EVERY_TYPE, type Grid } from '../grid.ts'
import { requestedCount } from '../matching.ts'
import { joinWithAnd } from '../rules.ts'
import { CONFIRMED } from '../status.ts'
import type { Column, Holder } from './problem.ts'

/** What a request for any can ask for besides the kind, and how it is said. */
const FIGURES = {
  weight: { verb: 'weighs', unit: 'mg', digits: (weight: number) => String(Number(weight.toPrecision(4))) },
  size: { verb: 'measures', unit: 'mm', digits: (size: number) => sizeInMm(Math.round(size)) },
}

/** The figure that a request for any asks for; null when it asks for none. */
function wishOf({ size, weight }: Request) {
  const of: keyof typeof FIGURES | null = size ? 'size' : weight ? 'weight' : null
  return of && { of, asked: (of === 'size' ? size : weight)!, ...FIGURES[of] }
}

/** Where a sample for any is to come from: ', chamber A', ', dish 3'; nothing when from anywhere. */
function place({ db_type, chamber, dish }: Request): string {
  if (db_type === BENNU) return dish ? `, dish ${dish}` : ''
  return chamber ? `, chamber ${labelOf('ChamberList', chamber)}` : ''
}

/** What is asked for, as the kind of a grid: 'Bennu aggregate'. */
export function kindIn(
  grid: Grid,
  { db_type, sample_type }: Pick<Request, 'db_type' | 'sample_type'>,
): string {
  const type = grid === CONTACT_PAD_GRID ? CONTACT_PAD : sample_type
  const label = labelOf('sample_type', type).toLowerCase()
  return `${asteroids[db_type]} ${type === PROCESSED ? `${label} sample` : label}`
}

/** What a request asks for: 'A0042 by name', 'Any 4 mg, chamber A', 'Any Ryugu gas'. */
export function wishText(grid: Grid, request: Request): string {
  if (request.sample_id !== null) return `${request.sample_name} by name`
  const wish = wishOf(request)
  return `Any ${wish ? `${wish.digits(wish.asked)} ${wish.unit}` : kindIn(grid, request)}${place(request)}`
}

/** What would fit a request for any: 'Bennu aggregate from 1.100 to 4.400 mm, dish 3'. */
export function fittingText(grid: Grid, request: Request): string {
  const wish = wishOf(request)
  const limits = wish && ` from ${wish.digits(wish.asked / 2)} to ${wish.digits(wish.asked * 2)} ${wish.unit}`
  return `${kindIn(grid, request)}${limits ?? ''}${place(request)}`
}

/** The figure of a sample that a request asks for, with its verb; null when it asks for none. */
function figureOf(sample: Column, request: Request) {
  const wish = wishOf(request)
  const given = wish && sample[wish.of]
  return given ? { verb: wish.verb, text: `${wish.digits(given)} ${wish.unit}` } : null
}

/** A sample with the figure that a request asks for: 'A0131 weighs 4.1 mg'; its name where it asks for none. */
export function measured(sample: Column, request: Request): string {
  const figure = figureOf(sample, request)
  return figure ? `${sample.name} ${figure.verb} ${figure.text}` : sample.name
}

/** The same within a sentence: 'A0131 (4.1 mg)'. */
export function figured(sample: Column, request: Request): string {
  const figure = figureOf(sample, request)
  return figure ? `${sample.name} (${figure.text})` : sample.name
}

/** Who has a sample: 'is confirmed for 80', 'is ticked for 63 and 71 of AO6'. */
export function heldText(holders: readonly Holder[]): string {
  const sure = holders.filter(({ status }) => status === CONFIRMED)
  const named = (sure.length > 0 ? sure : holders).map(({ proposal_id, term_id }) =>
    term_id === null ? String(proposal_id) : `${proposal_id} of ${termLabel(term_id)}`,
  )
  return `is ${sure.length > 0 ? 'confirmed' : 'ticked'} for ${joinWithAnd(named)}`
}

/** What a request asks for, and how many: 'A0042 by name', 'Any 4 mg, chamber A', 'Any Bennu gas ×2'. */
export function requestText(request: RequestedSample): string {
  const number = requestedCount(request)
  return `${wishText(EVERY_TYPE, request)}${number > 1 ? ` ×${number}` : ''}`
}
