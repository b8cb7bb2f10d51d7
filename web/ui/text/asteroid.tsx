import type { ReactNode } from 'react'
import { type Asteroid, asteroids, RYUGU } from '#domain/masters/values.ts'
import classes from './asteroid.module.css'

/** The icon of an asteroid: a diamond for Ryugu, a disc for Bennu, so that colour is not the only difference. */
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

/** The icon of the asteroid and a sample's name, or Any. */
export const SampleName = ({ asteroid, name }: { asteroid: Asteroid; name: ReactNode }) => (
  <span className={classes.sample}>
    <AsteroidMark asteroid={asteroid} />
    {name}
  </span>
)

export const Logo = ({ size = 28 }: { size?: number | undefined }) => (
  <svg width={size} height={size} viewBox="0 0 28 28" aria-hidden style={{ flex: 'none' }}>
    <ellipse className={classes.orbit} cx="14" cy="14" rx="13" ry="5.2" transform="rotate(-28 14 14)" />
    <g className={classes.ryugu}>
      <path className={classes.right} d="M13 5.2l8 8-8 8z" />
      <path className={classes.left} d="M13 5.2l-8 8 8 8z" />
    </g>
    <g className={classes.bennu}>
      <circle className={classes.gap} cx="23.4" cy="7.6" r="4.1" />
      <path className={classes.right} d="M23.4 4.5a3.1 3.1 0 0 1 0 6.2z" />
      <path className={classes.left} d="M23.4 4.5a3.1 3.1 0 0 0 0 6.2z" />
    </g>
  </svg>
)
