import { Group, Text } from '@mantine/core'
import { ACCOUNT_COMMANDS, type AccountChange, type AccountCommand } from '#domain/users/contract.ts'
import { whyNotSecond } from '#domain/users/staff_accounts.ts'
import { time } from '#web/lib/format/format.ts'
import { api } from '#web/lib/http/api.ts'
import { useAction, useCall } from '#web/lib/http/query.ts'
import { useUser } from '#web/lib/session/session.ts'
import { ButtonWithReason } from '#web/ui/actions/buttons.tsx'
import { useConfirm } from '#web/ui/dialogs/confirm.tsx'
import { Section } from '#web/ui/layout/section.tsx'
import { DataTable } from '#web/ui/lists/data_table.tsx'

/** The changes of staff accounts that wait for a second administrator; nothing without any. */
export function WaitingChanges() {
  const changes = useCall(api.users.waiting).data ?? []
  if (changes.length === 0) return null
  return (
    <Section title="Waiting for a second administrator">
      <DataTable
        label="Waiting for a second administrator"
        rows={changes}
        rowKey={(row) => row.id}
        empty={null}
        columns={[
          { header: 'Account', cell: (row) => `${row.name} (${row.email})` },
          { header: 'Change', cell: changeText },
          { header: 'Asked for by', cell: (row) => `${row.asked_by.name}, ${time(row.asked_at)}` },
          { header: 'Actions', action: true, cell: (row) => <Answer change={row} /> },
        ]}
      />
    </Section>
  )
}

const changeText = ({ command, changes }: AccountChange) => (
  <>
    {ACCOUNT_COMMANDS[command]}
    {changes.map(({ field, before, after }) => (
      <Text key={field} size="xs" c="dimmed">
        {before === null ? `${field}: ${after}` : `${field}: ${before || '-'} → ${after || '-'}`}
      </Text>
    ))}
  </>
)

/** Whether the person concerned is e-mailed once the change is confirmed. */
const CONFIRMED_MAIL: Record<AccountCommand, string> = {
  add: 'If a temporary password was asked for, the new user is e-mailed it.',
  save: 'If the e-mail address changes, the former address is e-mailed.',
  reset_password: 'The user is e-mailed a link that resets the password.',
  reset_second_factor: 'The user is e-mailed.',
}

function Answer({ change }: { change: AccountChange }) {
  const me = useUser()
  const ask = useConfirm()
  const confirm = useAction(api.users.confirmChange)
  const dismiss = useAction(api.users.dismissChange)
  const params = { id: change.id }
  const { command, name } = change
  const what = `${ACCOUNT_COMMANDS[command].toLowerCase()} of ${name}`
  const why = whyNotSecond(me, { user_id: change.user_id, asked_by: change.asked_by.id })
  return (
    <Group gap="xs" wrap="nowrap">
      <ButtonWithReason
        size="compact-sm"
        why={why}
        onClick={() =>
          void ask({
            question: `Confirm the ${what}, asked for by ${change.asked_by.name}?`,
            details: (
              <Text size="sm">{`${CONFIRMED_MAIL[command]} All other administrators are e-mailed.`}</Text>
            ),
            act: () => confirm.run({ params }),
          })
        }
      >
        Confirm
      </ButtonWithReason>
      <ButtonWithReason
        size="compact-sm"
        variant="default"
        why={null}
        onClick={() =>
          void ask({
            question: `Dismiss the ${what}, asked for by ${change.asked_by.name}?`,
            details: <Text size="sm">No e-mail is sent.</Text>,
            act: () => dismiss.run({ params }),
          })
        }
      >
        Dismiss
      </ButtonWithReason>
    </Group>
  )
}
