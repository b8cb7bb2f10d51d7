import { address } from '#domain/address.ts'
import type { ProposalRow } from '#domain/staff/contract.ts'
import { ScreenLink } from '#web/ui/actions/links.tsx'
import { DetailButton } from '#web/ui/lists/row_parts.tsx'
import { ReportChip } from '#web/ui/report/chips.tsx'
import { ScoreSquare } from '#web/ui/text/score.tsx'
import classes from './reviewers.module.css'

/** The reviewers of a proposal, a line each: how far the report is, its scores, and the way to who writes it. */
export function Reviewers({ of: { id: proposal_id, reports, conflict } }: { of: ProposalRow }) {
  if (conflict) return 'You have a conflict of interest with this proposal.'
  if (reports.length === 0) return '-'
  return (
    <ul className={classes.list}>
      {reports.map(({ id, status, science_score, technical_score, user }) => (
        <li key={id} className={classes.line}>
          <span>
            <ReportChip status={status} />
          </span>
          <ScreenLink to={address('/reviewers/detail/$id', { id: user.id })} inherit className={classes.name}>
            {user.name}
          </ScreenLink>
          <span className={classes.scores}>
            {science_score !== null && (
              <>
                <abbr title="Science Score">S</abbr> <ScoreSquare score={science_score} />
              </>
            )}
            {technical_score !== null && (
              <>
                <abbr title="Technical Score">T</abbr> <ScoreSquare score={technical_score} />
              </>
            )}
          </span>
          <ScreenLink
            to={address('/reports/detail/$id', { id })}
            inherit
            aria-label={`Report ${id} on ${proposal_id}, ${user.name}`}
          >{`Report ${id}`}</ScreenLink>
          <DetailButton to={address('/reviewers/detail/$id', { id: user.id })} name={user.name} />
        </li>
      ))}
    </ul>
  )
}
