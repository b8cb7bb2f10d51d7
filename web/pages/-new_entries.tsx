import { address } from '#domain/address.ts'
import { newEntriesText } from '#domain/discussions/rules.ts'
import { api } from '#web/lib/http/api.ts'
import { useCall } from '#web/lib/http/query.ts'
import { ScreenLink } from '#web/ui/actions/links.tsx'
import { Section } from '#web/ui/layout/section.tsx'
import { Collapsed } from '#web/ui/text/long_lists.tsx'

/** The discussions of the call with entries that one has not seen; nothing where all is seen. */
export function NewEntries() {
  const counts = useCall(api.discussions.counts, { query: {} }).data ?? []
  const unread = counts.filter((count) => count.unread > 0)
  if (unread.length === 0) return null
  return (
    <Section title="Discussions with new entries">
      <Collapsed items={unread} itemKey={({ proposal_id }) => proposal_id}>
        {({ proposal_id, title, unread: count }) => (
          <ScreenLink
            to={address('/proposals/detail/$id', { id: proposal_id }, { tab: 'tab-5' })}
            inherit
            display="inline-block"
            py={3}
          >
            {`${proposal_id}: ${title}, ${newEntriesText(count)}`}
          </ScreenLink>
        )}
      </Collapsed>
    </Section>
  )
}
