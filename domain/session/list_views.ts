import { z } from 'zod'

/** The views of the lists that have several. */
export const LIST_VIEWS = {
  proposals: { list: 'List', ranking: 'Ranking' },
  reviewers: { compact: 'Compact', list: 'List' },
  assigned: { list: 'List', proposal: 'By proposal', sample: 'By sample' },
} as const

export type ViewedList = keyof typeof LIST_VIEWS
export type ViewOf<L extends ViewedList> = keyof (typeof LIST_VIEWS)[L] & string

const viewOf = <L extends ViewedList>(list: L) =>
  z.enum(Object.keys(LIST_VIEWS[list]) as [ViewOf<L>]).optional()

/** The views that a user chose; a list without one opens in its own. */
export const ListViews = z.object({
  proposals: viewOf('proposals'),
  reviewers: viewOf('reviewers'),
  assigned: viewOf('assigned'),
})
export type ListViews = z.infer<typeof ListViews>
