import { Button, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import type { Security } from '#domain/session/security.ts'
import { time, zoneName } from '#web/lib/format/format.ts'
import { api } from '#web/lib/http/api.ts'
import { ButtonWithReason } from '#web/ui/actions/buttons.tsx'
import { Section } from '#web/ui/layout/section.tsx'
import { DataTable } from '#web/ui/lists/data_table.tsx'
import { AddPasskey } from './-add_passkey.tsx'
import type { PartProps } from './-part.ts'
import { PasswordDialog } from './-password_dialog.tsx'

type Passkey = Security['passkeys'][number]
const hint = `Times are in ${zoneName()}.`

/** The passkeys with when they were made and last used; one more, or one less. */
export function Passkeys({ of: { passkeys, why_not_passkey }, done }: PartProps) {
  const [adding, setAdding] = useState(false)
  const [removed, setRemoved] = useState<Passkey | null>(null)
  return (
    <Section title="Passkeys" aside="Of no use to a false sign-in page">
      <Stack gap="sm">
        <Text>
          A passkey is kept by your device, your password manager or a security key, and is shown by a
          fingerprint, a face or a PIN. Add one for each device that you sign in with.
        </Text>
        {passkeys.length > 0 && (
          <DataTable
            label="Passkeys"
            rows={passkeys}
            rowKey={({ id }) => id}
            empty={null}
            columns={[
              { header: 'Name', heads: true, cell: ({ name }) => name },
              { header: 'Made', hint, nowrap: true, cell: ({ created_at }) => time(created_at) },
              { header: 'Last used', hint, nowrap: true, cell: ({ last_used_at }) => time(last_used_at) },
              {
                header: 'Remove',
                action: true,
                width: 100,
                align: 'right',
                cell: (passkey) => (
                  <Button
                    variant="default"
                    size="compact-sm"
                    aria-label={`Remove ${passkey.name}`}
                    onClick={() => setRemoved(passkey)}
                  >
                    Remove
                  </Button>
                ),
              },
            ]}
          />
        )}
        <div>
          <ButtonWithReason variant="default" why={why_not_passkey} onClick={() => setAdding(true)}>
            Add a passkey
          </ButtonWithReason>
        </div>
      </Stack>
      {adding && <AddPasskey close={() => setAdding(false)} done={done} />}
      {removed && (
        <PasswordDialog
          call={api.security.removePasskey}
          input={{ params: { id: removed.id } } as never}
          title={`Remove ${removed.name}`}
          submit="Remove"
          says="Then nobody signs in with this passkey any more. On the device it may have to be deleted by hand."
          close={() => setRemoved(null)}
          onDone={(reply) => {
            setRemoved(null)
            void done(reply)
          }}
        />
      )}
    </Section>
  )
}
