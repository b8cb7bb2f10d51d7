import { PasswordInput, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useEndpointForm } from '#web/lib/forms/endpoint_form.ts'
import { api } from '#web/lib/http/api.ts'
import { useAction } from '#web/lib/http/query.ts'
import { makePasskey } from '#web/lib/session/passkeys.ts'
import { FormDialog } from '#web/ui/forms/endpoint_form.tsx'
import { Note } from '#web/ui/text/note.tsx'
import type { PartProps } from './-part.ts'

const NOT_MADE = 'No passkey was made. Please try again.'

interface AddPasskeyProps {
  close: () => void
  done: PartProps['done']
}

/** A new passkey: its name and the password, then the browser's own dialog. */
export function AddPasskey({ close, done }: AddPasskeyProps) {
  const [failure, setFailure] = useState<string | null>(null)
  const [making, setMaking] = useState(false)
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
    const reply = response && (await add.run({ body: { response } }))
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
        description="To tell it from the others: Laptop, Phone, Key ring"
        data-autofocus
        {...form.fields.getInputProps('name')}
      />
      <PasswordInput
        label="Password"
        autoComplete="current-password"
        {...form.fields.getInputProps('password')}
      />
      {making && <Note>Your browser asks for the passkey.</Note>}
      {failure && <Note kind="bad">{failure}</Note>}
    </FormDialog>
  )
}
