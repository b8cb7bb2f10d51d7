import { Box, Select, Stack, Text } from '@mantine/core'
import { useMemo, useState } from 'react'
import type { Bit } from '#domain/endpoint.ts'
import {
  emptyPlaceholders,
  mergePlaceholders,
  PLACEHOLDERS,
  type Placeholder,
  type Recipient,
} from '#domain/mail/rules.ts'
import { LinkedText } from '#web/ui/actions/links.tsx'
import { Section } from '#web/ui/layout/section.tsx'
import { Note } from '#web/ui/text/note.tsx'

/** A destination in the preview. */
export interface PreviewRecipient extends Recipient {
  id: number
  email: string
  disabled: Bit
  /** Not saved yet, so title and samples are unknown. */
  isNew?: boolean
}

interface PreviewProps {
  title: string
  content: string
  users: readonly PreviewRecipient[]
}

const LOOKED_UP_ON_SAVE: readonly Placeholder[] = ['title', 'samples']
/** Maximum number of options shown; typing finds the others. */
const MAX_OPTIONS = 50

/** The mail for each destination, and the number of destinations with empty placeholders. */
export function Preview({ title, content, users }: PreviewProps) {
  const [chosen, setChosen] = useState<string | null>(null)
  const choices = useMemo(
    () => users.map(({ id, name, email }) => ({ value: String(id), label: `${name} (${email})` })),
    [users],
  )
  const user = users.find(({ id }) => String(id) === chosen) ?? users[0]
  return (
    <Section title="Preview">
      {user ? (
        <Stack gap="sm">
          <EmptyPlaceholders content={content} users={users} />
          <Select
            label="As received by"
            searchable
            limit={MAX_OPTIONS}
            maw={480}
            allowDeselect={false}
            data={choices}
            value={String(user.id)}
            onChange={setChosen}
          />
          <Letter title={title} content={content} user={user} />
        </Stack>
      ) : (
        <Text>Choose a destination to see what they will receive.</Text>
      )}
    </Section>
  )
}

function Letter({ title, content, user }: Omit<PreviewProps, 'users'> & { user: PreviewRecipient }) {
  const unknown = user.isNew ? LOOKED_UP_ON_SAVE.filter((name) => content.includes(`#${name}#`)) : []
  return (
    <>
      {user.disabled === 1 && (
        <Text c="red">This user is disabled and will be left out when the mail is sent.</Text>
      )}
      {unknown.length > 0 && (
        <Text>{`${placeholderNames(unknown)} of newly chosen destinations are looked up when you save.`}</Text>
      )}
      <Box
        component="section"
        aria-label="The letter"
        p="sm"
        bd="1px solid var(--mantine-color-default-border)"
        bdrs="sm"
      >
        <Text fw={600} mb="xs">
          {title || 'Title'}
        </Text>
        <LinkedText>{mergePlaceholders(content, user)}</LinkedText>
      </Box>
    </>
  )
}

const placeholderNames = (names: readonly Placeholder[]) => names.map((name) => `#${name}#`).join(' and ')

/** Warns of placeholders that are empty for some destinations. */
function EmptyPlaceholders({ content, users }: { content: string; users: readonly PreviewRecipient[] }) {
  const known = users.map((user) => (user.isNew ? { ...user, title: '?', samples: ['?'] } : user))
  const empty = known.flatMap((user) => emptyPlaceholders(content, user))
  const counted = PLACEHOLDERS.map((name) => [name, empty.filter((one) => one === name).length] as const)
  const lines = counted.filter(([, count]) => count > 0)
  if (lines.length === 0) return null
  return (
    <Note kind="warn" title="Some placeholders are empty">
      {lines.map(([name, count]) => (
        <div key={name}>{`#${name}# is empty for ${count} of ${users.length} destinations.`}</div>
      ))}
    </Note>
  )
}
