import { queryOptions } from '@tanstack/react-query'
import type { KeptAct } from '#domain/undo/contract.ts'
import { api } from '../http/api.ts'
import { afterRows } from '../screen/first_rows.ts'

const SECOND_MS = 1000

/** When it is asked for again: once the first act is over, then each second until the server has carried it out. */
function untilNextLook(acts: readonly KeptAct[] | undefined): number | false {
  const waits = (acts ?? []).flatMap(({ state, scheduled, seconds }) =>
    state === 'waiting' && !scheduled ? [seconds] : [],
  )
  return waits.length > 0 && Math.max(SECOND_MS, Math.min(...waits) * SECOND_MS)
}

/** What the office has pressed and can still undo, and what could not be done. Read again when the window is used again. */
export const pendingActsQuery = queryOptions({
  queryKey: api.undo.list.key(),
  queryFn: async () => {
    await afterRows()
    return api.undo.list()
  },
  refetchInterval: ({ state }) => untilNextLook(state.data),
  refetchOnWindowFocus: 'always',
  // Nothing on the screen waits for it.
  meta: { own: 'all' },
})
