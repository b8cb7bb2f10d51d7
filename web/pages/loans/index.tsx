import { createFileRoute } from '@tanstack/react-router'
import { address } from '#domain/address.ts'
import { loanStatus } from '#domain/custody/loans/status.ts'
import { LOAN_TASK_NAMES, LOAN_TASKS } from '#domain/custody/loans/tasks.ts'
import { ASTEROIDS, asteroids } from '#domain/masters/values.ts'
import { api } from '#web/lib/http/api.ts'
import { useCall } from '#web/lib/http/query.ts'
import * as filter from '#web/lib/lists/filters.ts'
import { LinkButton } from '#web/ui/actions/links.tsx'
import { CustodyViews } from '#web/ui/custody/custody_views.tsx'
import { ListPage } from '#web/ui/lists/list_page.tsx'
import { BulkActs } from './-bulk_acts.tsx'
import { loanColumns } from './-columns.tsx'
import { OpenLoans } from './-open_loans.tsx'

export const Route = createFileRoute('/loans/')({ component: LoanList })

const WAITS = [
  { id: 'office', label: 'The office' },
  { id: 'curation', label: 'Curation' },
  { id: 'holder', label: 'The holder' },
]

const TASKS = LOAN_TASK_NAMES.map((id) => ({ id, label: LOAN_TASKS[id].label }))

function LoanList() {
  const summary = useCall(api.loans.summary).data
  const packing = summary?.to_pack ?? 0
  return (
    <ListPage
      title="Loans"
      noun="loan"
      list={api.loans.list}
      csv={api.loans.download}
      filters={[
        filter.text('search', 'Holder, loan or piece'),
        filter.select(
          'open',
          'Status',
          [
            { id: 'open', label: 'Open' },
            { id: 'closed', label: 'Closed' },
          ],
          { initial: 'open' },
        ),
        filter.select('task', 'To do', TASKS),
        filter.select('state', 'State', loanStatus.choices),
        filter.select('waits_for', 'Waits for', WAITS),
        filter.select(
          'asteroid',
          'Asteroid',
          ASTEROIDS.map((id) => ({ id, label: asteroids[id] })),
        ),
        filter.text('proposal_id', 'Proposal'),
        filter.select('term_id', 'Term', api.terms.open),
        filter.flags('Due', { late: 'Late' }, false),
      ]}
      withoutControl={{ numbers: 'For the CSV of selected rows.' }}
      rowKey={({ number }) => number}
      rowName={({ number, borrower_name }) => `${number} ${borrower_name}`}
      columns={loanColumns}
      actions={
        <>
          <CustodyViews />
          {packing > 0 && (
            <LinkButton variant="default" to={address('/loans', {}, { task: 'packing' })}>
              {`${packing} to pack or dispatch`}
            </LinkButton>
          )}
        </>
      }
      bulkActions={(rows, selection) => <BulkActs rows={rows} done={selection.clear} />}
      empty="Loans begin when the office takes note of an accepted result."
    >
      {summary && summary.open > 0 && <OpenLoans summary={summary} />}
    </ListPage>
  )
}
