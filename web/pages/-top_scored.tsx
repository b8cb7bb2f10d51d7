import { address } from '#domain/address.ts'
import type { CallState } from '#domain/call_state/contract.ts'
import { ScreenLink } from '#web/ui/actions/links.tsx'
import { Section } from '#web/ui/layout/section.tsx'
import { GlobalScore } from '#web/ui/text/score.tsx'
import classes from './-dashboard.module.css'

type Top = NonNullable<CallState['staff']>['top']

/** The best scored proposals; nothing before the first score. */
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
