import type { z } from 'zod'
import { choice, flag, listFilter, search } from '../filters.ts'

/** The staff's proposal filters; the status flags and the score flags each are a group. */
export const ProposalFilter = listFilter({
  name: search,
  email: search,
  affiliation: search,
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
})
export type ProposalFilter = z.output<typeof ProposalFilter>

/** The filters of the list of proposals with assigned samples. */
export const AssignedSampleFilter = listFilter({
  name: search,
  email: search,
  affiliation: search,
  title: search,
  sample_id: choice,
})
export type AssignedSampleFilter = z.output<typeof AssignedSampleFilter>
