import { useLocation } from '@tanstack/react-router'
import type { ViewOf } from '#domain/session/list_views.ts'
import { api } from '#web/lib/http/api.ts'
import { useCall } from '#web/lib/http/query.ts'
import { useListView } from '#web/lib/lists/list_view.ts'
import { useCurrentTerm } from '#web/lib/session/current_term.ts'
import { openingView } from './-list.ts'

type View = ViewOf<'proposals'>

/** The view of the list, undefined until it is known, and how to choose another. */
export function useProposalView() {
  const current = useCurrentTerm()
  const { term_id } = useLocation({ select: ({ search }) => search as { term_id?: unknown } })
  const asks = current?.dates === null
  const { steps } = useCall(api.callState.get, { query: { only: 'steps' } }, { enabled: asks }).data ?? {}
  const closes = current?.dates?.proposals_close_at ?? steps?.find(({ key }) => key === 'proposals')?.to
  const ofOtherTerm = term_id !== undefined && String(term_id) !== String(current?.id ?? '')
  const opening = ofOtherTerm
    ? 'ranking'
    : current === null
      ? 'list'
      : closes
        ? openingView(closes)
        : undefined
  return useListView<'proposals', View | undefined>('proposals', opening)
}
