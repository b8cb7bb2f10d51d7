import { Button, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { time, zoneName } from '#web/lib/format/format.ts'
import { api } from '#web/lib/http/api.ts'
import { DetailFields, Section } from '#web/ui/layout/section.tsx'
import { AppDialog } from './-app_dialog.tsx'
import type { PartProps } from './-part.ts'
import { PasswordDialog } from './-password_dialog.tsx'

type Open = 'begin' | 'remove' | { secret: string; uri: string } | null

/** The authenticator app: set up by a scan and a code, or removed. */
export function AppSection({ of: { totp }, done }: PartProps) {
  const [open, setOpen] = useState<Open>(null)
  const close = () => setOpen(null)
  return (
    <Section title="Authenticator app" aside="A second factor for any telephone">
      <Stack gap="sm">
        <Text>The app shows a code of six digits that changes every half a minute.</Text>
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
          says="Have an app at hand, such as the one of your telephone or of your password manager."
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
          says="Then its codes are worth nothing any more."
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
