import type { z } from 'zod'
import {
  idChoice,
  listFilter,
  PERSON_SORTS,
  personFilters,
  rowIds,
  searchText,
  termFilter,
  yesNo,
} from '../filters.ts'

/** The filters of a list of proposals; the status flags and the score flags each are a group. */
export const proposalFilters = {
  ...personFilters,
  ...termFilter,
  title: searchText,
  abstract: searchText,
  keywords: idChoice,
  not_submitted: yesNo,
  submitted: yesNo,
  assigned: yesNo,
  reviewed: yesNo,
  scored: yesNo,
  excellent: yesNo,
  very_good: yesNo,
  good: yesNo,
  fair: yesNo,
  poor: yesNo,
  not_scored: yesNo,
  is_unlocked: yesNo,
}

/** `is_reviewed`: reviewed or further; `without_reviewer`: submitted and nobody's yet; `to_score`: every report is in, and no global score is given. */
export const ProposalFilter = listFilter(
  { ...proposalFilters, is_reviewed: yesNo, without_reviewer: yesNo, to_score: yesNo, ids: rowIds },
  [
    'id',
    ...PERSON_SORTS,
    'title',
    'term_id',
    'progress',
    'global_score',
    'rank',
    'reports_submitted',
    'science_score_average',
    'technical_score_average',
    'total_score_average',
    'rank_average',
  ],
)
export type ProposalFilter = z.output<typeof ProposalFilter>

/** The filters of the list of proposals with assigned samples. */
export const AssignedSampleFilter = listFilter(
  { ...personFilters, ...termFilter, title: searchText, sample_id: idChoice },
  ['id', ...PERSON_SORTS, 'title', 'term_id', 'global_score'],
)
export type AssignedSampleFilter = z.output<typeof AssignedSampleFilter>
