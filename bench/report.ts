/** One figure beside what it is measured against. */
export interface Line {
  what: string
  ours: string
  /** The bare route with prepared statements, in the same run. */
  peer?: string
  /** What HotCRP took on a quiet machine of two cores; scaled by how our peer runs here against there. */
  hotcrp?: string
  goal: string
  /** Null where a figure has no goal of its own. */
  met: boolean | null
}

const VERDICT = { true: 'met', false: 'NOT MET', null: '' }
export const MET = / met$/u
export const NOT_MET = / NOT MET$/u

/** The head of a table of lines. */
export const head = () => print('', 'ours', 'bare route', 'HotCRP (scaled)', 'goal', '')

/** Prints one line. */
export function tell({ what, ours, peer = '', hotcrp = '', goal, met }: Line) {
  print(what, ours, peer, hotcrp, goal, VERDICT[`${met}`])
}

const print = (what: string, ours: string, peer: string, hotcrp: string, goal: string, verdict: string) =>
  console.log(
    `${what.padEnd(52)} ${ours.padStart(16)} ${peer.padStart(16)} ${hotcrp.padStart(24)}  ${goal.padEnd(34)} ${verdict}`.trimEnd(),
  )

/** A figure in at most so many digits as say something. */
export const figure = (value: number) =>
  value >= 100 ? Math.round(value).toLocaleString('en') : value.toPrecision(value >= 10 ? 3 : 2)

/** Figures at one connection and at ten. */
export const both = (values: readonly number[], unit = '') => `${values.map(figure).join(' / ')}${unit}`

/** The middle one. */
export const median = (values: readonly number[]) =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)]!
