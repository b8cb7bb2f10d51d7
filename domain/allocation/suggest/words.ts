import { asteroids, BENNU, labelOf, termLabel } from '../../masters/values.ts'
import { sizeInMm } from '../../samples/size.ts'
import { CONTACT_PAD_GRID, type Grid } from '../grid.ts'
import { and } from '../rules.ts'
import { CONFIRMED } from '../status.ts'
import type { Column, Holder, Request } from './scene.ts'

/** A weight in mg as it is said, four digits at most. */
const mg = (weight: number) => `${Number(weight.toPrecision(4))} mg`
const mm = (size: number) => `${sizeInMm(Math.round(size))} mm`

/** The figure that a request for any asks for, and how it is said; null when it asks for none. */
const asks = ({ size, weight }: Request) =>
  size
    ? ({ of: 'size', asked: size, say: mm } as const)
    : weight
      ? ({ of: 'weight', asked: weight, say: mg } as const)
      : null

/** Where a sample for any is to come from: ', chamber A', ', dish 3'; nothing when from anywhere. */
const place = ({ db_type, chamber, dish }: Request) =>
  db_type === BENNU
    ? dish
      ? `, dish ${dish}`
      : ''
    : chamber
      ? `, chamber ${labelOf('ChamberList', chamber)}`
      : ''

/** What is asked for, as the kind of a grid: 'Bennu aggregate'. */
export const kindIn = (grid: Grid, { db_type, sample_type }: Pick<Request, 'db_type' | 'sample_type'>) => {
  const kind =
    grid === CONTACT_PAD_GRID ? 'contact pad particle' : labelOf('sample_type', sample_type).toLowerCase()
  return `${asteroids[db_type]} ${kind}`
}

/** What a request asks for: 'A0042 by name', 'Any 4 mg, chamber A', 'Any Ryugu gas'. */
export function wishText(grid: Grid, request: Request): string {
  if (request.sample_id !== null) return `${request.sample_name} by name`
  const wish = asks(request)
  return `Any ${wish ? wish.say(wish.asked) : kindIn(grid, request)}${place(request)}`
}

/** What would fit a request for any: 'Bennu aggregate from 1.100 to 4.400 mm, dish 3'. */
export function fittingText(grid: Grid, request: Request): string {
  const wish = asks(request)
  const limits =
    wish && ` from ${wish.say(wish.asked / 2).replace(/ m[gm]$/u, '')} to ${wish.say(wish.asked * 2)}`
  return `${kindIn(grid, request)}${limits ?? ''}${place(request)}`
}

/** A sample with the figure that a request asks for: 'A0131 weighs 4.1 mg'; its name where it asks for none. */
export function measured({ name, size, weight }: Column, request: Request): string {
  const wish = asks(request)
  if (wish?.of === 'size' && size !== null) return `${name} measures ${mm(size)}`
  if (wish?.of === 'weight' && weight !== null) return `${name} weighs ${mg(weight)}`
  return name
}

/** The same in brackets: 'A0131 (4.1 mg)'. */
export const figured = (sample: Column, request: Request) =>
  measured(sample, request).replace(/ (?:measures|weighs) (.+)$/u, ' ($1)')

/** Who has a sample: 'is confirmed for 80', 'is ticked for 63 and 71 of AO6'. */
export function heldText(holders: readonly Holder[]): string {
  const sure = holders.filter(({ status }) => status === CONFIRMED)
  const named = (sure.length > 0 ? sure : holders).map(({ proposal_id, term_id }) =>
    term_id === null ? String(proposal_id) : `${proposal_id} of ${termLabel(term_id)}`,
  )
  return `is ${sure.length > 0 ? 'confirmed' : 'ticked'} for ${and(named)}`
}
