import { ActionIcon, Group, Text } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import type { z } from 'zod'
import type { UserChoice } from '#domain/users/contract.ts'
import { DataTable } from '#web/ui/lists/data_table.tsx'
import { Pager } from '#web/ui/lists/pager.tsx'
import type { Column } from '#web/ui/lists/table_props.ts'
import { EmptyState } from '#web/ui/text/note.tsx'
import { Email, ROLE_FLAGS, roleText } from '#web/ui/text/people.tsx'

export type Chosen = z.infer<typeof UserChoice>
const SHOWN = 20

const FLAGS = { ...ROLE_FLAGS, is_administration_office: 'Admin' }
const flags: Column<Chosen>[] = (
  ['is_administration_office', 'is_panel', 'is_reviewer', 'is_proposer'] as const
).map((flag) => ({
  header: FLAGS[flag],
  align: 'center',
  width: 74,
  cell: (user) => (user[flag] ? '✓' : ''),
}))

interface DestinationsProps {
  users: readonly Chosen[]
  onRemove?: (user: Chosen) => void
}

/** Who a group mail goes to, twenty at a time; a row can be removed where `onRemove` is given. */
export function Destinations({ users, onRemove }: DestinationsProps) {
  const [turned, setTurned] = useState(1)
  const pages = Math.max(1, Math.ceil(users.length / SHOWN))
  const page = Math.min(turned, pages)
  return (
    <>
      <Text role="status" fw={600} mb="xs">
        {`${users.length} ${users.length === 1 ? 'destination' : 'destinations'}`}
      </Text>
      <DataTable
        label="Destinations"
        rows={users.slice((page - 1) * SHOWN, page * SHOWN)}
        rowKey={({ id }) => id}
        muted={({ disabled }) => disabled === 1}
        empty={
          <EmptyState title="There are no destinations.">
            {onRemove && 'Import addresses below, or add a group of users.'}
          </EmptyState>
        }
        columns={[
          { header: 'Name', cell: ({ name, disabled }) => (disabled ? `${name} (disabled)` : name) },
          { header: 'E-mail', cell: ({ email }) => <Email>{email}</Email> },
          { header: 'Affiliation', cell: ({ affiliation }) => affiliation },
          ...(onRemove ? [ROLES, removal(onRemove)] : flags),
        ]}
      />
      <Group justify="center" mt="sm">
        <Pager pages={pages} page={page} goToPage={setTurned} />
      </Group>
    </>
  )
}

const ROLES: Column<Chosen> = { header: 'Roles', cell: roleText }

const removal = (onRemove: (user: Chosen) => void): Column<Chosen> => ({
  header: 'Remove',
  action: true,
  width: 60,
  cell: (user) => (
    <ActionIcon
      variant="subtle"
      color="red"
      aria-label={`Remove ${user.name} (${user.email})`}
      onClick={() => onRemove(user)}
    >
      <IconTrash size={18} aria-hidden />
    </ActionIcon>
  ),
})
