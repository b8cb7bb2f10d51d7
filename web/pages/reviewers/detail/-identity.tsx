import { Group, Text } from '@mantine/core'
import type { ReviewerDetail } from '#domain/reports/contract.ts'
import { isOpen } from '#domain/reports/due.ts'
import { Section } from '#web/ui/layout/section.tsx'
import { Due } from '#web/ui/report/due.tsx'
import { ReportCounts } from '#web/ui/reviewer/report_counts.tsx'
import { Tag } from '#web/ui/text/chips.tsx'
import { Email } from '#web/ui/text/people.tsx'
import { Mailing } from './-mailing.tsx'

interface IdentityProps {
  of: ReviewerDetail
  office: boolean
}

/** Who the reviewer is, how far the current reports are and when they are due, and the mails of the office. */
export function Identity({ of: reviewer, office }: IdentityProps) {
  const { name, email, affiliation, disabled, is_reviewer, reports } = reviewer
  const open = reports.find(isOpen)
  return (
    <Section title={name} aside={office && <Mailing reviewer={reviewer} />}>
      <Group gap="6px 16px">
        <Email>{email}</Email>
        <span>{affiliation}</span>
        {(disabled || !is_reviewer) && <Tag>{disabled ? 'Disabled' : 'No longer a reviewer'}</Tag>}
      </Group>
      <Group gap="6px 12px" mt={8}>
        <Text span size="sm" c="dimmed">
          Current reports
        </Text>
        <ReportCounts of={reports} />
        {open && <Due at={open.reviews_due_at} />}
      </Group>
    </Section>
  )
}
