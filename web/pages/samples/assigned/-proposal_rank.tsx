import { address } from '#domain/address.ts'
import type { AssignedRow, Claimant } from '#domain/allocation/contract.ts'
import { termLabel } from '#domain/masters/values.ts'
import { bandOf, scoreBand } from '#domain/staff/status.ts'
import { gridAddress as gridOf } from '#web/allocation_grid/grid_kinds.ts'
import { figure } from '#web/lib/format/format.ts'
import { GlobalScore } from '#web/ui/text/score.tsx'

type Ranking = Pick<Claimant, 'conflict' | 'global_score' | 'rank'>

const rankText = (rank: number | null) => (rank === null ? [] : [`rank ${rank}`])

/** The ranking of a proposal: '4.50 Excellent, rank 2'; hidden if the user has a conflict of interest. */
export function rankingText({ conflict, global_score, rank }: Ranking): string {
  if (conflict) return 'conflict of interest'
  const band = bandOf(global_score)
  const score = band === null ? '-' : `${figure(global_score, 2)} ${scoreBand.label(band)}`
  return [score, ...rankText(rank)].join(', ')
}

/** The ranking of a proposal, with score bars. */
export const Ranked = ({ of }: { of: Ranking }) =>
  of.conflict ? (
    <span>Conflict of interest</span>
  ) : (
    <>
      <GlobalScore score={of.global_score} />
      {of.rank !== null && <span>{rankText(of.rank)}</span>}
    </>
  )

/** A competing proposal: '87 (4.30, rank 5)', '12 of AO6 confirmed (-)'. */
export function rivalText(rival: Claimant, term_id: number, says = ''): string {
  const { proposal_id, conflict, global_score, rank } = rival
  const ranking = conflict ? ['conflict of interest'] : [figure(global_score, 2), ...rankText(rank)]
  const term = rival.term_id === term_id ? '' : ` of ${termLabel(rival.term_id)}`
  return `${proposal_id}${term}${says} (${ranking.join(', ')})`
}

export const proposalAt = (id: number) => address('/proposals/detail/$id', { id })

/** The grid of a row's term, at its sample. */
export const gridAt = (row: AssignedRow) => gridOf(row, row.term.id)
