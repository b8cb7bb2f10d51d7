import { createFileRoute } from '@tanstack/react-router'
import { address } from '#domain/address.ts'
import type { WholeProposalRow } from '#domain/staff/contract.ts'
import { api } from '#web/lib/http/api.ts'
import * as filter from '#web/lib/lists/filters.ts'
import { ScreenLink } from '#web/ui/actions/links.tsx'
import { ListPage } from '#web/ui/lists/list_page.tsx'
import { DetailButton } from '#web/ui/lists/row_parts.tsx'
import { ReportChip } from '#web/ui/report/report_status.tsx'
import { EmailAffiliation } from '#web/ui/text/people.tsx'
import { GlobalScore, ScoreSquare } from '#web/ui/text/score.tsx'
import classes from './reviewers.module.css'

export const Route = createFileRoute('/proposals/reviewers/')({ component: ProposalReviewersList })

function ProposalReviewersList() {
  return (
    <ListPage
      title="Proposal Reviewers List"
      breadcrumbs={[['Proposal', address('/proposals')], ['Proposal Reviewers List']]}
      list={api.staff.withReviewers}
      filters={[filter.term()]}
      withoutControl={{
        everyOther: 'The filter is shared with the proposal list; this one is cut by term alone.',
      }}
      rowKey={(row) => row.id}
      rowName={(row) => `${row.id}: ${row.title}`}
      noun="proposal"
      columns={[
        { header: 'Name', width: '12%', cell: (row) => row.name },
        { header: 'Email/Affiliation', width: '18%', cell: (row) => <EmailAffiliation of={row} /> },
        {
          header: 'Title',
          width: '20%',
          cardTitle: true,
          to: (row) => address('/proposals/detail/$id', { id: row.id }, { tab: 'tab-3' }),
          cell: (row) => `${row.id}: ${row.title}`,
        },
        { header: 'Reviewers', width: '44%', cell: (row) => <Reviewers of={row} /> },
        { header: 'Global Score', cell: (row) => <GlobalScore score={row.global_score} />, nowrap: true },
      ]}
    />
  )
}

/** The reviewers of a proposal, one line each with status, scores and links. */
function Reviewers({ of: { id: proposal_id, reports, conflict } }: { of: WholeProposalRow }) {
  if (conflict) return 'You have a conflict of interest with this proposal.'
  if (reports.length === 0) return '-'
  return (
    <ul className={classes.list}>
      {reports.map(({ id, status, closed, science_score, technical_score, user }) => (
        <li key={id} className={classes.line}>
          <DetailButton to={address('/reviewers/detail/$id', { id: user.id })} name={user.name} />
          <span>
            <ReportChip of={{ status, closed }} />
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
        </li>
      ))}
    </ul>
  )
}
