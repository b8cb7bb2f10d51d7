import { Title } from '@mantine/core'
import { useElementSize } from '@mantine/hooks'
import type { CSSProperties } from 'react'
import type { ReportDetail } from '#domain/reports/contract.ts'
import { isTakenOn } from '#domain/reports/status.ts'
import { useUser } from '#web/lib/session/session.ts'
import { UnsavedDraft } from '#web/ui/forms/unsaved_work.tsx'
import { QueryTabs } from '#web/ui/layout/query_tabs.tsx'
import { Due } from '#web/ui/report/due.tsx'
import { reportDraft } from '#web/ui/report/report_draft.ts'
import { ReportText } from '#web/ui/report/report_text.tsx'
import { Note } from '#web/ui/text/note.tsx'
import { useReading } from '../-reading.tsx'
import classes from '../reports.module.css'
import { ReviewForm } from './-review_form.tsx'
import { valuesOf } from './-review_values.ts'

/** The report that is written, beside the proposal that it is about. */
export function Desk({ report }: { report: ReportDetail }) {
  const me = useUser()
  const { tabs, pdf } = useReading(report)
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
          <Due at={report.due_at} />
        </div>
        {report.why_not_save === null ? <ReviewForm report={report} /> : <Closed report={report} />}
      </section>
      <article className={classes.read} aria-label="Proposal">
        <div className={classes.whose}>
          <b>{report.proposal.name}</b>
          <span>{report.proposal.affiliation}</span>
        </div>
        <QueryTabs tabs={[...tabs, ...pdf]} />
      </article>
    </div>
  )
}

/** Why it can not be written now, where it would be; what was typed and not saved; and what it says, if it was. */
const Closed = ({ report }: { report: ReportDetail }) => (
  <div className={classes.body}>
    <Note kind="warn" title={report.why_not_save} />
    <UnsavedDraft of={reportDraft(report.id)} saved={valuesOf(report)} but="the report below is without it" />
    {isTakenOn(report.status) && <ReportText report={report} />}
  </div>
)
