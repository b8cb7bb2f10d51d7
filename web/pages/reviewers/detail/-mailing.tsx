import { Group } from '@mantine/core'
import type { ReviewerDetail } from '#domain/reports/contract.ts'
import { REPORT_NOT_REQUESTED, reportStatus } from '#domain/reports/status.ts'
import { api } from '#web/lib/api.ts'
import { useAction } from '#web/lib/query.ts'
import { useConfirm } from '#web/ui/confirm.tsx'
import { RuledButton } from '#web/ui/ruled_button.tsx'

/** SEND All REQUEST and SEND REMINDER MAIL, each one mail to the reviewer. */
export function Mailing({ reviewer }: { reviewer: ReviewerDetail }) {
  const ask = useConfirm()
  const requestAll = useAction(api.reports.requestAll)
  const remind = useAction(api.reports.remind)
  const call = { params: { id: reviewer.id } }
  const open = [...reviewer.reports, ...reviewer.previous_reports].filter((report) => !report.term_disabled)
  const waiting = open.filter(({ status }) => status === REPORT_NOT_REQUESTED).length
  const due = open.filter(({ status }) => reportStatus.of(status).reminder !== null).length
  return (
    <Group gap="sm">
      <RuledButton
        why={waiting === 0 ? 'No report of this reviewer waits for a request.' : null}
        onClick={() =>
          void ask({
            question: `Do you send ${reviewer.name} a request for ${waiting === 1 ? '1 report' : `all ${waiting} reports`}?`,
            act: () => requestAll.run(call),
          })
        }
      >
        SEND All REQUEST
      </RuledButton>
      <RuledButton
        variant="default"
        why={due === 0 ? 'This reviewer has nothing to be reminded of.' : null}
        onClick={() =>
          void ask({
            question: `Do you send ${reviewer.name} a reminder mail?`,
            act: () => remind.run(call),
          })
        }
      >
        SEND REMINDER MAIL
      </RuledButton>
    </Group>
  )
}
