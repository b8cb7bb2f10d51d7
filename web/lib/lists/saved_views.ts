import type { SavedView } from '#domain/saved_views/contract.ts'
import { isViewedPath, type ViewedPath } from '#domain/saved_views/rules.ts'
import { api } from '../http/api.ts'
import { useCall } from '../http/query.ts'
import type { RawSearch } from '../routing/search.ts'

/** The parameters of a view in one order, so that two can be compared. */
const comparable = (search: RawSearch) =>
  JSON.stringify(
    Object.entries(search)
      .filter(([name]) => name !== 'columns')
      .map(([name, value]) => [name, [value].flat()] as const)
      .concat([['columns', [search.columns ?? []].flat()]])
      .sort(([a], [b]) => (a < b ? -1 : 1)),
  )

export const sameView = (a: RawSearch, b: RawSearch) => comparable(a) === comparable(b)

/** The named views of a list, none where it has no views, and the one that is open. */
export function useSavedViews(path: string, openId: number | undefined) {
  const list: ViewedPath | null = isViewedPath(path) ? path : null
  const { data: views = [] } = useCall(
    api.savedViews.list,
    { query: { list: list ?? '/proposals' } },
    { enabled: list !== null },
  )
  const open: SavedView | undefined = views.find(({ id }) => id === openId)
  return { list, views, open }
}
