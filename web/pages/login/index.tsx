import { Alert, Anchor, Button, Group, PasswordInput, Stack, Text, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { address } from '#domain/address.ts'
import { startPage } from '#domain/session/start.ts'
import { api } from '#web/lib/api.ts'
import { useBanner } from '#web/lib/banner.tsx'
import { failureKind } from '#web/lib/failures.ts'
import { useCallForm } from '#web/lib/form.ts'
import { useGo } from '#web/lib/go.ts'
import { useCall } from '#web/lib/query.ts'
import { begin, takeLapse, useVisitor } from '#web/lib/session.tsx'
import { CallForm } from '#web/ui/call_form.tsx'
import { LinkButton, ScreenLink } from '#web/ui/screen_link.tsx'
import { SmallPage } from '#web/ui/small_page.tsx'

export const Route = createFileRoute('/login/')({ component: Login })

const PASSWORD = address('/password')
const WRONG = 'The login attempt failed. Either the user ID or password is invalid.'
const TOO_OFTEN = 'The limit of login attempts has been reached. Please try again in a few minutes.'

function Login() {
  const user = useVisitor()
  return (
    <SmallPage title="Astromaterials Sample AO System">
      <Stack gap="md">
        {user && (
          <Alert variant="light" title={`Signed in as ${user.name}`}>
            <LinkButton to={startPage(user.role)} variant="default" size="compact-sm">
              Continue
            </LinkButton>
          </Alert>
        )}
        <LoginForm />
        <Ways />
      </Stack>
    </SmallPage>
  )
}

function LoginForm() {
  const go = useGo()
  const banner = useBanner()
  const queries = useQueryClient()
  const form = useCallForm(api.session.login, {
    initial: { email: '', password: '' },
    success: false,
    invalid: false,
    own: 'all',
    refresh: false,
    onDone: ({ success, user, redirect = address('/') }) => {
      if (!success || !user) return banner.show('alert', WRONG)
      banner.reset()
      const back = takeLapse(user.id)
      begin(queries, user)
      // A generated password is changed first; an ended session goes on where it was.
      const first = redirect === PASSWORD
      void go(first ? PASSWORD : (back ?? redirect), { replace: true, state: { signedIn: first } })
    },
    onFault: (error) => {
      if (failureKind(error) !== 'invalid')
        banner.show('alert', failureKind(error) === 'throttled' ? TOO_OFTEN : 'Server error occurred.')
    },
  })
  return (
    <CallForm form={form} asks={false}>
      <Stack gap="sm">
        <TextInput
          label="ID"
          type="text"
          inputMode="email"
          autoComplete="username"
          description="Your e-mail address"
          {...form.fields.getInputProps('email')}
        />
        <PasswordInput
          label="Password"
          autoComplete="current-password"
          {...form.fields.getInputProps('password')}
        />
        <Button type="submit" loading={form.waiting} fullWidth mt="xs">
          LOGIN
        </Button>
      </Stack>
    </CallForm>
  )
}

/** The other ways from here. */
function Ways() {
  const top = useCall(api.masters.topUrl).data
  const notices = useCall(api.terms.noticeAccepted).data
  return (
    <Stack gap={6}>
      <ScreenLink to={address('/request')}>Forgot your password?</ScreenLink>
      {notices && (
        <Text component="p" m={0}>
          New here? <ScreenLink to={address('/applicants/create')}>Notice of Intent</ScreenLink>
        </Text>
      )}
      {top && (
        <Group>
          <Anchor href={top}>BACK to TOP</Anchor>
        </Group>
      )}
    </Stack>
  )
}
