import { Code, Stack, Text, TextInput } from '@mantine/core'
import { useEndpointForm } from '#web/lib/forms/endpoint_form.ts'
import { api } from '#web/lib/http/api.ts'
import { FormDialog } from '#web/ui/forms/endpoint_form.tsx'
import type { PartProps } from './-part.ts'
import { QrCode } from './-qr_code.tsx'

interface AppDialogProps {
  secret: string
  uri: string
  close: () => void
  done: PartProps['done']
}

/** The secret to scan or to type, and the code that shows that the app has it. */
export function AppDialog({ secret, uri, close, done }: AppDialogProps) {
  const form = useEndpointForm(api.security.addApp, {
    initial: { code: '' },
    invalid: false,
    refresh: false,
    onDone: done,
  })
  return (
    <FormDialog title="Set up an authenticator app" form={form} close={close} submit="Set up">
      <Text>Scan this with the app:</Text>
      <QrCode text={uri} label="QR code for the authenticator app" />
      <Stack gap={4}>
        <Text>Or type it in as a key for time-based codes:</Text>
        <Code fz="sm">{secret.replace(/.{4}(?=.)/gu, '$& ')}</Code>
      </Stack>
      <TextInput
        label="Code"
        description="The six digits that the app shows then"
        inputMode="numeric"
        autoComplete="one-time-code"
        data-autofocus
        {...form.fields.getInputProps('code')}
      />
    </FormDialog>
  )
}
