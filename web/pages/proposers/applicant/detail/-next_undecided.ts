import { NOT_REGISTERED } from '#domain/applicants/status.ts'
import { api } from '#web/lib/http/api.ts'
import { useCall } from '#web/lib/http/query.ts'
import { recallPage } from '#web/lib/lists/list_memory.ts'

const SEEN = 100

/**
 * Who is to be decided on after this applicant, in the order of the list as it was last searched: the next one below,
 * else the first; and how many there are besides. Without such a list, it is that of the applicant's term.
 */
export function useNextUndecided(id: number, term_id: number) {
  const searched = recallPage('/proposers/applicant')?.query ?? { term_id: String(term_id) }
  const query = { ...searched, status: [String(NOT_REGISTERED)], page: 1, per_page: SEEN }
  const { data: waiting } = useCall(api.applicants.list, { query }, { keep: true })
  const rows = waiting?.data ?? []
  const at = rows.findIndex((row) => row.id === id)
  const next = rows[at + 1] ?? (at > 0 ? rows[0] : undefined) ?? null
  // Read ahead, so that the next one is there at once.
  useCall(
    api.applicants.get,
    { params: { id: String(next?.id) } },
    { enabled: next !== null, staleTime: 30_000 },
  )
  return { next, left: (waiting?.total ?? 0) - (at < 0 ? 0 : 1) }
}
