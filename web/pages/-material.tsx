import type { CallState } from '#domain/call_state/contract.ts'
import { type Asteroid, asteroids, BENNU, RYUGU } from '#domain/masters/values.ts'
import { figure } from '#web/lib/format/format.ts'
import { Section } from '#web/ui/layout/section.tsx'
import { AsteroidMark } from '#web/ui/text/asteroid.tsx'
import classes from './-dashboard.module.css'

type Materials = NonNullable<CallState['staff']>['material']

/** How much of what is asked for is given, of each asteroid. */
export const Material = ({ material }: { material: Materials }) => (
  <Section title="Material" aside="given of asked">
    <div className={classes.material}>
      <Line asteroid={RYUGU} of={material.ryugu} />
      <Line asteroid={BENNU} of={material.bennu} />
    </div>
  </Section>
)

function Line({ asteroid, of }: { asteroid: Asteroid; of: Materials['ryugu'] }) {
  const { given, asked, proposals } = of
  return (
    <div data-asteroid={asteroids[asteroid].toLowerCase()}>
      <div className={classes.weights}>
        <AsteroidMark asteroid={asteroid} />
        <b>{asteroids[asteroid]}</b>
        <span>
          <b>{figure(given, 1)}</b>{' '}
          {`of ${figure(asked, 1)} mg · ${proposals} ${proposals === 1 ? 'proposal' : 'proposals'}`}
        </span>
      </div>
      <span className={classes.share} aria-hidden>
        <i style={{ width: `${asked === 0 ? 0 : Math.min(100, (100 * given) / asked)}%` }} />
      </span>
    </div>
  )
}
