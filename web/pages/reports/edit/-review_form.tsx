import { Textarea } from '@mantine/core'
import type { ReportDetail } from '#domain/reports/contract.ts'
import { isHandedIn } from '#domain/reports/status.ts'
import { useEndpointForm } from '#web/lib/forms/endpoint_form.ts'
import { api } from '#web/lib/http/api.ts'
import { useLeaveForbidden } from '#web/lib/routing/navigation.ts'
import { EndpointForm } from '#web/ui/forms/endpoint_form.tsx'
import { scoreText } from '#web/ui/report/chips.tsx'
import { FiveBoxes } from '#web/ui/report/five_boxes.tsx'
import { reportDraft } from '#web/ui/report/report_draft.ts'
import { Note } from '#web/ui/text/note.tsx'
import classes from '../reports.module.css'
import { ReviewBar } from './-review_bar.tsx'
import { type ReviewValues, valuesOf } from './-review_values.ts'

const inWords = (score: string) => (score === '' ? '' : scoreText(Number(score)))
const LONG = { autosize: true, minRows: 2, maxRows: 20 } as const
const TRUST = 'What makes you trust the method'
const FAIL = 'What could fail, and what would be lost'

/** The form of a report: two scores and four comments, saved and submitted without leaving it. */
export function ReviewForm({ report }: { report: ReportDetail }) {
  const leaveForbidden = useLeaveForbidden(reportDraft(report.id))
  const form = useEndpointForm(api.reports.save, {
    initial: valuesOf(report),
    input: { params: { id: report.id } },
    draft: reportDraft(report.id),
    conflict: {
      load: async () => valuesOf(await api.reports.get({ params: { id: report.id } })),
      words: { science_score: inWords, technical_score: inWords },
    },
    success: 'Success',
    handles: ['forbidden'],
    onFault: leaveForbidden,
  })
  const field = (name: keyof ReviewValues) => form.fields.getInputProps(name)
  return (
    <EndpointForm form={form}>
      <div className={classes.body}>
        {isHandedIn(report.status) && (
          <Note title="This report is already submitted.">What you save takes its place.</Note>
        )}
        <FiveBoxes
          label="Science Score"
          about="scientific merit"
          meanings={report.score_meanings.science}
          {...field('science_score')}
        />
        <Textarea label="Science Comment Strength" {...LONG} {...field('science_comment_strength')} />
        <Textarea label="Science Comment Weakness" {...LONG} {...field('science_comment_weakness')} />
        <FiveBoxes
          label="Technical Score"
          about="technical feasibility"
          meanings={report.score_meanings.technical}
          {...field('technical_score')}
        />
        <Textarea
          label="Technical Comment Strength"
          placeholder={TRUST}
          {...LONG}
          {...field('technical_comment_strength')}
        />
        <Textarea
          label="Technical Comment Weakness"
          placeholder={FAIL}
          {...LONG}
          {...field('technical_comment_weakness')}
        />
      </div>
      <ReviewBar report={report} form={form} />
    </EndpointForm>
  )
}
