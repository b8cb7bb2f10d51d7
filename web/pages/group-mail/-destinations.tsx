import { ActionIcon, Button, Group, Select, Stack, Text, Textarea, TextInput } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { z } from 'zod'
import { importAddresses } from '#domain/mail/rules.ts'
import type { UserChoice } from '#domain/users/contract.ts'
import { ROLE_LABEL, USER_GROUPS, type UserGroup } from '#domain/users/fields.ts'
import { api } from '#web/lib/http/api.ts'
import { useCall } from '#web/lib/http/query.ts'
import { useBanner } from '#web/lib/screen/banner.tsx'
import { useTerms } from '#web/ui/forms/choices.ts'
import { DataTable } from '#web/ui/lists/data_table.tsx'
import type { Column } from '#web/ui/lists/table_props.ts'
import { holdsWords, ScrollPart } from '#web/ui/text/long_lists.tsx'
import { EmptyState } from '#web/ui/text/note.tsx'
import { Email, roleText } from '#web/ui/text/people.tsx'

export type SelectableUser = z.infer<typeof UserChoice>
/** Rows rendered at first, doubled on each click; thousands at once would block the screen. */
const FIRST = 200
const SEARCHED_FROM = 12

const FLAGS = { ...ROLE_LABEL, is_administration_office: 'Admin' }
const ROLE_COLUMNS: Column<SelectableUser>[] = (
  ['is_administration_office', 'is_panel', 'is_reviewer', 'is_curation', 'is_proposer'] as const
).map((flag) => ({
  header: FLAGS[flag],
  align: 'center',
  width: 74,
  cell: (user) => (user[flag] ? '✓' : ''),
}))

interface DestinationsProps {
  users: readonly SelectableUser[]
  onRemove?: (user: SelectableUser) => void
}

/** All destinations of a group mail, to be scrolled and searched; rows can be removed if `onRemove` is given. */
export function Destinations({ users, onRemove }: DestinationsProps) {
  const [typed, setTyped] = useState('')
  const [most, setMost] = useState(FIRST)
  const found = typed
    ? users.filter(({ name, email, affiliation }) => holdsWords(`${name} ${email} ${affiliation}`, typed))
    : users
  return (
    <>
      <Group justify="space-between" mb="xs">
        <Text role="status" fw={600}>
          {countText(users.length, typed ? found.length : null)}
        </Text>
        {users.length >= SEARCHED_FROM && (
          <TextInput
            aria-label="Search destinations"
            placeholder="Search destinations"
            w={240}
            value={typed}
            onChange={(event) => setTyped(event.currentTarget.value)}
          />
        )}
      </Group>
      <ScrollPart label="All destinations" height="60dvh">
        <DataTable
          label="Destinations"
          rows={found.slice(0, most)}
          rowKey={({ id }) => id}
          muted={({ disabled }) => disabled === 1}
          empty={
            typed ? (
              <EmptyState title="No destination found." />
            ) : (
              <EmptyState title="There are no destinations.">
                {onRemove && 'Import addresses below, or add a group of users.'}
              </EmptyState>
            )
          }
          columns={[
            { header: 'Name', cell: ({ name, disabled }) => (disabled ? `${name} (disabled)` : name) },
            { header: 'E-mail', cell: ({ email }) => <Email>{email}</Email> },
            { header: 'Affiliation', cell: ({ affiliation }) => affiliation },
            ...(onRemove ? [ROLES_COLUMN, removeColumn(onRemove)] : ROLE_COLUMNS),
          ]}
        />
        {found.length > most && (
          <Button variant="subtle" onClick={() => setMost(most * 2)}>
            {`Show ${Math.min(most, found.length - most)} more`}
          </Button>
        )}
      </ScrollPart>
    </>
  )
}

const countText = (all: number, found: number | null) =>
  `${found === null ? '' : `${found} of `}${all} ${all === 1 ? 'destination' : 'destinations'}`

const ROLES_COLUMN: Column<SelectableUser> = { header: 'Roles', cell: roleText }

const removeColumn = (onRemove: (user: SelectableUser) => void): Column<SelectableUser> => ({
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

/** Maximum number of error messages. */
const MAX_NAMED = 10

interface ImportAddressProps {
  allUsers: readonly SelectableUser[]
  onImport: (ids: number[]) => void
}

/** Adds destinations by e-mail address; one wrong address fails the whole import. */
export function ImportAddress({ allUsers: everybody, onImport }: ImportAddressProps) {
  const banner = useBanner()
  const [text, setText] = useState('')
  const [wrong, setWrong] = useState<readonly string[]>([])
  const importText = () => {
    const imported = importAddresses(text, everybody)
    if ('wrong' in imported) return setWrong(imported.wrong)
    onImport(imported.ids)
    setText('')
    setWrong([])
    banner.show('success', 'Imported.')
  }
  const more = wrong.length - MAX_NAMED
  return (
    <Stack gap="sm" maw={760}>
      <Textarea
        label="Import Address"
        description="E-mail addresses of users, separated by commas."
        autosize
        minRows={2}
        maxRows={8}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
        errorProps={{ component: 'div', role: 'alert' }}
        error={
          wrong.length > 0 && (
            <>
              {wrong.slice(0, MAX_NAMED).map((why) => (
                <div key={why}>{why}</div>
              ))}
              {more > 0 && <div>{`and ${more} more`}</div>}
            </>
          )
        }
      />
      <div>
        <Button variant="default" onClick={importText}>
          Import
        </Button>
      </div>
    </Stack>
  )
}

const GROUPS = Object.entries(USER_GROUPS).map(([value, label]) => ({ value, label }))

/** Adds a group of users of a term, without disabled ones. */
export function PickGroup({ onPick }: { onPick: (ids: number[]) => void }) {
  const banner = useBanner()
  const queries = useQueryClient()
  const current = useCall(api.terms.current)
  const [group, setGroup] = useState<UserGroup>('proposers')
  const [chosen, setChosen] = useState<string | null>(null)
  const [pending, setPending] = useState(false)
  const term = chosen ?? (current.data ? String(current.data) : '')
  const addGroup = async () => {
    setPending(true)
    try {
      const input = { query: { group, term_id: term } }
      const users = await queries.fetchQuery({
        queryKey: api.users.all.key(input),
        queryFn: () => api.users.all(input),
      })
      const active = users.filter(({ disabled }) => !disabled)
      onPick(active.map(({ id }) => id))
      const disabled = users.length - active.length
      banner.show(
        'success',
        `${active.length} users of this group are destinations.${disabled > 0 ? ` Left out because disabled: ${disabled}.` : ''}`,
      )
    } catch {
      // The query client shows the error in the banner.
    } finally {
      setPending(false)
    }
  }
  return (
    <Group gap="sm" align="end">
      <Select
        label="Add a group"
        w={320}
        allowDeselect={false}
        data={GROUPS}
        value={group}
        onChange={(value) => setGroup(value as UserGroup)}
      />
      <Select
        label="Term"
        w={120}
        allowDeselect={false}
        data={[{ value: '', label: 'All' }, ...useTerms()]}
        value={term}
        onChange={(value) => setChosen(value ?? '')}
      />
      <Button variant="default" loading={pending} onClick={() => void addGroup()}>
        Add group
      </Button>
    </Group>
  )
}
