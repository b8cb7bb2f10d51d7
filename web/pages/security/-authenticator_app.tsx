import { Button, Checkbox, Code, Stack, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { time, zoneName } from '#web/lib/format/format.ts'
import { useEndpointForm } from '#web/lib/forms/endpoint_form.ts'
import { api } from '#web/lib/http/api.ts'
import { FormDialog } from '#web/ui/forms/endpoint_form.tsx'
import { DetailFields, Section } from '#web/ui/layout/section.tsx'
import { QrCode } from '#web/ui/text/qr_code.tsx'
import { END_OTHERS, PasswordDialog, type SecuritySectionProps } from './-password_dialog.tsx'

type Open = 'begin' | 'remove' | { secret: string; uri: string } | null

export function AppSection({ of: { totp }, done }: SecuritySectionProps) {
  const [open, setOpen] = useState<Open>(null)
  const close = () => setOpen(null)
  return (
    <Section title="Authenticator app" aside="Works on any smartphone">
      <Stack gap="sm">
        <Text>The app shows a code of six digits that changes every 30 seconds.</Text>
        {totp ? (
          <>
            <DetailFields
              rows={[
                [`Set up (${zoneName()})`, time(totp.created_at)],
                ['Last used', time(totp.last_used_at)],
              ]}
            />
            <div>
              <Button variant="default" onClick={() => setOpen('remove')}>
                Remove the app
              </Button>
            </div>
          </>
        ) : (
          <div>
            <Button variant="default" onClick={() => setOpen('begin')}>
              Set up an app
            </Button>
          </div>
        )}
      </Stack>
      {open === 'begin' && (
        <PasswordDialog
          call={api.security.beginApp}
          title="Set up an authenticator app"
          submit="Next"
          consequence="Have an app ready, such as one on your phone or in your password manager."
          success={false}
          close={close}
          onDone={({ secret, uri }) => setOpen(secret && uri ? { secret, uri } : null)}
        />
      )}
      {open === 'remove' && (
        <PasswordDialog
          call={api.security.removeApp}
          title="Remove the authenticator app"
          submit="Remove"
          consequence="Its codes will no longer work."
          endsOthers
          close={close}
          onDone={(reply) => {
            close()
            void done(reply)
          }}
        />
      )}
      {open !== null && typeof open === 'object' && (
        <AppDialog
          {...open}
          close={close}
          done={(reply) => {
            close()
            void done(reply)
          }}
        />
      )}
    </Section>
  )
}

interface AppDialogProps {
  secret: string
  uri: string
  close: () => void
  done: SecuritySectionProps['done']
}

/** The secret as QR code and text, and a field for the app's first code. */
function AppDialog({ secret, uri, close, done }: AppDialogProps) {
  const form = useEndpointForm(api.security.addApp, {
    initial: { code: '', end_others: true },
    invalid: false,
    refresh: false,
    onDone: done,
  })
  return (
    <FormDialog title="Set up an authenticator app" form={form} close={close} submit="Set up">
      <Text>Scan this with the app:</Text>
      <QrCode text={uri} label="QR code for the authenticator app" size={208} />
      <Stack gap={4}>
        <Text>Or type it in as a key for time-based codes:</Text>
        <Code fz="sm">{secret.replace(/.{4}(?=.)/gu, '$& ')}</Code>
      </Stack>
      <TextInput
        label="Code"
        description="The six digits that the app shows"
        inputMode="numeric"
        autoComplete="one-time-code"
        data-autofocus
        {...form.fields.getInputProps('code')}
      />
      <Checkbox label={END_OTHERS} {...form.fields.getInputProps('end_others', { type: 'checkbox' })} />
    </FormDialog>
  )
}
