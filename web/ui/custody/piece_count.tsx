import type { Asteroid } from '#domain/masters/values.ts'
import { AsteroidMark } from '../text/asteroid.tsx'
import classes from './amount.module.css'

/** A number of pieces, and the asteroids that they are from. */
export const PieceCount = ({ count, asteroids }: { count: number; asteroids: readonly number[] }) => (
  <span className={classes.count}>
    {count}
    {asteroids.map((asteroid) => (
      <AsteroidMark key={asteroid} asteroid={asteroid as Asteroid} />
    ))}
  </span>
)
