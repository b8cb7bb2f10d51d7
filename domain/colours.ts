import {
  NOT_CREATED,
  NOT_REGISTERED,
  NOT_SUBMITTED,
  REGISTERED,
  REJECTED,
  REPORT_ACCEPTED,
  REPORT_DECLINED,
  REPORT_NOT_REQUESTED,
  REPORT_REQUESTED,
  REPORT_SUBMITTED,
  SUBMITTED,
} from './masters/values.ts'

/** The colours that carry meaning, by name; a theme maps a name to shades. */
export const COLOURS = [
  'plain',
  'red',
  'pink',
  'deep-orange',
  'orange',
  'green',
  'blue',
  'purple',
  'black',
] as const
export type Colour = (typeof COLOURS)[number]

const known = (colours: Record<number, Colour>) => (value: number | null | undefined) =>
  (value === null || value === undefined ? undefined : colours[value]) ?? 'plain'

export const applicantColour = known({ [NOT_REGISTERED]: 'red', [REGISTERED]: 'green', [REJECTED]: 'black' })

export const proposalColour = known({ [NOT_CREATED]: 'plain', [NOT_SUBMITTED]: 'red', [SUBMITTED]: 'green' })

export const reportColour = known({
  [REPORT_NOT_REQUESTED]: 'red',
  [REPORT_REQUESTED]: 'blue',
  [REPORT_ACCEPTED]: 'orange',
  [REPORT_SUBMITTED]: 'green',
  [REPORT_DECLINED]: 'black',
})

/** Not Submitted, Submitted, Assigned, Reviewed, Scored. */
export const progressColour = known({ 1: 'red', 2: 'blue', 3: 'orange', 4: 'purple', 5: 'green' })

/** A requested priority in the grids: the first four stand out, every later one is green. */
export const priorityColour = (priority: number): Colour =>
  (['red', 'pink', 'deep-orange', 'orange'] as const)[priority - 1] ?? 'green'

/** The band of a global score: above 4, above 3, above 2, above 1, otherwise plain. */
export function scoreColour(score: number | null | undefined): Colour {
  if (score === null || score === undefined) return 'plain'
  if (score > 4) return 'red'
  if (score > 3) return 'orange'
  if (score > 2) return 'green'
  return score > 1 ? 'blue' : 'plain'
}
