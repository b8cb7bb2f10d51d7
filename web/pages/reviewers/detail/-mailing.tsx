import { Group } from '@mantine/core'
import { REPORT_ACCEPTED, REPORT_NOT_REQUESTED, REPORT_REQUESTED } from '#domain/masters/values.ts'
import type { ReviewerDetail } from '#domain/reports/contract.ts'
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
  const standing = (...statuses: number[]) => open.filter(({ status }) => statuses.includes(status)).length
  const waiting = standing(REPORT_NOT_REQUESTED)
  const due = standing(REPORT_REQUESTED, REPORT_ACCEPTED)
  return (
    <Group gap="xs">
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
