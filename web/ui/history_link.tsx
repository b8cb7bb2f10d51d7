import { address } from '#domain/address.ts'
import type { ObjectType } from '#domain/audit/actions.ts'
import { useIsOffice } from '#web/lib/session.tsx'
import { LinkButton } from './screen_link.tsx'

/** The way to what the audit log knows of an object, for the office. */
export const HistoryLink = ({ object, id }: { object: ObjectType; id: number | string }) =>
  useIsOffice() && (
    <LinkButton variant="default" to={address('/audit-log', {}, { object, object_id: id })}>
      History
    </LinkButton>
  )
