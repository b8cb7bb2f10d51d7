import { Group } from '@mantine/core'
import type { GroupMailRow } from '#domain/mail/contract.ts'
import { groupMailStatus } from '#domain/mail/status.ts'
import { StatusChip } from '#web/ui/text/chips.tsx'

type Standing = Pick<GroupMailRow, 'transmission_status' | 'disabled'>

/** Whether a group mail was sent, and whether it was deleted. */
export const MailStatus = ({ of: { transmission_status: status, disabled } }: { of: Standing }) => (
  <Group gap={4}>
    <StatusChip colour={groupMailStatus.colour(status)}>{groupMailStatus.label(status)}</StatusChip>
    {disabled === 1 && <StatusChip colour="black">Deleted</StatusChip>}
  </Group>
)
