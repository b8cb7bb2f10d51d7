import { Button, Checkbox, Group, Radio, Stack, Textarea, TextInput } from '@mantine/core'
import dayjs from 'dayjs'
import { address } from '#domain/address.ts'
import type { Announcement } from '#domain/information/contract.ts'
import { listOf } from '#domain/masters/values.ts'
import type { EndpointFormState } from '#web/lib/forms/endpoint_form.ts'
import { useGo } from '#web/lib/routing/navigation.ts'
import { useAfterPause } from '#web/lib/screen/timing.ts'
import { LinkButton } from '#web/ui/actions/links.tsx'
import { WaitingDialog } from '#web/ui/dialogs/dialog.tsx'
import { DateField } from '#web/ui/forms/date_field.tsx'
import { EndpointForm } from '#web/ui/forms/endpoint_form.tsx'
import { Section } from '#web/ui/layout/section.tsx'
import { Preview } from './-preview.tsx'

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
              description="Opened in a new tab where there is no content."
              {...fields.getInputProps('url')}
            />
            <DateField
              label="Date"
              description={clearable ? 'Empty: below all others.' : undefined}
              maw={240}
              clearable={clearable}
              {...fields.getInputProps('date')}
            />
            <Checkbox label="Published" {...fields.getInputProps('published', { type: 'checkbox' })} />
          </Stack>
        </Section>
        <Preview of={fields.getValues()} />
        <Group gap="sm">
          <Button type="submit" loading={busy}>
            Save
          </Button>
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
export interface Values {
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
export const fresh = (): Values => ({
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
