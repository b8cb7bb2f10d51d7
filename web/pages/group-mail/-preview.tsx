import { Box, Group, Select, Stack, Text } from '@mantine/core'
import { useMemo, useState } from 'react'
import type { Bit } from '#domain/endpoint.ts'
import { mergePlaceholders, type Recipient } from '#domain/mail/rules.ts'
import { LinkedText } from '#web/ui/actions/links.tsx'
import { Section } from '#web/ui/layout/section.tsx'
import { EmptyPlaceholders } from './-empty_placeholders.tsx'
import { type GroupMailWords, SendTest } from './-send_test.tsx'

/** A destination in the preview. */
export interface PreviewRecipient extends Recipient {
  id: number
  email: string
  disabled: Bit
  /** Its title and samples are not looked up yet. */
  isUnknown?: boolean
}

interface PreviewProps {
  words: GroupMailWords
  users: readonly PreviewRecipient[]
}

/** Maximum number of options shown; typing finds the others. */
const MAX_OPTIONS = 50

/** The mail for each destination, and the number of destinations with empty placeholders. */
export function Preview({ words, users }: PreviewProps) {
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
          <EmptyPlaceholders content={words.content} users={users.filter(({ isUnknown }) => !isUnknown)} />
          <Group gap="sm" align="end">
            <Select
              label="As received by"
              searchable
              limit={MAX_OPTIONS}
              w={480}
              maw="100%"
              allowDeselect={false}
              data={choices}
              value={String(user.id)}
              onChange={setChosen}
            />
            <SendTest words={words} user={user} />
          </Group>
          <Letter words={words} user={user} />
        </Stack>
      ) : (
        <Text>Choose a destination to see what they will receive.</Text>
      )}
    </Section>
  )
}

function Letter({
  words: { title, content },
  user,
}: Omit<PreviewProps, 'users'> & { user: PreviewRecipient }) {
  return (
    <>
      {user.disabled === 1 && (
        <Text c="red">This user is disabled and will be left out when the mail is sent.</Text>
      )}
      {user.isUnknown && <Text>The proposal and the samples of this destination are being looked up.</Text>}
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
