import { Progress as Bar, Group, Stack, Text } from '@mantine/core'
import { address } from '#domain/address.ts'
import type { DeliveryProgress, GroupMailDetail, GroupMailRow } from '#domain/mail/contract.ts'
import { groupMailStatus, mailState } from '#domain/mail/status.ts'
import { UNDOABLE } from '#domain/undo/rules.ts'
import { time } from '#web/lib/format/format.ts'
import { api } from '#web/lib/http/api.ts'
import { useCall } from '#web/lib/http/query.ts'
import { ScreenLink } from '#web/ui/actions/links.tsx'
import { Section } from '#web/ui/layout/section.tsx'
import { StatusChip } from '#web/ui/text/chips.tsx'
import { Note } from '#web/ui/text/note.tsx'

const REFRESH_MS = 2000

interface DeliveryProps {
  of: Pick<GroupMailDetail, 'id' | 'title'>
  progress: DeliveryProgress
}

/** Delivery of a sent group mail, refreshed until no mail waits. */
export function Delivery({ of: { id, title }, progress: first }: DeliveryProps) {
  const { data } = useCall(
    api.mail.get,
    { params: { id }, query: { progress_only: true } },
    { again: ({ progress }) => (progress && progress.waiting > 0 ? REFRESH_MS : false) },
  )
  const { delivered, waiting, failed, failures, skipped } = data?.progress ?? first
  const all = Math.max(1, delivered + waiting + failed)
  return (
    <Section title="Delivery">
      <Stack gap="sm">
        <Text role="status">{`${delivered} delivered, ${waiting} waiting, ${failed} failed`}</Text>
        <Bar.Root size="lg" aria-hidden>
          <Bar.Section value={(100 * delivered) / all} color="green" />
          <Bar.Section value={(100 * failed) / all} color="red" />
        </Bar.Root>
        {failures.length > 0 && (
          <Note kind="warn" title="Not reached">
            <ul style={{ margin: 0, paddingInlineStart: '1.2em', overflowWrap: 'anywhere' }}>
              {failures.map(({ name, email, reason }) => (
                <li key={`${name} ${email}`}>{`${name} (${email}): ${reason}`}</li>
              ))}
            </ul>
            {failed > failures.length && <div>{`and ${failed - failures.length} more`}</div>}
            <ScreenLink to={address('/mail-log', {}, { subject: title, state: mailState.code.FAILED })}>
              Send them again from the mail log
            </ScreenLink>
          </Note>
        )}
        {skipped.length > 0 && (
          <Note kind="warn" title="Left out, for they were disabled">
            {skipped.map(({ name, email }) => `${name} (${email})`).join(', ')}
          </Note>
        )}
      </Stack>
    </Section>
  )
}

type Status = Pick<GroupMailRow, 'transmission_status' | 'disabled' | 'pending'>

export const MailStatus = ({ of: { transmission_status: status, disabled, pending } }: { of: Status }) => (
  <Group gap={4}>
    {pending ? (
      <StatusChip colour="blue">
        {pending.scheduled ? 'Scheduled' : UNDOABLE['group_mail.send'].label}
      </StatusChip>
    ) : (
      <StatusChip colour={groupMailStatus.colour(status)}>{groupMailStatus.label(status)}</StatusChip>
    )}
    {disabled === 1 && <StatusChip colour="black">Deleted</StatusChip>}
  </Group>
)

/** When a group mail was sent, or is to be sent. */
export const transmissionDate = ({
  transmission_date,
  pending,
}: Pick<GroupMailRow, 'transmission_date' | 'pending'>) =>
  pending?.scheduled ? `${time(pending.due_at)} (scheduled)` : time(transmission_date)
