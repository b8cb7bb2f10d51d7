import { Button, Group } from '@mantine/core'
import { useState } from 'react'
import { address } from '#domain/address.ts'
import type { ReportReasons } from '#domain/reports/report.ts'
import { type ReportFacts, whyNotStep } from '#domain/reports/rules.ts'
import { isHandedIn, STEPS } from '#domain/reports/status.ts'
import { api } from '#web/lib/api.ts'
import { useAction, useCall } from '#web/lib/query.ts'
import { useIsOffice } from '#web/lib/session.tsx'
import { useConfirm } from '../confirm.tsx'
import { CsvButton } from '../csv_button.tsx'
import { RuledButton } from '../ruled_button.tsx'
import { LinkButton } from '../screen_link.tsx'
import { WithdrawReport } from './withdraw_report.tsx'

interface ReportActionsProps {
  id: number
  report: Pick<ReportFacts, 'status' | 'term'> & ReportReasons
}

/** What can be done with a report where it is read: by its reviewer or on the reviewer's behalf, and by the office. */
export function ReportActions({ id, report }: ReportActionsProps) {
  const office = useIsOffice()
  return (
    <Group gap="sm">
      {report.status === STEPS.submit.from && <Writing id={id} report={report} />}
      {isHandedIn(report.status) && (
        <CsvButton call={api.reports.pdf} input={{ params: { reportId: id } }}>
          Download
        </CsvButton>
      )}
      {office && <OfficeActions id={id} report={report} />}
    </Group>
  )
}

/** Edit and Submit, while the report is accepted; after submitting they are gone. */
function Writing({ id, report }: ReportActionsProps) {
  const ask = useConfirm()
  const ready = useCall(api.reports.check, { params: { reportId: id } }).data
  const submit = useAction(api.reports.submit)
  return (
    <>
      {report.why_not_save === null && (
        <LinkButton to={address('/reports/edit/$id', { id })}>Edit</LinkButton>
      )}
      <RuledButton
        why={report.why_not_submit ?? (ready ? null : 'This report is not complete.')}
        onClick={() =>
          void ask({
            question: 'Are you sure to submit?',
            act: () => submit.run({ params: { reportId: id } }),
          })
        }
      >
        Submit
      </RuledButton>
    </>
  )
}

function OfficeActions({ id, report }: ReportActionsProps) {
  const ask = useConfirm()
  const [withdrawing, setWithdrawing] = useState(false)
  const cancel = useAction(api.reports.cancel)
  const remove = useAction(api.reports.removeReviewer)
  const call = { params: { reportId: id } }
  return (
    <>
      {whyNotStep('withdraw', report) === null && (
        <Button variant="default" onClick={() => setWithdrawing(true)}>
          Withdraw
        </Button>
      )}
      {whyNotStep('cancel', report) === null && (
        <Button
          variant="default"
          onClick={() =>
            void ask({
              question: 'Do you cancel the submission of this report?',
              act: () => cancel.run(call),
            })
          }
        >
          Cancel Submit
        </Button>
      )}
      {whyNotStep('remove', report) === null && (
        <Button
          variant="default"
          onClick={() => void ask({ question: 'Do you delete this report?', act: () => remove.run(call) })}
        >
          Delete
        </Button>
      )}
      {withdrawing && <WithdrawReport id={id} close={() => setWithdrawing(false)} />}
    </>
  )
}
