import { Button, PasswordInput, Stack, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { address } from '#domain/address.ts'
import { api } from '#web/lib/api.ts'
import { useBanner } from '#web/lib/banner.tsx'
import { failureKind } from '#web/lib/failures.ts'
import { useCallForm } from '#web/lib/form.ts'
import { useGo } from '#web/lib/go.ts'
import { begin, takeLapse } from '#web/lib/session.tsx'
import { CallForm } from '#web/ui/call_form.tsx'
import { Note } from '#web/ui/note.tsx'

const PASSWORD = address('/password')
const WRONG = 'The login attempt failed. Either the user ID or password is invalid.'
const TOO_OFTEN = 'The limit of login attempts has been reached. Please try again in a few minutes.'

/** ID and password; what went wrong stands above the button and stays. */
export function LoginForm() {
  const go = useGo()
  const banner = useBanner()
  const queries = useQueryClient()
  const [failure, setFailure] = useState<string | null>(null)
  const form = useCallForm(api.session.login, {
    initial: { email: '', password: '' },
    success: false,
    invalid: false,
    own: 'all',
    refresh: false,
    onDone: ({ success, user, redirect = address('/') }) => {
      if (!success || !user) return setFailure(WRONG)
      banner.reset()
      const back = takeLapse(user.id)
      begin(queries, user)
      // A generated password is changed first; an ended session goes on where it was.
      const first = redirect === PASSWORD
      void go(first ? PASSWORD : (back ?? redirect), { replace: true, state: { signedIn: first } })
    },
    onFault: (error) => {
      const kind = failureKind(error)
      if (kind === 'invalid') return setFailure(null)
      setFailure(kind === 'throttled' ? TOO_OFTEN : 'Server error occurred.')
    },
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
