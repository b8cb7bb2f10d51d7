import type { ReactNode } from 'react'
import { otherAdministrators } from '#domain/users/staff_accounts.ts'
import { api } from '#web/lib/http/api.ts'
import { useCall } from '#web/lib/http/query.ts'
import { useUser } from '#web/lib/session/session.ts'

/** Whom a change of a staff account is e-mailed to, and whether it waits for a second administrator. */
export function useOtherAdministrators() {
  const me = useUser()
  const users = useCall(api.users.all).data ?? []
  const waits = useCall(api.masters.settings).data?.two_persons ?? false
  return {
    /** All active administrators. */
    office: otherAdministrators(users, { id: 0 }),
    others: otherAdministrators(users, me),
    waits,
    /** What the question says then. */
    waiting: waits ? ' It takes effect once another administrator has confirmed it.' : '',
  }
}

/** Renders with them, also while they are still being loaded: for a question that is already open. */
export const WithOtherAdministrators = ({
  children,
}: {
  children: (known: ReturnType<typeof useOtherAdministrators>) => ReactNode
}) => children(useOtherAdministrators())
