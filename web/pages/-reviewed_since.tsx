import { address } from '#domain/address.ts'
import type { CallState } from '#domain/call_state/contract.ts'
import { time } from '#web/lib/format/format.ts'
import { ScreenLink } from '#web/ui/actions/links.tsx'
import { Section } from '#web/ui/layout/section.tsx'
import classes from './-dashboard.module.css'

/** What came in since the panel member was here last. */
export const ReviewedSince = ({ panel }: { panel: NonNullable<CallState['panel']> }) => (
  <Section
    title="Reviewed since your last visit"
    aside={panel.since ? `since ${time(panel.since)}` : 'this is your first'}
  >
    {panel.count === 0 ? (
      <p className={classes.none}>No report has come in.</p>
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
