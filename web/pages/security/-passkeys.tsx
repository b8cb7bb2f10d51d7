import { Button, Checkbox, PasswordInput, Stack, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import type { SecurityOverview } from '#domain/session/contract.ts'
import { time, zoneName } from '#web/lib/format/format.ts'
import { useEndpointForm } from '#web/lib/forms/endpoint_form.ts'
import { api } from '#web/lib/http/api.ts'
import { useAction } from '#web/lib/http/query.ts'
import { makePasskey } from '#web/lib/session/passkeys.ts'
import { ButtonWithReason } from '#web/ui/actions/buttons.tsx'
import { FormDialog } from '#web/ui/forms/endpoint_form.tsx'
import { Section } from '#web/ui/layout/section.tsx'
import { DataTable } from '#web/ui/lists/data_table.tsx'
import { Note } from '#web/ui/text/note.tsx'
import { END_OTHERS, PasswordDialog, type SecuritySectionProps } from './-password_dialog.tsx'

type Passkey = SecurityOverview['passkeys'][number]
const hint = `Times are in ${zoneName()}.`

export function Passkeys({ of: { passkeys, why_not_passkey }, done }: SecuritySectionProps) {
  const [adding, setAdding] = useState(false)
  const [removed, setRemoved] = useState<Passkey | null>(null)
  return (
    <Section title="Passkeys" aside="Protects against phishing">
      <Stack gap="sm">
        <Text>
          A passkey is kept by your device, your password manager or a security key, and unlocked with a
          fingerprint, a face or a PIN. Add one for each device that you sign in with.
        </Text>
        {passkeys.length > 0 && (
          <DataTable
            label="Passkeys"
            rows={passkeys}
            rowKey={({ id }) => id}
            empty={null}
            columns={[
              { header: 'Name', cardTitle: true, cell: ({ name }) => name },
              { header: 'Created', hint, nowrap: true, cell: ({ created_at }) => time(created_at) },
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
          endsOthers
          consequence="This passkey will no longer work. You may have to delete it from the device yourself."
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

const NOT_MADE = 'No passkey was created. Please try again.'

interface AddPasskeyProps {
  close: () => void
  done: SecuritySectionProps['done']
}

/** Asks for name and password, then opens the browser's own dialog. */
function AddPasskey({ close, done }: AddPasskeyProps) {
  const [failure, setFailure] = useState<string | null>(null)
  const [making, setMaking] = useState(false)
  const [endOthers, setEndOthers] = useState(true)
  const add = useAction(api.security.addPasskey, { refresh: false })
  const form = useEndpointForm(api.security.beginPasskey, {
    initial: { name: '', password: '' },
    success: false,
    invalid: false,
    refresh: false,
    onDone: ({ options }) => options && void make(options),
  })

  async function make(options: Record<string, unknown>) {
    setFailure(null)
    setMaking(true)
    const response = await makePasskey(options).catch(() => null)
    const reply = response && (await add.run({ body: { response, end_others: endOthers } }))
    setMaking(false)
    if (!response) return setFailure(NOT_MADE)
    if (reply?.result !== 1) return
    close()
    void done(reply)
  }
  return (
    <FormDialog
      title="Add a passkey"
      form={{ ...form, waiting: form.waiting || making }}
      close={close}
      submit="Add"
    >
      <TextInput
        label="Name"
        description="To distinguish it from others: Laptop, Phone, Key ring"
        data-autofocus
        {...form.fields.getInputProps('name')}
      />
      <PasswordInput
        label="Password"
        autoComplete="current-password"
        {...form.fields.getInputProps('password')}
      />
      <Checkbox
        label={END_OTHERS}
        checked={endOthers}
        onChange={(event) => setEndOthers(event.currentTarget.checked)}
      />
      {making && <Note>Your browser is asking for the passkey.</Note>}
      {failure && <Note kind="bad">{failure}</Note>}
    </FormDialog>
  )
}
