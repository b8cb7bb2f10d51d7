import { Title } from '@mantine/core'
import { useElementSize } from '@mantine/hooks'
import { createFileRoute, Navigate } from '@tanstack/react-router'
import type { CSSProperties } from 'react'
import { address } from '#domain/address.ts'
import type { ReportDetail } from '#domain/reports/contract.ts'
import { isTakenOn } from '#domain/reports/status.ts'
import { api } from '#web/lib/http/api.ts'
import { failureKind } from '#web/lib/http/failures.ts'
import { useCall } from '#web/lib/http/query.ts'
import { loadById } from '#web/lib/routing/loaders.ts'
import { target } from '#web/lib/routing/navigation.ts'
import { useUser } from '#web/lib/session/session.ts'
import { LinkButton } from '#web/ui/actions/links.tsx'
import { UnsavedDraft } from '#web/ui/forms/unsaved_work.tsx'
import { LoadedKeepingPrevious } from '#web/ui/layout/loaded.tsx'
import { ObjectTitle, Page } from '#web/ui/layout/page.tsx'
import { PreviousNextLinks } from '#web/ui/layout/previous_next.tsx'
import { QueryTabs } from '#web/ui/layout/query_tabs.tsx'
import { changedOn } from '#web/ui/proposal/changed_note.tsx'
import { reportDraft } from '#web/ui/report/report_actions.tsx'
import { ReportChip, ReportDue } from '#web/ui/report/report_status.tsx'
import { ReportText } from '#web/ui/report/report_text.tsx'
import { Tag } from '#web/ui/text/chips.tsx'
import { Note } from '#web/ui/text/note.tsx'
import { dueOf, navigationOf, useProposalTabs } from '../-proposal_tabs.tsx'
import classes from '../reports.module.css'
import { ReviewForm, valuesOf } from './-review_form.tsx'

export const Route = createFileRoute('/reports/edit/$id')({
  loader: loadById(api.reports.get),
  component: ReportEdit,
})

const edit = (id: number) => address('/reports/edit/$id', { id })

function ReportEdit() {
  const { id } = Route.useParams()
  const query = useCall(api.reports.get, { params: { id } }, { keep: true, own: ['forbidden'] })
  const report = query.data
  // The report was taken away from the reviewer: the 403 page shows the unsaved text.
  if (!query.isFetching && failureKind(query.error) === 'forbidden')
    return <Navigate {...target(address('/403'))} state={{ draft: reportDraft(id) }} replace />
  const back = address('/reports/detail/$id', { id }, { tab: 'tab-4' })
  return (
    <Page
      title={report ? <ObjectTitle id={report.proposal.id} title={report.proposal.title} /> : 'Report edit'}
      object={report && `${report.proposal.id}: ${report.proposal.title}`}
      breadcrumbs={[['Proposal Detail', back], ['Report edit']]}
      beside={report && <ReportChip of={report} />}
      actions={
        <>
          <LinkButton to={back} variant="default">
            Back
          </LinkButton>
          <PreviousNextLinks
            what="report"
            listPosition={report && navigationOf(report)}
            previous={null}
            next={null}
            to={edit}
          />
        </>
      }
    >
      <LoadedKeepingPrevious query={query} fresh>
        {(report) => <ReportBesideProposal key={report.id} report={report} />}
      </LoadedKeepingPrevious>
    </Page>
  )
}

/** The form of the report beside its proposal. */
function ReportBesideProposal({ report }: { report: ReportDetail }) {
  const me = useUser()
  const { tabs, pdf } = useProposalTabs(report)
  const { ref, height } = useElementSize()
  const own = report.user_id === me.id
  return (
    <div className={classes.desk}>
      <section
        ref={ref}
        className={classes.form}
        style={{ '--form-height': `${height}px` } as CSSProperties}
        aria-labelledby="report"
      >
        <div className={classes.head}>
          <Title order={2} id="report">
            {own ? 'Your report' : `Report of ${report.name}`}
          </Title>
          <ReportDue of={dueOf(report)} due={report.due_at} />
        </div>
        {report.why_not_save === null ? <ReviewForm report={report} /> : <ClosedReport report={report} />}
      </section>
      <article className={classes.read} aria-label="Proposal">
        <div className={classes.whose}>
          <b>{report.proposal.name}</b>
          <span>{report.proposal.affiliation}</span>
          {report.changes && <Tag>{changedOn(report.changes)}</Tag>}
        </div>
        <QueryTabs tabs={[...tabs, ...pdf]} />
      </article>
    </div>
  )
}

/** In place of the form: why the report cannot be edited, the unsaved draft, and the saved text. */
const ClosedReport = ({ report }: { report: ReportDetail }) => (
  <div className={classes.body}>
    <Note title={report.why_not_save} />
    <UnsavedDraft of={reportDraft(report.id)} saved={valuesOf(report)} but="the report below is without it" />
    {isTakenOn(report.status) && <ReportText report={report} />}
  </div>
)
