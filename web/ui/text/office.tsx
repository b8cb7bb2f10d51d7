import { Anchor } from '@mantine/core'
import { api } from '#web/lib/http/api.ts'
import { useCall } from '#web/lib/http/query.ts'

/** A link that writes an e-mail to the office: for those who cannot, or need not, ask it here. */
export function OfficeMail({ subject }: { subject?: string }) {
  const office = useCall(api.masters.office).data
  if (!office) return null
  const query = subject ? `?subject=${encodeURIComponent(subject)}` : ''
  return (
    <Anchor inherit href={`mailto:${office.email}${query}`}>
      Ask the office
    </Anchor>
  )
}
