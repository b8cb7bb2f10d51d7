/** The views of the lists that have several. */
export const LIST_VIEWS = {
  proposals: { list: 'List', ranking: 'Ranking' },
  reviewers: { compact: 'Compact', list: 'List' },
  assigned: { list: 'List', proposal: 'By proposal', sample: 'By sample' },
} as const

export type ViewedList = keyof typeof LIST_VIEWS
export type ViewOf<L extends ViewedList> = keyof (typeof LIST_VIEWS)[L] & string
