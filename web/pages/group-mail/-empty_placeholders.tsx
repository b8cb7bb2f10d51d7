import { Text } from '@mantine/core'
import { emptyPlaceholders, PLACEHOLDERS, type Recipient } from '#domain/mail/rules.ts'
import { ScrollList } from '#web/ui/text/long_lists.tsx'
import { Note } from '#web/ui/text/note.tsx'

interface EmptyPlaceholdersProps {
  content: string
  users: readonly (Recipient & { email: string })[]
  /** Names the recipients; otherwise counts them. */
  named?: boolean
}

/** Warns of placeholders that are empty for some recipients. */
export function EmptyPlaceholders({ content, users, named = false }: EmptyPlaceholdersProps) {
  const empty = users.map((user) => ({ user, placeholders: emptyPlaceholders(content, user) }))
  const lines = PLACEHOLDERS.map((name) => ({
    name,
    people: empty.flatMap(({ user, placeholders }) => (placeholders.includes(name) ? [user] : [])),
  })).filter(({ people }) => people.length > 0)
  if (lines.length === 0) return null
  return (
    <>
      <Note kind="warn" title="Some placeholders are empty">
        {lines.map(({ name, people }) => (
          <div key={name}>{`#${name}# is empty for ${people.length} of ${users.length} destinations.`}</div>
        ))}
      </Note>
      {named &&
        lines.map(({ name, people }) => (
          <div key={name}>
            <Text size="sm" mt="xs">{`#${name}# is empty for:`}</Text>
            <ScrollList
              label={`#${name}# is empty for`}
              items={people.map((one) => `${one.name} (${one.email})`)}
            />
          </div>
        ))}
    </>
  )
}
