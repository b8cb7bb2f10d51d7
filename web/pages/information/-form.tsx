import { Box, Checkbox, Group, Radio, Stack, Text, Textarea, TextInput } from '@mantine/core'
import dayjs from 'dayjs'
import { useState } from 'react'
import { ROLES, type Role } from '#domain/access.ts'
import { address } from '#domain/address.ts'
import type { Announcement } from '#domain/information/contract.ts'
import { isAddressedTo } from '#domain/information/rules.ts'
import { labelOf, listOf } from '#domain/masters/values.ts'
import { ROLE_LABEL } from '#domain/users/fields.ts'
import { day } from '#web/lib/format/format.ts'
import type { EndpointFormState } from '#web/lib/forms/endpoint_form.ts'
import { useGo } from '#web/lib/routing/navigation.ts'
import { useAfterPause } from '#web/lib/screen/timing.ts'
import { LinkButton, LinkedText } from '#web/ui/actions/links.tsx'
import { WriteButton } from '#web/ui/actions/write_button.tsx'
import { WaitingDialog } from '#web/ui/dialogs/dialog.tsx'
import { DateField } from '#web/ui/forms/date_field.tsx'
import { EndpointForm } from '#web/ui/forms/endpoint_form.tsx'
import { AnnouncementLine, NewTab } from '#web/ui/home/information_list.tsx'
import { Section } from '#web/ui/layout/section.tsx'

/** Opens the list a second after the announcement was saved. */
export function useBackToList() {
  const go = useGo()
  return useAfterPause(() => void go(address('/information')))
}

interface InformationFormProps {
  form: EndpointFormState<Values>
  /** It is saved, and the list opens in a moment. */
  leaving: boolean
  /** Whether the date can be cleared. */
  clearable?: boolean
}

/** The form of an announcement with a preview for each role. */
export function InformationForm({ form, leaving, clearable }: InformationFormProps) {
  const { fields } = form
  const busy = form.waiting || leaving
  return (
    <EndpointForm form={form}>
      <Stack gap="md">
        <Section>
          <Stack gap="md" maw={760}>
            <TextInput label="Title" withAsterisk {...fields.getInputProps('title')} />
            <Radio.Group label="Target" withAsterisk {...fields.getInputProps('target')}>
              <Group gap="md" mt={6}>
                {listOf('information_target_list').map(({ id, label }) => (
                  <Radio key={id} value={String(id)} label={label} />
                ))}
              </Group>
            </Radio.Group>
            <Textarea
              label="Content"
              description="Plain text: line breaks stay, addresses that begin with https:// become links."
              autosize
              minRows={4}
              maxRows={20}
              {...fields.getInputProps('content')}
            />
            <TextInput
              label="URL"
              description="Opened in a new tab if there is no content."
              {...fields.getInputProps('url')}
            />
            <DateField
              label="Date"
              description={clearable ? 'Empty: below all others.' : undefined}
              maw={240}
              {...fields.getInputProps('date')}
            />
            <Checkbox label="Published" {...fields.getInputProps('published', { type: 'checkbox' })} />
          </Stack>
        </Section>
        <Preview of={fields.getValues()} />
        <Group gap="sm">
          <WriteButton type="submit" loading={busy}>
            Save
          </WriteButton>
          <LinkButton to={address('/information')} variant="default" disabled={busy}>
            Cancel
          </LinkButton>
        </Group>
      </Stack>
      <WaitingDialog open={busy} saved={leaving} />
    </EndpointForm>
  )
}

/** The values of the form. */
interface Values {
  title: string
  target: string
  content: string
  url: string
  date: string
  published: boolean
}

interface SavedValues extends Values {
  version: number
}

/** A new announcement, dated today. */
export const newValues = (): Values => ({
  title: '',
  target: '',
  content: '',
  url: '',
  date: dayjs().format('YYYY-MM-DD'),
  published: false,
})

export const valuesOf = (item: Announcement): SavedValues => ({
  title: item.title,
  target: String(item.target),
  content: item.content,
  url: item.url,
  date: item.date?.slice(0, 10) ?? '',
  published: item.published === 1,
  version: item.version,
})

const ROLE_NAMES: Record<Role, string> = {
  admin: ROLE_LABEL.is_administration_office,
  panel: ROLE_LABEL.is_panel,
  reviewer: ROLE_LABEL.is_reviewer,
  curation: ROLE_LABEL.is_curation,
  proposer: ROLE_LABEL.is_proposer,
}

/** What a user with one role will see of an announcement. */
function Preview({ of: values }: { of: Values }) {
  const [role, setRole] = useState<Role>('proposer')
  return (
    <Section title="Preview">
      <Stack gap="sm">
        <Radio.Group label="Seen by" value={role} onChange={(value) => setRole(value as Role)}>
          <Group gap="md" mt={6}>
            {ROLES.map((name) => (
              <Radio key={name} value={name} label={ROLE_NAMES[name]} />
            ))}
          </Group>
        </Radio.Group>
        <RolePreview by={role} of={values} />
      </Stack>
    </Section>
  )
}

function RolePreview({ by: role, of: values }: { by: Role; of: Values }) {
  const target = Number(values.target)
  if (!target) return <Text>Choose a target to see who will read it.</Text>
  if (!isAddressedTo([role], target))
    return (
      <Text>{`${ROLE_NAMES[role]} does not see it: it is for ${labelOf('information_target_list', target)}.`}</Text>
    )
  const { title, date, content, url } = values
  return (
    <>
      <Text>
        {values.published
          ? 'On the start page, under Information:'
          : 'No one sees it yet because it is not published. Once published, it appears on the start page under Information:'}
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
          {url ? `It opens ${url} in a new tab.` : 'It has no link because it has neither content nor a URL.'}
        </Text>
      )}
    </>
  )
}
