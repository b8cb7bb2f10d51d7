import { Text } from '@mantine/core'
import { address } from '#domain/address.ts'
import type { ReportOfReviewer } from '#domain/reports/contract.ts'
import { isLate, isOpen } from '#domain/reports/due.ts'
import { ScreenLink } from '#web/ui/actions/links.tsx'
import { Due } from '#web/ui/report/due.tsx'

/** Under the counts: the late ones by name, or when the open ones are due. */
export function ReportsLine({ of: reports }: { of: readonly ReportOfReviewer[] }) {
  const now = new Date()
  const late = reports.filter((report) => isLate(report, now))
  const [next] = reports.filter(isOpen)
  if (late.length === 0) return next && <Due at={next.reviews_due_at} now={now} />
  return (
    <>
      <Text span inherit c="var(--ao-red)" fw={600}>{`${late.length} late: `}</Text>
      {late.map(({ id, proposal_id, title }, position) => (
        <span key={id}>
          {position > 0 && ', '}
          <ScreenLink to={address('/proposals/detail/$id', { id: proposal_id }, { tab: 'tab-3' })} inherit>
            {`${proposal_id}: ${title}`}
          </ScreenLink>
        </span>
      ))}
    </>
  )
}
