import { type Address, address } from '#domain/address.ts'
import { comparedMgText } from '#domain/allocation/served.ts'
import type { CallState, Funnel } from '#domain/call_state/contract.ts'
import { type Asteroid, asteroids, BENNU, RYUGU } from '#domain/masters/values.ts'
import { time } from '#web/lib/format/format.ts'
import { useIsOffice } from '#web/lib/session/session.ts'
import { ScreenLink } from '#web/ui/actions/links.tsx'
import { Section } from '#web/ui/layout/section.tsx'
import { AsteroidMark } from '#web/ui/text/asteroid.tsx'
import { GlobalScore } from '#web/ui/text/score.tsx'
import classes from './-dashboard.module.css'

/** The steps of the funnel and their lists; notices are for the office only. */
const STEPS: { key: keyof Funnel; label: string; to: Address; office?: true }[] = [
  { key: 'notices', label: 'Notices', to: address('/proposers/applicant'), office: true },
  { key: 'proposers', label: 'Proposers', to: address('/proposers') },
  {
    key: 'submitted',
    label: 'Submitted',
    to: address('/proposals', {}, { submitted: 'true', scored: 'true' }),
  },
  { key: 'reviewed', label: 'Reviewed', to: address('/proposals', {}, { is_reviewed: 'true' }) },
  { key: 'scored', label: 'Scored', to: address('/proposals', {}, { scored: 'true' }) },
  { key: 'allocated', label: 'Allocated', to: address('/proposals/assigned_samples') },
]

/** The numbers at each step, compared with the same day of the previous term. */
export function CallSoFar({ staff: { funnel, before } }: { staff: NonNullable<CallState['staff']> }) {
  const office = useIsOffice()
  const max = Math.max(1, ...Object.values(funnel))
  return (
    <Section title="The call so far">
      <ol className={classes.funnel}>
        {STEPS.map(({ key, label, to, office: forOffice }) => (
          <li key={key} data-step={key}>
            {forOffice && !office ? <span>{label}</span> : <ScreenLink to={to}>{label}</ScreenLink>}
            <span className={classes.track} aria-hidden>
              <i style={{ width: `${(100 * funnel[key]) / max}%` }} />
            </span>
            <b>{funnel[key]}</b>
          </li>
        ))}
      </ol>
      {before && (
        <p className={classes.before}>
          {`On this day of ${before.label}: ${before.notices} ${before.notices === 1 ? 'notice' : 'notices'}, ${before.submitted} submitted.`}
        </p>
      )}
    </Section>
  )
}

type Materials = NonNullable<CallState['staff']>['material']

/** How much of the requested material is assigned, by asteroid. */
export const Material = ({ material }: { material: Materials }) => (
  <Section title="Material" aside="assigned of requested">
    <div className={classes.material}>
      <MaterialLine asteroid={RYUGU} weights={material.ryugu} />
      <MaterialLine asteroid={BENNU} weights={material.bennu} />
    </div>
  </Section>
)

function MaterialLine({ asteroid, weights }: { asteroid: Asteroid; weights: Materials['ryugu'] }) {
  const { given, asked, proposals } = weights
  return (
    <div data-asteroid={asteroids[asteroid].toLowerCase()}>
      <div className={classes.weights}>
        <AsteroidMark asteroid={asteroid} />
        <b>{asteroids[asteroid]}</b>
        <span>
          {comparedMgText(weights) || '0 mg'}
          {` · ${proposals} ${proposals === 1 ? 'proposal' : 'proposals'}`}
        </span>
      </div>
      <span className={classes.share} aria-hidden>
        <i style={{ width: `${asked === 0 ? 0 : Math.min(100, (100 * given) / asked)}%` }} />
      </span>
    </div>
  )
}

type Top = NonNullable<CallState['staff']>['top']

export const TopScored = ({ top, scored }: { top: Top; scored: number }) =>
  top.length > 0 && (
    <Section
      title="Top scored"
      aside={
        <ScreenLink
          to={address('/proposals', {}, { scored: 'true', sort: 'global_score', dir: 'desc' })}
          fz="inherit"
        >{`All ${scored}`}</ScreenLink>
      }
    >
      <ol className={classes.top}>
        {top.map(({ id, name, title, global_score }) => (
          <li key={id} title={`${id}: ${title}`}>
            <ScreenLink to={address('/proposals/detail/$id', { id })}>
              <span>{id}:</span> {name} <span>{title}</span>
            </ScreenLink>
            <GlobalScore score={global_score} />
          </li>
        ))}
      </ol>
    </Section>
  )

/** Reports submitted since the panel member's last visit. */
export const ReviewedSince = ({ panel }: { panel: NonNullable<CallState['panel']> }) => (
  <Section
    title="Reviewed since your last visit"
    aside={panel.since ? `since ${time(panel.since)}` : 'this is your first visit'}
  >
    {panel.count === 0 ? (
      <p className={classes.none}>No new reports.</p>
    ) : (
      <ul className={classes.since}>
        {panel.proposals.map(({ id, name, title, reports, at }) => (
          <li key={id} title={title}>
            <ScreenLink to={address('/proposals/detail/$id', { id }, { tab: 'tab-3' })}>
              <span>{id}:</span> {name} <span>{title}</span>
            </ScreenLink>
            <span className={classes.when}>
              {reports === 1 ? 'one report' : `${reports} reports`}, {time(at)}
            </span>
          </li>
        ))}
      </ul>
    )}
    {panel.count > panel.proposals.length && (
      <p className={classes.before}>
        <ScreenLink to={address('/proposals/reviewers')}>
          {`and ${panel.count - panel.proposals.length} more proposals`}
        </ScreenLink>
      </p>
    )}
  </Section>
)
