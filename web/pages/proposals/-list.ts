import type { QueryClient } from '@tanstack/react-query'
import type { ViewOf } from '#domain/session/list_views.ts'
import {
  PROGRESS_NOT_SUBMITTED,
  PROGRESS_SCORED,
  PROGRESS_SUBMITTED,
  progress,
  SCORE_FLAGS,
} from '#domain/staff/status.ts'
import { api } from '#web/lib/http/api.ts'
import * as filter from '#web/lib/lists/filters.ts'
import { defineList } from '#web/lib/lists/list_definition.ts'
import { loadList } from '#web/lib/lists/load_list.ts'
import { knownCurrentTerm } from '#web/lib/session/current_term.ts'
import { loginUserQuery } from '#web/lib/session/session.ts'

const STATUS = {
  not_submitted: progress.label(PROGRESS_NOT_SUBMITTED),
  submitted: progress.label(PROGRESS_SUBMITTED),
  scored: progress.label(PROGRESS_SCORED),
}

/** The views of the ranking, as a filter. */
export const VIEWS = {
  not_graded: 'I have not graded',
  i_speak: 'I speak',
  reviewers_disagree: 'Reviewers disagree',
  panel_disagrees: 'Panel disagrees',
  tie_zone: 'Tie zone',
}
export type RankingView = keyof typeof VIEWS

const byId = defineList({
  list: api.staff.list,
  always: { fields: 'list' },
  filters: [
    filter.text('search', 'Title or name'),
    filter.text('title', 'Title'),
    filter.text('name', 'Name'),
    filter.text('email', 'E-mail'),
    filter.text('affiliation', 'Affiliation'),
    filter.text('abstract', 'Abstract'),
    filter.select('keywords', 'Keywords', api.masters.keywordChoices),
    filter.term(),
    filter.flags('Status', STATUS),
    filter.flags('Global Score', SCORE_FLAGS),
    filter.flags('Lock', { is_unlocked: 'Unlocked' }, false),
    filter.flags('Reviews', { is_reviewed: 'Reviewed or scored' }, false),
    filter.flags(
      'Waits for',
      {
        without_reviewer: 'A reviewer',
        to_score: 'A global score',
        unlock_ended: 'Submission after an unlock',
        withdrawal_asked: 'A decision on its withdrawal',
        question_waiting: 'A question to its reviewers',
      },
      false,
    ),
    filter.views('Show', VIEWS),
  ],
})

type View = ViewOf<'proposals'>

/** The list as it opens in each view, for its screen and its loader. */
export const proposalLists = {
  list: byId,
  ranking: defineList({
    ...byId,
    order: { sort: 'expected', dir: 'asc' },
    withOwnColumns: { fields: 'ranking' },
  }),
}

/** The view in which the list opens: the ranking once proposals have closed. */
export const openingView = (proposalsCloseAt: string): View =>
  Date.now() < Date.parse(proposalsCloseAt) ? 'list' : 'ranking'

/** Begins to read what the list shows first. */
export const loadProposals = loadList(firstProposalList)

/** What the list shows first; undefined while its view is not known yet. */
function firstProposalList(queries: QueryClient) {
  const user = queries.getQueryData(loginUserQuery.queryKey)
  const closes = knownCurrentTerm(queries)?.dates?.proposals_close_at
  const view = (user || undefined)?.list_views.proposals ?? (closes ? openingView(closes) : undefined)
  return view && proposalLists[view]
}
