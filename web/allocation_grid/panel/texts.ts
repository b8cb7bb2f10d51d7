import type { GridSample } from '#domain/allocation/contract.ts'
import { EVERY_TYPE, GRIDS, type Grid, gridLabels, typesOf } from '#domain/allocation/grid.ts'
import { comparedMgText, servedLabels } from '#domain/allocation/served.ts'
import { BENNU, GAS, labelOf, type SampleType } from '#domain/masters/values.ts'
import { sizeInMm } from '#domain/samples/size.ts'
import { figure } from '#web/lib/format/format.ts'
import type { Place } from '#web/ui/grid/axes.ts'
import type { GridModel } from '../state/model.ts'
import type { GridRequest, RowAnswers } from '../state/requests.ts'
import { claimText } from '../texts.ts'
import type { RequestOption } from './candidates.ts'

/** A request without its asteroid: 'A0042', 'Any Particle, 2.200 mm, dish 2 ×2'. */
export function askText(request: GridRequest): string {
  const { sample_name, sample_type, weight, size, chamber, dish, db_type } = request
  const number = request.number_of_samples ?? request.number_of_bottles
  const times = number !== null && number > 1 ? ` ×${number}` : ''
  if (sample_name !== null) return `${sample_name}${sample_type === GAS ? times : ''}`
  const parts = [
    `Any ${labelOf('sample_type', sample_type)}`,
    weight ? `${figure(weight)} mg` : '',
    size ? `${sizeInMm(size)} mm` : '',
    db_type !== BENNU && chamber ? `chamber ${labelOf('ChamberList', chamber)}` : '',
    db_type === BENNU && dish ? `dish ${dish}` : '',
  ]
  return parts.filter((part) => part !== '').join(', ') + times
}

type Figures = Pick<GridSample, 'weight' | 'size' | 'pressure'>

/** The figure by which the candidates of a request are compared, and its requested value. */
export interface ComparedFigure {
  head: 'Size' | 'Weight' | 'Pressure'
  asked: number | null
  of: (sample: Figures) => number | null
  text: (sample: Figures) => string
}

const withUnit = (text: string, unit: string) => (text === '-' ? text : `${text} ${unit}`)

/** The size if the request has one, the pressure for gas, else the weight. */
export function comparedFigure({ sample_type, size, weight }: GridRequest): ComparedFigure {
  if (sample_type === GAS)
    return {
      head: 'Pressure',
      asked: null,
      of: ({ pressure }) => pressure,
      text: ({ pressure }) => withUnit(figure(pressure), 'Pa'),
    }
  if (size)
    return {
      head: 'Size',
      asked: size,
      of: (sample) => sample.size,
      text: (sample) => withUnit(sizeInMm(sample.size, '-'), 'mm'),
    }
  return {
    head: 'Weight',
    asked: weight,
    of: (sample) => sample.weight,
    text: (sample) => withUnit(figure(sample.weight), 'mg'),
  }
}

/** The deviation of a value from the requested one: '+1 %', '0 %', '-3 %'; '-' if one of the two is unknown. */
export function offBy(asked: number | null, given: number | null): string {
  if (!asked || !given) return '-'
  const percent = Math.round((given / asked - 1) * 100)
  return `${percent > 0 ? '+' : ''}${percent} %`
}

/** The other proposals that request a sample by name, with the priority: '98 (6)', '98 (6) +2' for three. */
export function askedByText({ requested_sample }: GridSample, proposal_id: number): string {
  const [first, ...rest] = askedBy(requested_sample, proposal_id)
  return first === undefined ? '-' : [first, rest.length > 0 && `+${rest.length}`].filter(Boolean).join(' ')
}

/** The same in full: '98 (6), 101 (1)'. */
export const askedByAll = ({ requested_sample }: GridSample, proposal_id: number) =>
  askedBy(requested_sample, proposal_id).join(', ')

const askedBy = (requests: GridSample['requested_sample'], proposal_id: number) =>
  requests
    .filter((request) => request.proposal_id !== proposal_id)
    .map((request) => `${request.proposal_id} (${request.priority})`)

/** The other claims on a sample: 'confirmed for 80', 'assigned to 63 and 95 of AO6', or ''. */
export function otherClaimsText(model: GridModel, { row, column }: Place): string {
  const { id } = model.rows[row]!
  const others = model.claims(column).filter((claim) => claim.term_id !== null || claim.proposal_id !== id)
  const of = (confirmed: boolean) => others.filter((claim) => claim.confirmed === confirmed).map(claimText)
  const [confirmed, assigned] = [of(true), of(false)]
  return [
    confirmed.length > 0 && `confirmed for ${joinTexts(confirmed)}`,
    assigned.length > 0 && `assigned to ${joinTexts(assigned)}`,
  ]
    .filter(Boolean)
    .join(', ')
}

const joinTexts = (texts: readonly string[]) =>
  [texts.slice(0, -1).join(', '), texts.at(-1)].filter(Boolean).join(' and ')

/** The answered pieces of a proposal: '2 of 4'. */
export const answeredPiecesText = ({ pieces, surplus: over }: RowAnswers) =>
  `${pieces.given - over.length} of ${pieces.asked}`

/** The same with how far that serves them, and the weights: 'Given in part: 2 of 4 pieces, 8.5 of 12.6 mg and 1 by size'. */
export function servedText(answers: RowAnswers): string {
  const { pieces, mg, served } = answers
  const count = `${answeredPiecesText(answers)} ${pieces.asked === 1 ? 'piece' : 'pieces'}`
  const compared = mg.asked > 0 ? comparedMgText(mg) : mg.total > 0 ? `${figure(mg.total)} mg` : ''
  return [served === null ? count : `${servedLabels[served]}: ${count}`, compared].filter(Boolean).join(', ')
}

/** '1 sample more than requested'. */
export const moreThanRequested = (count: number) =>
  `${count} ${count === 1 ? 'sample' : 'samples'} more than requested`

export const answersText = (priority: number | null) =>
  priority === null ? 'answers no request' : `answers request ${priority}`

/** An option of the request menu: 'room for 1, fits', 'full, not as requested'. */
export const requestOptionText = ({ missing, fits }: RequestOption) =>
  `${missing > 0 ? `room for ${missing}` : 'full'}, ${fits ? 'fits' : 'not as requested'}`

/** The grid in which samples of a type are assigned. */
const gridOf = (type: SampleType): Grid =>
  GRIDS.find((grid) => grid !== EVERY_TYPE && typesOf[grid].includes(type)) ?? EVERY_TYPE

/** 'in the Contact pad particle grid'. */
export const inGrid = ({ sample_type }: { sample_type: SampleType }) =>
  `in the ${gridLabels[gridOf(sample_type)]} grid`
