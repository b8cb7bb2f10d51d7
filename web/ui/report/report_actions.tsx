import { Button, Group, Text, Textarea, VisuallyHidden } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { address } from '#domain/address.ts'
import type { ReportReasons } from '#domain/reports/report.ts'
import { type ReportFacts, whyNotCancelReport, whyNotStep } from '#domain/reports/rules.ts'
import { isHandedIn, STEPS } from '#domain/reports/status.ts'
import { useStoredDraft } from '#web/lib/drafts/draft.ts'
import { useEndpointForm } from '#web/lib/forms/endpoint_form.ts'
import { api } from '#web/lib/http/api.ts'
import { useAction, useCall } from '#web/lib/http/query.ts'
import { useIsOffice, useUser } from '#web/lib/session/session.ts'
import { ButtonWithReason, CsvButton } from '../actions/buttons.tsx'
import { LinkButton } from '../actions/links.tsx'
import { useConfirm } from '../dialogs/confirm.tsx'
import { MailRecipients } from '../dialogs/mail_recipients.tsx'
import { FormDialog } from '../forms/endpoint_form.tsx'

/** The draft key of a report's form. */
export const reportDraft = (id: number | string) => `reports/${id}`

interface ReportActionsProps {
  id: number
  report: Pick<ReportFacts, 'status' | 'term' | 'closed'> &
    ReportReasons & { version: number; user_id: number }
  /** Whose it is: every mail of it goes there. */
  reviewer: { name: string }
  /** The reviewer's name, on screens with several reports: it becomes part of the buttons' accessible names. */
  whose?: string
}

/** A button's text with the reviewer's name for screen readers. */
const ActionName = ({ whose, children }: { whose: string | undefined; children: string }) => (
  <>
    {children}
    {whose !== undefined && <VisuallyHidden>{`, report of ${whose}`}</VisuallyHidden>}
  </>
)

/** The actions on a report, of its reviewer or on their behalf, and of the office. */
export function ReportActions({ id, report, reviewer, whose }: ReportActionsProps) {
  const office = useIsOffice()
  const size = whose === undefined ? 'sm' : 'compact-sm'
  return (
    <Group gap="sm">
      {report.status === STEPS.submit.from && (
        <WriteActions id={id} report={report} reviewer={reviewer} whose={whose} size={size} />
      )}
      {isHandedIn(report.status) && (
        <CsvButton size={size} call={api.reports.pdf} input={{ params: { reportId: id } }}>
          <ActionName whose={whose}>Download</ActionName>
        </CsvButton>
      )}
      {office && <OfficeActions id={id} report={report} reviewer={reviewer} whose={whose} size={size} />}
    </Group>
  )
}

const UNSAVED_DRAFT = 'You have unsaved changes: press Edit, then save or discard them.'

/** Edit and Submit, only while the report is accepted. */
function WriteActions({ id, report, reviewer, whose, size }: ReportActionsProps & { size: string }) {
  const ask = useConfirm()
  const ready = useCall(api.reports.check, { params: { reportId: id } }).data
  const typed = useStoredDraft(reportDraft(id))
  const queries = useQueryClient()
  // After a version conflict, load what was saved meanwhile, so that it is read before it is submitted.
  const submit = useAction(api.reports.submit, { onFault: () => void queries.invalidateQueries() })
  const whyNot = report.why_not_submit ?? (ready ? null : 'This report is not complete yet.')
  return (
    <>
      {report.why_not_save === null && (
        <LinkButton
          size={size}
          variant={whose === undefined ? 'filled' : 'default'}
          to={address('/reports/edit/$id', { id })}
        >
          <ActionName whose={whose}>Edit</ActionName>
        </LinkButton>
      )}
      <ButtonWithReason
        size={size}
        variant={whose === undefined ? 'filled' : 'default'}
        why={report.why_not_save ?? (typed ? UNSAVED_DRAFT : whyNot)}
        onClick={() =>
          void ask({
            question: 'Are you sure to submit?',
            details: <SubmitConsequences report={report} reviewer={reviewer} />,
            act: () => submit.run({ params: { reportId: id }, body: { version: report.version } }),
          })
        }
      >
        <ActionName whose={whose}>Submit</ActionName>
      </ButtonWithReason>
    </>
  )
}

function OfficeActions({ id, report, reviewer, whose, size }: ReportActionsProps & { size: string }) {
  const ask = useConfirm()
  const [withdrawing, setWithdrawing] = useState(false)
  const cancel = useAction(api.reports.cancel)
  const remove = useAction(api.reports.removeReviewer)
  const input = { params: { reportId: id } }
  return (
    <>
      {whyNotStep('withdraw', report) === null && (
        <Button size={size} variant="default" onClick={() => setWithdrawing(true)}>
          <ActionName whose={whose}>Withdraw</ActionName>
        </Button>
      )}
      {whyNotStep('cancel', report) === null && (
        <ButtonWithReason
          size={size}
          variant="default"
          why={whyNotCancelReport(report)}
          onClick={() =>
            void ask({
              question:
                'Cancel the submission of this report? It can then be edited, and counts in no average until it is submitted again.',
              details: <MailRecipients of={api.reports.cancel} to={{ reviewer: [reviewer] }} />,
              act: () => cancel.run(input),
            })
          }
        >
          <ActionName whose={whose}>Cancel Submit</ActionName>
        </ButtonWithReason>
      )}
      {whyNotStep('remove', report) === null && (
        <Button
          size={size}
          variant="default"
          onClick={() =>
            void ask({
              question: `Delete this report? ${reviewer.name} will no longer be a reviewer of this proposal.`,
              details: <MailRecipients of={api.reports.removeReviewer} to={{}} />,
              act: () => remove.run(input),
            })
          }
        >
          <ActionName whose={whose}>Delete</ActionName>
        </Button>
      )}
      {withdrawing && <WithdrawReport id={id} reviewer={reviewer} close={() => setWithdrawing(false)} />}
    </>
  )
}

interface SubmitConsequencesProps {
  report: { user_id: number }
  reviewer: { name: string }
}

/** What follows from submitting a report, and who gets the confirmation. */
export function SubmitConsequences({ report, reviewer }: SubmitConsequencesProps) {
  const own = useUser().id === report.user_id
  return (
    <>
      <Text size="sm">Only the office can reopen a submitted report.</Text>
      {own ? (
        <Text size="sm">You will receive a confirmation by e-mail.</Text>
      ) : (
        <MailRecipients of={api.reports.submit} to={{ reviewer: [reviewer] }} saying="the confirmation" />
      )}
    </>
  )
}

interface WithdrawReportProps {
  id: number
  reviewer: { name: string }
  close: () => void
}

/** Takes an accepted report away from its reviewer, who is told the reason. */
function WithdrawReport({ id, reviewer, close }: WithdrawReportProps) {
  const form = useEndpointForm(api.reports.withdraw, {
    initial: { reason: '' },
    draft: `reports/${id}/withdraw`,
    input: { params: { reportId: id } },
    onDone: close,
  })
  return (
    <FormDialog title="Withdraw this report" form={form} close={close} submit="Withdraw">
      <Textarea
        label="Reason"
        description={`${reviewer.name} will be e-mailed the reason. What was written can no longer be submitted, and its rank is cleared.`}
        withAsterisk
        autosize
        minRows={3}
        data-autofocus
        {...form.fields.getInputProps('reason')}
      />
    </FormDialog>
  )
}
