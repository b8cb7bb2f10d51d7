import type { z } from 'zod'
import { choice, flag, ids, listFilter, ofTerm, PERSON_SORTS, person, search } from '../filters.ts'

/** The filters of a list of proposals; the status flags and the score flags each are a group. */
export const proposalFilters = {
  ...person,
  ...ofTerm,
  title: search,
  abstract: search,
  keywords: choice,
  not_submitted: flag,
  submitted: flag,
  assigned: flag,
  reviewed: flag,
  scored: flag,
  excellent: flag,
  very_good: flag,
  good: flag,
  fair: flag,
  poor: flag,
  not_scored: flag,
  is_unlocked: flag,
}

/** `is_reviewed`: reviewed or further; `without_reviewer`: submitted and nobody's yet; `to_score`: every report is in, and no global score is given. */
export const ProposalFilter = listFilter(
  { ...proposalFilters, is_reviewed: flag, without_reviewer: flag, to_score: flag, ids },
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
export const AssignedSampleFilter = listFilter({ ...person, ...ofTerm, title: search, sample_id: choice }, [
  'id',
  ...PERSON_SORTS,
  'title',
  'term_id',
  'global_score',
])
export type AssignedSampleFilter = z.output<typeof AssignedSampleFilter>
