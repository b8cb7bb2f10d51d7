import { Button } from '@mantine/core'
import { IconArrowRight, IconCloudCheck } from '@tabler/icons-react'
import { address } from '#domain/address.ts'
import type { ReportDetail } from '#domain/reports/contract.ts'
import { whyNotSubmitReport } from '#domain/reports/rules.ts'
import { clock } from '#web/lib/format/format.ts'
import type { EndpointFormState } from '#web/lib/forms/endpoint_form.ts'
import { api } from '#web/lib/http/api.ts'
import { failureKind } from '#web/lib/http/failures.ts'
import { useAction } from '#web/lib/http/query.ts'
import { useGo } from '#web/lib/routing/navigation.ts'
import type { NextStep } from '#web/lib/screen/banner.tsx'
import { ButtonWithReason } from '#web/ui/actions/buttons.tsx'
import { LinkButton } from '#web/ui/actions/links.tsx'
import { useConfirm } from '#web/ui/dialogs/confirm.tsx'
import { SubmitReach } from '#web/ui/report/submit_reach.tsx'
import classes from '../reports.module.css'
import type { ReviewValues } from './-review_values.ts'

interface ReviewBarProps {
  report: ReportDetail
  form: EndpointFormState<ReviewValues>
}

const detail = (id: number) => address('/reports/detail/$id', { id }, { tab: 'tab-4' })

const nextToWrite = ({ next_to_write: next }: ReportDetail): NextStep | null =>
  next && { label: `Next: ${next.proposal_id}`, to: address('/reports/edit/$id', { id: next.id }) }

/** What is kept and what is missing; Save, Submit, and the next report that waits to be written. */
export function ReviewBar({ report, form }: ReviewBarProps) {
  const go = useGo()
  const ask = useConfirm()
  const submit = useAction(api.reports.submit, {
    own: ['stale'],
    // What was saved meanwhile is compared first, as it is for Save.
    onFault: (error) => failureKind(error) === 'stale' && void form.save(),
    next: () => nextToWrite(report),
    onDone: () => void go(detail(report.id), { ignoreBlocker: true }),
  })
  const saveAndSubmit = async () => {
    if (form.dirty() && !(await form.save())) return
    const { version } = form.fields.getValues()
    await submit.run({ params: { reportId: report.id }, body: { version } })
  }
  return (
    <div className={classes.bar} data-bar>
      <Standing report={report} form={form} />
      <Button type="submit" variant="default" loading={form.waiting}>
        Save
      </Button>
      <ButtonWithReason
        why={whyNot(report, form.fields.getValues())}
        onClick={() =>
          void ask({
            question: 'Are you sure to submit?',
            details: <SubmitReach reviewer={{ name: report.name }} />,
            act: saveAndSubmit,
          })
        }
      >
        Submit
      </ButtonWithReason>
      <Button variant="subtle" onClick={() => void go(detail(report.id))}>
        Cancel
      </Button>
      {report.next_to_write && (
        <LinkButton
          className={classes.last}
          variant="default"
          to={address('/reports/edit/$id', { id: report.next_to_write.id })}
          rightSection={<IconArrowRight size={15} aria-hidden />}
        >
          {`Next: ${report.next_to_write.proposal_id}`}
        </LinkButton>
      )}
    </div>
  )
}

const asScore = (choice: string) => (choice === '' ? null : Number(choice))

/** Why it can not be submitted with what stands in the form; it is saved first. */
const whyNot = (report: ReportDetail, values: ReviewValues) =>
  whyNotSubmitReport(
    {
      status: report.status,
      term: report.proposal.term,
      proposal_status: report.proposal.status,
      science_score: asScore(values.science_score),
      technical_score: asScore(values.technical_score),
      closed: false,
    },
    false,
  )

function Standing({ report, form }: ReviewBarProps) {
  const { science_score, technical_score } = form.fields.getValues()
  const missing = [
    science_score === '' && 'Science Score',
    technical_score === '' && 'Technical Score',
  ].filter(Boolean)
  return (
    <div className={classes.state}>
      <span role="status">
        <IconCloudCheck size={15} aria-hidden /> {keptAs(report, form)}
      </span>
      {missing.length > 0 && (
        <span className={classes.missing}>
          {`${missing.join(' and ')} ${missing.length > 1 ? 'are' : 'is'} missing`}
        </span>
      )}
    </div>
  )
}

function keptAs(report: ReportDetail, form: EndpointFormState<ReviewValues>): string {
  if (form.waiting) return 'Saving'
  if (form.draft.storedAt) return `Draft kept ${clock(form.draft.storedAt)}`
  if (form.dirty()) return 'Not saved'
  if (form.saved) return `Saved ${clock(form.saved)}`
  return report.science_score === null ? 'Nothing is written yet' : 'Saved'
}
