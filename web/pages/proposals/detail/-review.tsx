import { isSubmitted } from '#domain/proposals/status.ts'
import type { StaffProposal } from '#domain/staff/contract.ts'
import { api } from '#web/lib/http/api.ts'
import { useIsOffice } from '#web/lib/session/session.ts'
import { CsvButton } from '#web/ui/actions/buttons.tsx'
import { EmptyState } from '#web/ui/text/note.tsx'
import { Averages } from './-averages.tsx'
import { ReportBlock } from './-report_block.tsx'
import classes from './review.module.css'

const HEADS = ['Reviewers', 'Science Score', 'Technical Score', 'Rank', 'Status', 'Submit Date']

/** The Review tab: what the reports come to, and what each of them says. */
export function Review({ proposal }: { proposal: StaffProposal }) {
  const office = useIsOffice()
  if (proposal.conflict)
    return (
      <>
        <EmptyState title="The reports are not shown to you." />
        <AllReports proposal={proposal} />
      </>
    )
  return (
    <>
      <section className={classes.card} aria-label="Reports" data-office={office || undefined}>
        <Averages proposal={proposal} />
        {proposal.reports.length === 0 ? (
          <EmptyState title="This proposal has no reviewer yet.">
            {isSubmitted(proposal.status)
              ? 'Add Reviewer, above, is where the office names the first.'
              : 'One can be added once the proposal is submitted.'}
          </EmptyState>
        ) : (
          <div className={classes.heads} aria-hidden>
            {HEADS.map((head) => (
              <span key={head}>{head}</span>
            ))}
          </div>
        )}
        {proposal.reports.map((report) => (
          <ReportBlock key={report.id} report={report} proposal={proposal} />
        ))}
      </section>
      <AllReports proposal={proposal} />
    </>
  )
}

/** A ZIP of what the viewer may read of a submitted proposal: with a conflict its export alone. */
const AllReports = ({ proposal }: { proposal: StaffProposal }) =>
  isSubmitted(proposal.status) && (
    <div className={classes.below}>
      <CsvButton call={api.staff.zip} input={{ params: { id: proposal.id } }}>
        Download All Reports
      </CsvButton>
    </div>
  )
