import { fitsRequest, type GivenSample, matchSamples, requestedCount } from '../allocation/matching.ts'
import type { RequestedSample } from '../proposals/requested_samples.ts'

/** A proposal in the order of the ranking, with what it asks for and what is assigned to it. */
export interface RankedProposal {
  id: number
  requested_samples: readonly RequestedSample[]
  given: readonly GivenSample[]
}

/** The first of the ranking, other than `except`, with a request that the sample would meet and nothing meets yet. */
export function nextInRank<P extends RankedProposal>(
  sample: GivenSample,
  ranking: readonly P[],
  except: number,
): { proposal: P; priority: number } | null {
  for (const proposal of ranking) {
    if (proposal.id === except) continue
    const answer = matchSamples(proposal.requested_samples, proposal.given)
    const met = (request: RequestedSample) =>
      [...answer.values()].filter((one) => one === request).length >= requestedCount(request)
    const request = proposal.requested_samples
      .toSorted((a, b) => a.priority - b.priority)
      .find((one) => !met(one) && (one.sample_id === sample.sample_id || fitsRequest(sample, one)))
    if (request) return { proposal, priority: request.priority }
  }
  return null
}
