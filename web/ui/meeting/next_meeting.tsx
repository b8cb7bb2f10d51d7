import { address } from '#domain/address.ts'
import { day, time, timeLeft } from '#web/lib/format/format.ts'
import { api } from '#web/lib/http/api.ts'
import { useCall } from '#web/lib/http/query.ts'
import { ScreenLink } from '#web/ui/actions/links.tsx'
import { Section } from '#web/ui/layout/section.tsx'

/** When the panel of the term meets; nothing without a meeting that is still to come or open. */
export function PanelMeets({ term_id }: { term_id: number }) {
  const list = useCall(api.meetings.list, { query: { term_id } }).data
  const meeting = list?.find(({ state }) => state !== 'closed')
  if (!meeting) return null
  const { id, state, place, sessions } = meeting
  const from = sessions[0]?.starts_at
  const when = from ? `${day(time(from))}, ${timeLeft(from, new Date())}` : 'no date yet'
  return (
    <Section title="Panel meeting" aside={place}>
      <ScreenLink to={address('/meetings/$id', { id })} inherit>
        {state === 'open' ? 'The panel meets now: the meeting is open' : `The panel meets ${when}`}
      </ScreenLink>
    </Section>
  )
}
