import { DEFAULT_LIMITS } from '#domain/assign_reviewers/limits.ts'
import type { Snapshot } from '#domain/assign_reviewers/problem.ts'
import { pseudoRandom } from '../demonstration/choices.ts'

interface CallOptions {
  proposals: number
  reviewers: number
  organisations: number
  /** The probability that a reviewer is blocked for a proposal, that it is not judged, that there is a report. */
  blocked?: number
  unjudged?: number
  reported?: number
  /** The highest limit of a reviewer. */
  most?: number
  perProposal?: number
  /** How many different fits there are. */
  fits?: number
}

/** A random call to assign; the same seed makes the same call. */
export function reviewerCall(
  seed: number,
  { proposals, reviewers, organisations, ...options }: CallOptions,
): Snapshot {
  const { blocked = 0.1, unjudged = 0.05, reported = 0.1, most = 6, perProposal = 3, fits = 101 } = options
  let drawn = 0
  const random = () => pseudoRandom(seed, drawn++)
  const below = (n: number) => Math.floor(random() * n)
  const ids = { proposal: (at: number) => 10 + at, reviewer: (at: number) => 100 + at }
  const cells = (share: number) =>
    Array.from({ length: proposals * reviewers }, (_, at) => at)
      .filter(() => random() < share)
      .map((at) => ({
        proposal_id: ids.proposal(Math.floor(at / reviewers)),
        user_id: ids.reviewer(at % reviewers),
      }))
  const reports = cells(reported).map((cell) => ({ ...cell, status: [0, 1, 2, 3, 9][below(5)]! }))
  const isCounted = ({ status }: { status: number }) => status !== 9
  const topics = Math.max(2, Math.round(reviewers / 5))
  const expert = Array.from({ length: reviewers }, () => below(topics))
  const about = Array.from({ length: proposals }, () => below(topics))
  return {
    limits: { ...DEFAULT_LIMITS, per_proposal: perProposal },
    proposals: Array.from({ length: proposals }, (_, at) => ({
      id: ids.proposal(at),
      closed: random() < 0.02,
      reports: reports.filter((one) => one.proposal_id === ids.proposal(at) && isCounted(one)).length,
    })),
    reviewers: Array.from({ length: reviewers }, (_, at) => ({
      id: ids.reviewer(at),
      name: `Reviewer ${at}`,
      affiliation: '',
      organisation: random() < 0.1 ? '' : `o${below(organisations)}`,
      load: reports.filter((one) => one.user_id === ids.reviewer(at) && isCounted(one)).length,
      limit: 1 + below(most),
      absences: [],
      why_not: random() < 0.02 ? 'This user is disabled.' : null,
    })),
    fit: about.map((topic) =>
      expert.map((own) => {
        const step = below(fits)
        const fit = Math.round((100 * step) / Math.max(1, fits - 1))
        return own === topic ? Math.min(100, 40 + Math.round(fit * 0.6)) : Math.round(fit * 0.5)
      }),
    ),
    knows: about.map((topic) => expert.map((own) => own === topic && random() < 0.7)),
    reports,
    blocked: cells(blocked),
    unjudged: cells(unjudged),
    marks: [],
    keep: [],
    acknowledged: [],
    allow: [],
    proposal_ids: null,
    repair: false,
    today: '2027-02-08',
    due: '2027-04-05',
  }
}
