import { BENNU, RYUGU } from '#domain/masters/values.ts'
import { AsteroidMark } from '#web/ui/text/asteroid.tsx'
import classes from './login.module.css'

/**
 * Heliocentric elements, J2000 ecliptic: semi-major axis in au, eccentricity, longitude of perihelion (node + argument)
 * in degrees. JPL Small-Body Database: Ryugu, JPL 206, epoch 2020-05-31 (a 1.18968, e 0.19030, node 251.578,
 * argument 211.485); Bennu, JPL 118, epoch 2011-01-01 (a 1.12639, e 0.20375, node 2.061, argument 66.223). Earth: J2000
 * mean elements of E. M. Standish, JPL. Seen from the north of the ecliptic; the inclinations of 6° are left out. Where
 * on its orbit a body stands is chosen for the picture.
 */
const ORBITS = {
  earth: { a: 1, e: 0.0167, perihelion: 102.94, at: 56 },
  ryugu: { a: 1.18968, e: 0.1903, perihelion: 103.064, at: -143 },
  bennu: { a: 1.12639, e: 0.20375, perihelion: 68.284, at: 144 },
}
type Orbit = (typeof ORBITS)[keyof typeof ORBITS]

/** Pixels of the drawing an astronomical unit. */
const AU = 190
const RADIAN = Math.PI / 180

/** The orbit as an ellipse with the Sun in a focus at 0, 0; angles run against the clock, as seen from the north. */
const Ellipse = ({ orbit: { a, e, perihelion }, name }: { orbit: Orbit; name: keyof typeof ORBITS }) => (
  <ellipse
    className={classes[name]}
    cx={-a * e * AU}
    rx={a * AU}
    ry={a * Math.sqrt(1 - e * e) * AU}
    transform={`rotate(${-perihelion})`}
  />
)

/** Where a body is at its true anomaly. */
function placeOf({ a, e, perihelion, at }: Orbit) {
  const distance = ((a * (1 - e * e)) / (1 + e * Math.cos(at * RADIAN))) * AU
  const angle = (perihelion + at) * RADIAN
  return [distance * Math.cos(angle), -distance * Math.sin(angle)] as const
}

const MARK = 26

/** A body with its sign and its name beside. */
function Body({ orbit, name, asteroid, left }: BodyProps) {
  const [x, y] = placeOf(orbit)
  const aside = left ? -MARK / 2 - 8 : MARK / 2 + 8
  return (
    <g transform={`translate(${x} ${y})`}>
      <g transform={`translate(${-MARK / 2} ${-MARK / 2})`}>
        <AsteroidMark asteroid={asteroid} size={MARK} />
      </g>
      <text className={classes.body} x={aside} y={5} textAnchor={left ? 'end' : 'start'}>
        {name}
      </text>
    </g>
  )
}
interface BodyProps {
  orbit: Orbit
  name: string
  asteroid: typeof RYUGU | typeof BENNU
  left?: boolean
}

const STARS = [
  [90, 210, 1],
  [160, 520, 1.2],
  [760, 130, 1],
  [700, 610, 1.2],
  [250, 120, 1],
  [610, 90, 1.2],
  [790, 420, 1],
  [60, 690, 1],
] as const

/** The orbits of Earth, Ryugu and Bennu to one scale. */
export function Orbits() {
  const [x, y] = placeOf(ORBITS.earth)
  return (
    <svg className={classes.orbits} viewBox="0 0 840 900" preserveAspectRatio="xMidYMid slice" aria-hidden>
      <g className={classes.stars}>
        {STARS.map(([cx, cy, r]) => (
          <circle key={cx} cx={cx} cy={cy} r={r} />
        ))}
      </g>
      <g transform="translate(476 318)">
        <path className={classes.axes} d="M-900 0H-24M24 0H900M0-900V-24M0 24V330" />
        <circle className={classes.sun} r="6" />
        <circle className={classes.glow} r="15" />
        <Ellipse orbit={ORBITS.earth} name="earth" />
        <Ellipse orbit={ORBITS.ryugu} name="ryugu" />
        <Ellipse orbit={ORBITS.bennu} name="bennu" />
        <circle className={classes.planet} cx={x} cy={y} r="4" />
        <text className={classes.home} x={x + 12} y={y + 4}>
          Earth
        </text>
        <Body orbit={ORBITS.ryugu} name="Ryugu" asteroid={RYUGU} />
        <Body orbit={ORBITS.bennu} name="Bennu" asteroid={BENNU} left />
      </g>
    </svg>
  )
}
