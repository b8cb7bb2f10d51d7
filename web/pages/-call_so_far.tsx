import { type Address, address } from '#domain/address.ts'
import type { CallState, Funnel } from '#domain/call_state/contract.ts'
import { useIsOffice } from '#web/lib/session/session.ts'
import { ScreenLink } from '#web/ui/actions/links.tsx'
import { Section } from '#web/ui/layout/section.tsx'
import classes from './-dashboard.module.css'

/** The steps of the funnel with the list of each; the notices are the office's. */
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

/** How far how many have come, beside the call before this one on the same day. */
export function CallSoFar({ staff: { funnel, before } }: { staff: NonNullable<CallState['staff']> }) {
  const office = useIsOffice()
  const most = Math.max(1, ...Object.values(funnel))
  return (
    <Section title="The call so far">
      <ol className={classes.funnel}>
        {STEPS.map(({ key, label, to, office: forOffice }) => (
          <li key={key} data-step={key}>
            {forOffice && !office ? <span>{label}</span> : <ScreenLink to={to}>{label}</ScreenLink>}
            <span className={classes.track} aria-hidden>
              <i style={{ width: `${(100 * funnel[key]) / most}%` }} />
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
