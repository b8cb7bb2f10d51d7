import { address } from '#domain/address.ts'
import type { ObjectType } from '#domain/audit/actions.ts'
import { useIsOffice } from '#web/lib/session/session.ts'
import { LinkButton } from './screen_link.tsx'

interface HistoryLinkProps {
  object: ObjectType
  id: number | string
  children?: string
}

/** The way to what the audit log knows of an object, for the office. */
export const HistoryLink = ({ object, id, children = 'History' }: HistoryLinkProps) =>
  useIsOffice() && (
    <LinkButton variant="default" to={address('/audit-log', {}, { object, object_id: id })}>
      {children}
    </LinkButton>
  )
