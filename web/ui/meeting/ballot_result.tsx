import type { Ballot, BallotResult, BallotRole } from '#domain/meetings/live_contract.ts'
import { BANDS_BEST_FIRST, scoreBand } from '#domain/staff/status.ts'
import { figure } from '#web/lib/format/format.ts'
import classes from './ballot_result.module.css'

const HIGHEST = 5
/** Dots whose grades are closer than this are stacked, so that none hides another on a phone either. */
const APART = 0.14

const place = (grade: number) => `${(100 * grade) / HIGHEST}%`

/** The level of each grade's dot, from the axis upwards. `grades` in ascending order. */
export function levelsOf(grades: readonly number[]): number[] {
  const last: number[] = []
  return grades.map((grade) => {
    const free = last.findIndex((other) => grade - other > APART)
    const level = free === -1 ? last.length : free
    last[level] = grade
    return level
  })
}

interface DotPlotProps {
  grades: readonly number[]
  median: number
}

/** Grades 0 to 5 as dots over the words of their bands, with the range as a bar and the median as a line. */
export function DotPlot({ grades, median }: DotPlotProps) {
  const sorted = [...grades].sort((a, b) => a - b)
  const levels = levelsOf(sorted)
  const [low, high] = [sorted[0] ?? 0, sorted.at(-1) ?? 0]
  return (
    <div
      className={classes.plot}
      role="img"
      aria-label={`Grades ${sorted.map((grade) => figure(grade, 2)).join(', ')}; median ${figure(median, 2)}`}
    >
      <div className={classes.field} style={{ height: Math.max(...levels, 0) * 10 + 30 }}>
        <i className={classes.axis} />
        {[0, 1, 2, 3, 4, 5].map((mark) => (
          <i key={mark} className={classes.mark} style={{ left: place(mark) }} />
        ))}
        <i
          className={classes.range}
          style={{ left: place(low), width: `calc(${place(high - low)} + 5px)` }}
        />
        {sorted.map((grade, position) => (
          <i
            // biome-ignore lint/suspicious/noArrayIndexKey: equal dots have no other identity
            key={position}
            className={classes.dot}
            style={{ left: place(grade), bottom: 16 + levels[position]! * 10 }}
          />
        ))}
        <i className={classes.median} style={{ left: place(median) }} />
      </div>
      <div className={classes.words}>
        {[...BANDS_BEST_FIRST].reverse().map(({ code }) => (
          <span key={code}>{scoreBand.label(code)}</span>
        ))}
      </div>
    </div>
  )
}

/** '3.75 median   3.00 to 4.25 range'. */
export const MedianAndRange = ({ median, lowest, highest }: BallotResult) => (
  <p className={classes.figures}>
    <span>
      <b>{figure(median, 2)}</b> median
    </span>
    <span>
      <b>{`${figure(lowest, 2)} to ${figure(highest, 2)}`}</b> range
    </span>
  </p>
)

const ROLES: Record<BallotRole, string> = {
  chair: 'Chair',
  deputy: 'Deputy',
  first: 'First speaker',
  second: 'Second speaker',
}

/** A revealed ballot: median and range, all grades as dots, and each with the name of who gave it. */
export function RevealedBallot({
  ballot: { result, grades },
}: {
  ballot: Pick<Ballot, 'result' | 'grades'>
}) {
  if (!result) return <p className={classes.figures}>None of its grades counts any more.</p>
  return (
    <>
      <MedianAndRange {...result} />
      <DotPlot grades={grades.map(({ grade }) => grade)} median={result.median} />
      <ul className={classes.grades} aria-label="Grades">
        {grades.map(({ id, name, role, grade }) => (
          <li key={id}>
            <span>
              {name} {role && <small>{ROLES[role]}</small>}
            </span>
            <b>{figure(grade, 2)}</b>
          </li>
        ))}
      </ul>
    </>
  )
}
