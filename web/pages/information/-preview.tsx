import { Box, Group, Radio, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { ROLES, type Role } from '#domain/access.ts'
import { isAddressedTo } from '#domain/information/rules.ts'
import { labelOf } from '#domain/masters/values.ts'
import { ROLE_LABEL } from '#domain/users/fields.ts'
import { day } from '#web/lib/format/format.ts'
import { LinkedText } from '#web/ui/actions/links.tsx'
import { AnnouncementLine, NewTab } from '#web/ui/home/information_list.tsx'
import { Section } from '#web/ui/layout/section.tsx'
import type { Values } from './-form.tsx'

const NAMES: Record<Role, string> = {
  admin: ROLE_LABEL.is_administration_office,
  panel: ROLE_LABEL.is_panel,
  reviewer: ROLE_LABEL.is_reviewer,
  proposer: ROLE_LABEL.is_proposer,
}

/** What a user with one role alone will see of an announcement: its line on the start page, and where it leads. */
export function Preview({ of: values }: { of: Values }) {
  const [role, setRole] = useState<Role>('proposer')
  return (
    <Section title="Preview">
      <Stack gap="sm">
        <Radio.Group label="Seen by" value={role} onChange={(value) => setRole(value as Role)}>
          <Group gap="md" mt={6}>
            {ROLES.map((name) => (
              <Radio key={name} value={name} label={NAMES[name]} />
            ))}
          </Group>
        </Radio.Group>
        <Seen by={role} of={values} />
      </Stack>
    </Section>
  )
}

function Seen({ by: role, of: values }: { by: Role; of: Values }) {
  const target = Number(values.target)
  if (!target) return <Text>Choose a target to see who will read it.</Text>
  if (!isAddressedTo([role], target))
    return (
      <Text>{`${NAMES[role]} does not see it: it is for ${labelOf('information_target_list', target)}.`}</Text>
    )
  const { title, date, content, url } = values
  return (
    <>
      <Text>
        {values.published
          ? 'On the start page, under Information:'
          : 'Nobody sees it yet, for it is not published. Once it is, on the start page under Information:'}
      </Text>
      <Box p="sm" bd="1px solid var(--mantine-color-default-border)" bdrs="sm">
        <AnnouncementLine date={date}>
          {!content && url.startsWith('http') ? (
            <NewTab to={url}>{title}</NewTab>
          ) : (
            <Text td={content ? 'underline' : undefined}>{title || 'Title'}</Text>
          )}
        </AnnouncementLine>
      </Box>
      {content ? (
        <>
          <Text>It opens this page:</Text>
          <Box p="sm" bd="1px solid var(--mantine-color-default-border)" bdrs="sm">
            <Text fw={700} fz="lg">
              {title || 'Title'}
            </Text>
            <Text c="dimmed" mb="sm">
              {day(date)}
            </Text>
            <LinkedText>{content}</LinkedText>
          </Box>
        </>
      ) : (
        <Text>
          {url ? `It opens ${url} in a new tab.` : 'It leads nowhere: it has neither content nor URL.'}
        </Text>
      )}
    </>
  )
}
