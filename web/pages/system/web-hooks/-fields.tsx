import { Checkbox, Stack, TextInput } from '@mantine/core'
import { SUBSCRIBABLE_EVENT_TYPES, WEB_HOOK_EVENTS } from '#domain/web_hooks/events.ts'
import { MAX_URL_LENGTH, MAX_WEB_HOOK_NAME } from '#domain/web_hooks/rules.ts'
import type { EndpointFormState } from '#web/lib/forms/endpoint_form.ts'

export interface WebHookValues {
  name: string
  url: string
  events: string[]
}

interface WebHookFieldsProps<Values> {
  form: EndpointFormState<Values>
  /** What a change of the address does. */
  addressNote?: string
}

const ADDRESS_HINT = 'Begins with https:// and leads to a public address; its certificate is checked.'

/** Name, address and events of a web hook. */
export const WebHookFields = <Values extends WebHookValues>({
  form: { fields },
  addressNote,
}: WebHookFieldsProps<Values>) => (
  <>
    <TextInput label="Name" withAsterisk maxLength={MAX_WEB_HOOK_NAME} {...fields.getInputProps('name')} />
    <TextInput
      label="Address"
      description={addressNote ? `${ADDRESS_HINT} ${addressNote}` : ADDRESS_HINT}
      withAsterisk
      inputMode="url"
      maxLength={MAX_URL_LENGTH}
      {...fields.getInputProps('url')}
    />
    <Checkbox.Group label="Events" withAsterisk {...fields.getInputProps('events')}>
      <Stack gap="xs" mt={6}>
        {SUBSCRIBABLE_EVENT_TYPES.map((type) => (
          <Checkbox
            key={type}
            value={type}
            label={WEB_HOOK_EVENTS[type].label}
            description={WEB_HOOK_EVENTS[type].description}
          />
        ))}
      </Stack>
    </Checkbox.Group>
  </>
)
