import { z } from 'zod'
import { LIST_VIEWS, type ViewedList, type ViewOf } from './list_views.ts'

const viewOf = <L extends ViewedList>(list: L) =>
  z.enum(Object.keys(LIST_VIEWS[list]) as [ViewOf<L>]).optional()

/** The views that a user chose; a list without one opens in its own. */
export const ListViews = z.object({
  proposals: viewOf('proposals'),
  reviewers: viewOf('reviewers'),
  assigned: viewOf('assigned'),
})
export type ListViews = z.infer<typeof ListViews>
