import { Button, Stack, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useEndpointForm } from '#web/lib/forms/endpoint_form.ts'
import { api } from '#web/lib/http/api.ts'
import { EndpointForm } from '#web/ui/forms/endpoint_form.tsx'
import { Note } from '#web/ui/text/note.tsx'
import { type LoginReply, wordsOf } from './-entered.ts'

const FIELDS = {
  totp: {
    label: 'Code',
    description: 'The six digits that your authenticator app shows now',
    inputMode: 'numeric',
    autoComplete: 'one-time-code',
  },
  recovery: {
    label: 'Recovery code',
    description: 'One of those that you kept when you set up the second factor; each works once',
    inputMode: 'text',
    autoComplete: 'off',
  },
} as const
const WRONG = {
  totp: 'This code is not right, or was used before. Wait for the next one and try again.',
  recovery: 'This recovery code is not right, or was used before.',
}

interface CodeFormProps {
  method: 'totp' | 'recovery'
  take: (reply: LoginReply) => boolean
}

/** A code that is typed: of the app, or one of those for when it is lost. */
export function CodeForm({ method, take }: CodeFormProps) {
  const [failure, setFailure] = useState<string | null>(null)
  const form = useEndpointForm(api.session.loginSecond, {
    initial: { method, code: '' },
    success: false,
    invalid: false,
    handles: 'all',
    refresh: false,
    onDone: (reply) => {
      if (!take(reply)) setFailure(WRONG[method])
    },
    onFault: (error) => setFailure(wordsOf(error)),
  })
  return (
    <EndpointForm form={form} asks={false}>
      <Stack gap="lg">
        <TextInput
          autoFocus
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          {...FIELDS[method]}
          {...form.fields.getInputProps('code')}
        />
        {failure && !form.waiting && <Note kind="bad">{failure}</Note>}
        <Button type="submit" loading={form.waiting} fullWidth>
          CONTINUE
        </Button>
      </Stack>
    </EndpointForm>
  )
}
