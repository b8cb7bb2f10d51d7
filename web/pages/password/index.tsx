import { Button, Checkbox, Group, PasswordInput, Stack } from '@mantine/core'
import { createFileRoute, useLocation, useRouter } from '@tanstack/react-router'
import { durationText } from '#domain/session/durations.ts'
import { PASSWORD_MAX, PASSWORD_MIN, startPage } from '#domain/session/rules.ts'
import { useEndpointForm } from '#web/lib/forms/endpoint_form.ts'
import { api } from '#web/lib/http/api.ts'
import { useCall } from '#web/lib/http/query.ts'
import { useGo } from '#web/lib/routing/navigation.ts'
import { useUser } from '#web/lib/session/session.ts'
import { WriteButton } from '#web/ui/actions/write_button.tsx'
import { EndpointForm } from '#web/ui/forms/endpoint_form.tsx'
import { SmallPage } from '#web/ui/layout/page.tsx'
import { Note } from '#web/ui/text/note.tsx'

export const Route = createFileRoute('/password/')({ component: ChangePassword })

/** Form fields by the `error_type` of the reply. */
const FIELDS = {
  surrent_password: 'currentPass',
  new_password: 'newPass',
  confirm_password: 'newPassConfirm',
} as const

const LABELS = {
  currentPass: 'Current password',
  newPass: 'New password',
  newPassConfirm: 'Confirm new password',
}
const MADE = 'The temporary password you have just signed in with.'
const RULE = `${PASSWORD_MIN} to ${PASSWORD_MAX} characters, not your e-mail address, not one of the common passwords, and not the current one. A phrase of several words works well.`

function ChangePassword() {
  const back = useBack()
  const { signedIn: first } = useLocation().state
  const waiting = (useCall(api.providers.own).data ?? [])
    .filter(({ confirmed_at }) => confirmed_at === null)
    .map(({ provider, name }) => `${provider} (${name})`)
  const form = useEndpointForm(api.session.changePassword, {
    initial: { currentPass: '', newPass: '', newPassConfirm: '', confirm_identities: false },
    invalid: false,
    refusalErrors: ({ message, error_type }) => error_type && { [FIELDS[error_type]]: message },
    onDone: back,
  })
  const field = (name: keyof typeof LABELS, description?: string) => (
    <PasswordInput
      label={LABELS[name]}
      description={description}
      autoComplete={name === 'currentPass' ? 'current-password' : 'new-password'}
      {...form.fields.getInputProps(name)}
    />
  )
  return (
    <SmallPage title="Change Password">
      <EndpointForm form={form} guardsLeaving={false}>
        <Stack gap="md">
          {first && (
            <Note title="You are using a temporary password.">
              {`It was sent by e-mail, so please replace it now. It expires after ${durationText('temporary_password')}.`}
            </Note>
          )}
          {field('currentPass', first ? MADE : undefined)}
          {field('newPass', RULE)}
          {field('newPassConfirm')}
          {waiting.length > 0 && (
            <Checkbox
              label={`From now on, also sign in with ${waiting.join(', ')}`}
              description="Select it only if this account is yours. You will receive an e-mail about it."
              {...form.fields.getInputProps('confirm_identities', { type: 'checkbox' })}
            />
          )}
          <Group gap="sm" mt="xs">
            <WriteButton type="submit" loading={form.waiting}>
              Change Password
            </WriteButton>
            <Button variant="default" onClick={back}>
              Cancel
            </Button>
          </Group>
        </Stack>
      </EndpointForm>
    </SmallPage>
  )
}

/** Back to the previous page, or to the start page after signing in or opening this page directly. */
function useBack() {
  const go = useGo()
  const { history } = useRouter()
  const { signedIn } = useLocation().state
  const user = useUser()
  return () => {
    if (history.canGoBack() && !signedIn) history.back()
    else void go(startPage(user.role))
  }
}
