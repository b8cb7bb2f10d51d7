import { address } from '#domain/address.ts'
import { termLabel } from '#domain/masters/values.ts'
import { api } from '#web/lib/http/api.ts'
import { useCall } from '#web/lib/http/query.ts'
import { ScreenLink } from '#web/ui/actions/links.tsx'
import { Section } from '#web/ui/layout/section.tsx'
import classes from './-home.module.css'

/** One's proposals of earlier calls; nothing for who has none. */
export function PastProposals() {
  const past = useCall(api.proposals.myAll).data ?? []
  if (past.length === 0) return null
  return (
    <Section title="Previous proposals">
      <ul className={classes.past}>
        {past.map(({ id, term_id, title }) => (
          <li key={id}>
            <ScreenLink to={address('/proposals/oldProposal/$id', { id })}>{title}</ScreenLink>{' '}
            <small>{termLabel(term_id)}</small>
          </li>
        ))}
      </ul>
    </Section>
  )
}
