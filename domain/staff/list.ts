import { z } from 'zod'
import { AssignedSample } from '../proposals/requested_sample.ts'
import { proposalStatus } from '../proposals/status.ts'
import { reportStatus } from '../reports/status.ts'
import { bit } from '../wire.ts'
import { progress } from './progress.ts'

/** The averages over a proposal's submitted reports; null without any. */
export const Scores = z.object({
  science_score_average: z.number().nullable(),
  technical_score_average: z.number().nullable(),
  total_score_average: z.number().nullable(),
  rank_average: z.number().nullable(),
})

/** What a list says of a proposal's reports taken together; with a conflict, as of none. */
const Standing = Scores.extend({
  reports_submitted: z.number(),
  /** All but the declined ones. */
  reports_asked: z.number(),
  /** Science plus technical score of each submitted report, the lowest first. */
  totals: z.array(z.number()),
})

/** A proposal as the staff's lists show it. */
export const ProposalRow = Standing.extend({
  id: z.number(),
  user_id: z.number(),
  name: z.string(),
  email: z.string(),
  affiliation: z.string(),
  term_id: z.number(),
  title: z.string(),
  shortAbstract: z.string(),
  selected_keywords: z.array(z.string()),
  status: z.literal(proposalStatus.codes),
  is_unlocked: bit,
  conflict: z.boolean(),
  progress: z.literal(progress.codes).nullable(),
  global_score: z.number().nullable(),
  rank: z.number().nullable(),
  /** That of score and rank; 0 where they are not shown. */
  score_version: z.number(),
  reports: z.array(
    z.object({
      id: z.number(),
      title: z.string(),
      status: z.literal(reportStatus.codes),
      science_score: z.number().nullable(),
      technical_score: z.number().nullable(),
      user: z.object({ id: z.number(), name: z.string() }),
    }),
  ),
  assigned_samples: z.array(AssignedSample),
})
export type ProposalRow = z.infer<typeof ProposalRow>
