import {
  PROGRESS_NOT_SUBMITTED,
  PROGRESS_SCORED,
  PROGRESS_SUBMITTED,
  progress,
  SCORE_FLAGS,
} from '#domain/staff/status.ts'
import { api } from '#web/lib/http/api.ts'
import * as filter from '#web/lib/lists/filters.ts'
import { defineList } from '#web/lib/lists/list_state.ts'

const STATUS = {
  not_submitted: progress.label(PROGRESS_NOT_SUBMITTED),
  submitted: progress.label(PROGRESS_SUBMITTED),
  scored: progress.label(PROGRESS_SCORED),
}

/** The list as it opens, for its screen and its loader. */
export const proposalList = defineList({
  list: api.staff.list,
  order: { sort: 'total_score_average', dir: 'desc' },
  filters: [
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
      },
      false,
    ),
  ],
})
