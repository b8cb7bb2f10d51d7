import { labelOf } from '#domain/masters/values.ts'
import { bandOf, type ScoreBand, scoreBand } from '#domain/staff/status.ts'
import { figure } from '#web/lib/format/format.ts'
import classes from './score.module.css'

/** A global score: the figure, five bars, the word of its band; '-' without one. */
export function GlobalScore({ score }: { score: number | null }) {
  const band = bandOf(score)
  if (band === null) return '-'
  return (
    <span className={classes.global}>
      <b>{figure(score, 2)}</b>
      <ScoreBars band={band} />
      <span className={classes.word}>{scoreBand.label(band)}</span>
    </span>
  )
}

/** Five bars, full up to a band. */
export const ScoreBars = ({ band }: { band: ScoreBand }) => (
  <span className={classes.bars} aria-hidden>
    {scoreBand.codes.map((code) => (
      <i key={code} className={code <= band ? classes.full : undefined} />
    ))}
  </span>
)

/** A report's score, 1 to 5, as a square with its digit; the word is its name. '-' without one. */
export const ScoreSquare = ({ score }: { score: number | null }) =>
  score === null ? (
    <span>-</span>
  ) : (
    <span
      className={`${classes.square} ${classes[`v${score}`]}`}
      role="img"
      aria-label={`${score} ${labelOf('score_list', score)}`}
      title={labelOf('score_list', score)}
    >
      {score}
    </span>
  )

const LEAST = 2
const MOST = 10
const LEFT = 6
const WIDTH = 92
const place = (total: number) => LEFT + (WIDTH * (total - LEAST)) / (MOST - LEAST)

/** The axis, with a tick for every second total. */
const AXIS = `M${LEFT} 8h${WIDTH}${[2, 4, 6, 8, 10].map((tick) => `M${place(tick)} 6v4`).join('')}`

/** The totals of the reports, 2 to 10, as dots; equal ones are stacked, a triangle marks the average. */
export function Spread({ totals }: { totals: readonly number[] }) {
  if (totals.length === 0) return <span>-</span>
  const mean = totals.reduce((sum, total) => sum + total, 0) / totals.length
  const stacks = [...new Set(totals)].map((total) => totals.filter((other) => other === total))
  const at = place(mean)
  return (
    <svg
      className={classes.spread}
      viewBox="0 0 104 20"
      role="img"
      aria-label={`Totals ${totals.join(', ')}`}
    >
      <path className={classes.axis} d={AXIS} />
      {stacks.map((stack) =>
        stack.map((total, position) => (
          <circle
            // biome-ignore lint/suspicious/noArrayIndexKey: equal dots have no other identity
            key={`${total}-${position}`}
            className={classes.dot}
            cx={place(total)}
            cy={8 + (position - (stack.length - 1) / 2) * (stack.length > 2 ? 4.5 : 6.4)}
            r={stack.length > 1 ? (stack.length > 2 ? 2.6 : 3.4) : 4}
          />
        )),
      )}
      {totals.length > 1 && <path className={classes.mean} d={`M${at} 14l3.6 5h-7.2z`} />}
    </svg>
  )
}
