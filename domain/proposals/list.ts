import { z } from 'zod'
import { choice, flag, listFilter, search } from '../filters.ts'
import { bit } from '../wire.ts'
import { AssignedSample } from './requested_sample.ts'

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

export const ProposalRow = z.object({
  id: z.number(),
  user_id: z.number(),
  name: z.string(),
  email: z.string(),
  affiliation: z.string(),
  term_id: z.number(),
  title: z.string(),
  shortAbstract: z.string(),
  selected_keywords: z.array(z.string()),
  status: z.number(),
  is_unlocked: bit,
  conflict: z.boolean(),
  progress: z.number().nullable(),
  global_score: z.number().nullable(),
  rank: z.number().nullable(),
  reports: z.array(
    z.object({
      id: z.number(),
      title: z.string(),
      status: z.number(),
      user: z.object({ id: z.number(), name: z.string() }),
    }),
  ),
})
export type ProposalRow = z.infer<typeof ProposalRow>

/** The filters of the list of proposals with assigned samples. */
export const AssignedSampleFilter = listFilter({
  name: search,
  email: search,
  affiliation: search,
  title: search,
  sample_id: choice,
})
export type AssignedSampleFilter = z.output<typeof AssignedSampleFilter>

export const AssignedSampleRow = ProposalRow.pick({
  id: true,
  user_id: true,
  name: true,
  email: true,
  affiliation: true,
  term_id: true,
  title: true,
  global_score: true,
}).extend({ assigned_samples: z.array(AssignedSample) })
export type AssignedSampleRow = z.infer<typeof AssignedSampleRow>
