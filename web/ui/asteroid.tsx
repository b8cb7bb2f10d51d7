import type { ReactNode } from 'react'
import { type Asteroid, asteroids, RYUGU } from '#domain/masters/values.ts'
import classes from './asteroid.module.css'

/** The sign of an asteroid: Ryugu is a diamond, Bennu a disc; the colours only repeat the shapes. */
export const AsteroidMark = ({ asteroid, size = 11 }: { asteroid: Asteroid; size?: number }) => (
  <svg
    className={`${classes.mark} ${asteroid === RYUGU ? classes.ryugu : classes.bennu}`}
    width={size}
    height={size}
    viewBox="0 0 12 12"
    role="img"
    aria-label={asteroids[asteroid]}
  >
    {asteroid === RYUGU ? (
      <>
        <path className={classes.right} d="M6 0l6 6-6 6z" />
        <path className={classes.left} d="M6 0 0 6l6 6z" />
      </>
    ) : (
      <>
        <path className={classes.right} d="M6 .8a5.2 5.2 0 0 1 0 10.4z" />
        <path className={classes.left} d="M6 .8a5.2 5.2 0 0 0 0 10.4z" />
      </>
    )}
  </svg>
)

/** The name of a sample, or Any, behind the sign of its asteroid. */
export const SampleName = ({ asteroid, name }: { asteroid: Asteroid; name: ReactNode }) => (
  <span className={classes.sample}>
    <AsteroidMark asteroid={asteroid} />
    {name}
  </span>
)
