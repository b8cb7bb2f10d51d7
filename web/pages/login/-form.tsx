import { Button, PasswordInput, Stack, TextInput } from '@mantine/core'
import { useState } from 'react'
import type { Method } from '#domain/session/second_factor.ts'
import { api } from '#web/lib/api.ts'
import { useCallForm } from '#web/lib/form.ts'
import { CallForm } from '#web/ui/call_form.tsx'
import { Note } from '#web/ui/note.tsx'
import { useEntered, wordsOf } from './-entered.ts'

const WRONG = 'The login attempt failed. Either the user ID or password is invalid.'

interface LoginFormProps {
  /** Why it starts anew, where it does. */
  why: string | null
  /** The password was right, and one of these is asked for. */
  onSecond: (methods: Method[]) => void
}

/** ID and password; what went wrong stands above the button and stays. */
export function LoginForm({ why, onSecond }: LoginFormProps) {
  const entered = useEntered()
  const [failure, setFailure] = useState(why)
  const form = useCallForm(api.session.login, {
    initial: { email: '', password: '' },
    success: false,
    invalid: false,
    own: 'all',
    refresh: false,
    onDone: (reply) => {
      if (reply.second) onSecond(reply.second.methods)
      else if (!entered(reply)) setFailure(WRONG)
    },
    onFault: (error) => setFailure(wordsOf(error)),
  })
  return (
    <CallForm form={form} asks={false}>
      <Stack gap="lg">
        <TextInput
          label="ID"
          type="text"
          inputMode="email"
          autoComplete="username"
          description="Your e-mail address"
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          {...form.fields.getInputProps('email')}
        />
        <PasswordInput
          label="Password"
          autoComplete="current-password"
          {...form.fields.getInputProps('password')}
        />
        {failure && !form.waiting && <Note kind="bad">{failure}</Note>}
        <Button type="submit" loading={form.waiting} fullWidth>
          LOGIN
        </Button>
      </Stack>
    </CallForm>
  )
}
