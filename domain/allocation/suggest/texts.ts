import { asteroids, BENNU, CONTACT_PAD, labelOf, PROCESSED, termLabel } from '../../masters/values.ts'
import type { RequestedSample as Request, RequestedSample } from '../../proposals/requested_samples.ts'
import { sizeInMm } from '../../samples/size.ts'
import { CONTACT_PAD_GRID, EVERY_TYPE, type Grid } from '../grid.ts'
import { requestedCount } from '../matching.ts'
import { joinWithAnd } from '../rules.ts'
import { CONFIRMED } from '../status.ts'
import type { Column, Holder } from './problem.ts'

const FIGURES = {
  weight: { verb: 'weighs', unit: 'mg', digits: (weight: number) => String(Number(weight.toPrecision(4))) },
  size: { verb: 'measures', unit: 'mm', digits: (size: number) => sizeInMm(Math.round(size)) },
}

/** The weight or size that a request for any sample states, or null. */
function requestedFigure({ size, weight }: Request) {
  const field: keyof typeof FIGURES | null = size ? 'size' : weight ? 'weight' : null
  return field && { field, requested: (field === 'size' ? size : weight)!, ...FIGURES[field] }
}

/** ', chamber A' or ', dish 3'; empty when any place will do. */
function place({ db_type, chamber, dish }: Request): string {
  if (db_type === BENNU) return dish ? `, dish ${dish}` : ''
  return chamber ? `, chamber ${labelOf('ChamberList', chamber)}` : ''
}

/** The kind of sample in a grid: 'Bennu aggregate'. */
function kindIn(grid: Grid, { db_type, sample_type }: Pick<Request, 'db_type' | 'sample_type'>): string {
  const type = grid === CONTACT_PAD_GRID ? CONTACT_PAD : sample_type
  const label = labelOf('sample_type', type).toLowerCase()
  return `${asteroids[db_type]} ${type === PROCESSED ? `${label} sample` : label}`
}

/** 'A0042 by name', 'Any 4 mg, chamber A', 'Any Ryugu gas'. */
export function requestSummary(grid: Grid, request: Request): string {
  if (request.sample_id !== null) return `${request.sample_name} by name`
  const figure = requestedFigure(request)
  return `Any ${figure ? `${figure.digits(figure.requested)} ${figure.unit}` : kindIn(grid, request)}${place(request)}`
}

/** The samples that fit a request for any: 'Bennu aggregate from 1.100 to 4.400 mm, dish 3'. */
export function fittingText(grid: Grid, request: Request): string {
  const figure = requestedFigure(request)
  const limits =
    figure &&
    ` from ${figure.digits(figure.requested / 2)} to ${figure.digits(figure.requested * 2)} ${figure.unit}`
  return `${kindIn(grid, request)}${limits ?? ''}${place(request)}`
}

/** The weight or size of a sample, whichever the request states, with its verb; null when it states none. */
function figureOf(sample: Column, request: Request) {
  const figure = requestedFigure(request)
  const value = figure && sample[figure.field]
  return value ? { verb: figure.verb, text: `${figure.digits(value)} ${figure.unit}` } : null
}

/** 'A0131 weighs 4.1 mg' with the requested figure, otherwise the name. */
export function nameWithVerb(sample: Column, request: Request): string {
  const figure = figureOf(sample, request)
  return figure ? `${sample.name} ${figure.verb} ${figure.text}` : sample.name
}

/** The same within a sentence: 'A0131 (4.1 mg)'. */
export function nameWithFigure(sample: Column, request: Request): string {
  const figure = figureOf(sample, request)
  return figure ? `${sample.name} (${figure.text})` : sample.name
}

/** Which proposals have a sample: 'is confirmed for 80', 'is assigned to 63 and 71 of AO6'. */
export function holdersText(holders: readonly Holder[]): string {
  const confirmed = holders.filter(({ status }) => status === CONFIRMED)
  const named = (confirmed.length > 0 ? confirmed : holders).map(({ proposal_id, term_id }) =>
    term_id === null ? String(proposal_id) : `${proposal_id} of ${termLabel(term_id)}`,
  )
  return `is ${confirmed.length > 0 ? 'confirmed for' : 'assigned to'} ${joinWithAnd(named)}`
}

/** `requestSummary` with the number: 'Any Bennu gas ×2'. */
export function requestText(request: RequestedSample): string {
  const number = requestedCount(request)
  return `${requestSummary(EVERY_TYPE, request)}${number > 1 ? ` ×${number}` : ''}`
}
