import { address } from '#domain/address.ts'
import { api } from '#web/lib/http/api.ts'
import { useCall } from '#web/lib/http/query.ts'
import { ScreenLink } from '#web/ui/actions/links.tsx'
import { Section } from '#web/ui/layout/section.tsx'

/** On how many proposals of the call a member of the panel speaks; nothing where on none. */
export function Speaking() {
  const { first = [], second = [] } = useCall(api.panel.myLeads, { query: {} }).data ?? {}
  const parts = [
    ...(first.length > 0 ? [`first on ${first.length}`] : []),
    ...(second.length > 0 ? [`second on ${second.length}`] : []),
  ]
  if (parts.length === 0) return null
  return (
    <Section title="Before the panel meets">
      <ScreenLink to={address('/proposals', {}, { i_speak: 'true' })} inherit>
        {`You speak ${parts.join(', ')}`}
      </ScreenLink>
    </Section>
  )
}
