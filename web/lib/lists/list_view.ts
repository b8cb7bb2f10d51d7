import { useQueryClient } from '@tanstack/react-query'
import { useLocation, useNavigate } from '@tanstack/react-router'
import { LIST_VIEWS, type ViewedList, type ViewOf } from '#domain/session/list_views.ts'
import { api } from '../http/api.ts'
import { useAction } from '../http/query.ts'
import type { RawSearch } from '../routing/search.ts'
import { useMaintenance } from '../session/maintenance.ts'
import { loginUserQuery, useUser } from '../session/session.ts'

/**
 * The view of a list that the user chose, or `initial`, and how to choose another. The choice is kept with the user, on
 * every device; while impersonating and during maintenance it lasts as long as the page. A named view brings its own, the
 * `layout` of the address.
 *
 *     const [view, chooseView] = useListView('reviewers', 'compact')
 */
export function useListView<L extends ViewedList, V extends ViewOf<L> | undefined>(list: L, initial: V) {
  const user = useUser()
  const { layout, ...search } = useLocation({ select: ({ search }) => search as RawSearch })
  const navigate = useNavigate()
  const maintenance = useMaintenance()
  const queries = useQueryClient()
  const save = useAction(api.session.chooseViews, { success: false, refresh: false })
  const choose = (view: ViewOf<L>) => {
    const chosen = { [list]: view }
    queries.setQueryData(loginUserQuery.queryKey, (now) =>
      now ? { ...now, list_views: { ...now.list_views, ...chosen } } : now,
    )
    if (!user.acting && !maintenance) void save.run({ body: chosen })
    if (layout !== undefined) void navigate({ to: '.', search: search as never, replace: true })
  }
  const named = Object.keys(LIST_VIEWS[list]).includes(String(layout)) ? (layout as ViewOf<L>) : undefined
  return [named ?? (user.list_views[list] as ViewOf<L> | undefined) ?? initial, choose] as const
}
