import { createFileRoute, Navigate } from '@tanstack/react-router'
import { address } from '#domain/address.ts'
import { api } from '#web/lib/http/api.ts'
import { failureKind } from '#web/lib/http/failures.ts'
import { useCall } from '#web/lib/http/query.ts'
import { target } from '#web/lib/routing/navigation.ts'
import { LinkButton } from '#web/ui/actions/links.tsx'
import { LoadedKeepingPrevious } from '#web/ui/layout/loaded.tsx'
import { ObjectTitle, Page } from '#web/ui/layout/page.tsx'
import { PreviousNextLinks } from '#web/ui/layout/previous_next.tsx'
import { ReportChip } from '#web/ui/report/chips.tsx'
import { reportDraft } from '#web/ui/report/report_draft.ts'
import { walkOf } from '../-reading.tsx'
import { Desk } from './-desk.tsx'

export const Route = createFileRoute('/reports/edit/$id')({ component: ReportEdit })

const edit = (id: number) => address('/reports/edit/$id', { id })

function ReportEdit() {
  const { id } = Route.useParams()
  const query = useCall(api.reports.get, { params: { id } }, { keep: true, own: ['forbidden'] })
  const report = query.data
  // It was taken away: what was typed stands where this leads.
  if (!query.isFetching && failureKind(query.error) === 'forbidden')
    return <Navigate {...target(address('/403'))} state={{ draft: reportDraft(id) }} replace />
  const back = address('/reports/detail/$id', { id }, { tab: 'tab-4' })
  return (
    <Page
      title={report ? <ObjectTitle id={report.proposal.id} title={report.proposal.title} /> : 'Report edit'}
      object={report && `${report.proposal.id}: ${report.proposal.title}`}
      breadcrumbs={[['Proposal Detail', back], ['Report edit']]}
      beside={report && <ReportChip status={report.status} />}
      actions={
        <>
          <LinkButton to={back} variant="default">
            Back
          </LinkButton>
          <PreviousNextLinks
            what="report"
            listPosition={report && walkOf(report)}
            previous={null}
            next={null}
            to={edit}
          />
        </>
      }
    >
      <LoadedKeepingPrevious query={query} fresh>
        {(report) => <Desk key={report.id} report={report} />}
      </LoadedKeepingPrevious>
    </Page>
  )
}
