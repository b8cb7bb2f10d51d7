import { address } from '#domain/address.ts'
import { api } from '#web/lib/http/api.ts'
import { useCall } from '#web/lib/http/query.ts'
import { ScreenLink } from '#web/ui/actions/links.tsx'
import { Note } from '#web/ui/text/note.tsx'

/** Warns an office of one person that nobody could confirm what that person proposes. */
export function AloneNote() {
  const query = { is_admin: '1', status: 'active', per_page: '1' } as const
  const members = useCall(api.users.list, { query }).data?.total
  if (members === undefined || members > 1) return null
  return (
    <Note kind="warn">
      You are the only member of the administration office: nobody could confirm what you propose.{' '}
      <ScreenLink inherit to={address('/users/add')}>
        Add another member
      </ScreenLink>{' '}
      first.
    </Note>
  )
}
