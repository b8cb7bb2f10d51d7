import type { Colour } from '../colours.ts'
import { type CodeOf, type State, stateMachine } from '../states.ts'

interface Band extends State {
  code: number
  /** The flag that filters for it. */
  tick: 'excellent' | 'very_good' | 'good' | 'fair' | 'poor'
  /** A global score is in the first band, from the best down, that it is above. */
  above: number
}

/** The bands of the global score, the worst first. */
export const scoreBand = stateMachine({
  POOR: { code: 1, label: 'Poor', colour: 'plain', tick: 'poor', above: Number.NEGATIVE_INFINITY },
  FAIR: { code: 2, label: 'Fair', colour: 'blue', tick: 'fair', above: 1 },
  GOOD: { code: 3, label: 'Good', colour: 'green', tick: 'good', above: 2 },
  VERY_GOOD: { code: 4, label: 'Very Good', colour: 'orange', tick: 'very_good', above: 3 },
  EXCELLENT: { code: 5, label: 'Excellent', colour: 'red', tick: 'excellent', above: 4 },
} as const satisfies Record<string, Band>)

export type ScoreBand = CodeOf<typeof scoreBand>

/** The bands from the best down, with what a score in them is above. */
export const BANDS = [...scoreBand.states].reverse()

/** The band of a global score: up to 1 is the worst, over 4 the best; null without a score. */
export const bandOf = (score: number | null): ScoreBand | null =>
  score === null ? null : BANDS.find(({ above }) => score > above)!.code

/** The colour of a global score; plain without one. */
export function scoreColour(score: number | null): Colour {
  const band = bandOf(score)
  return band === null ? 'plain' : scoreBand.colour(band)
}

/** The flags that filter by band, the best first, with the words of the form. */
export const SCORE_FLAGS = {
  ...(Object.fromEntries(BANDS.map(({ tick, label }) => [tick, label])) as Record<Band['tick'], string>),
  not_scored: '(Not Scored)',
}
