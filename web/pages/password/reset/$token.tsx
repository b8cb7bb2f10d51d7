import { Group, Stack, Text } from '@mantine/core'
import { createFileRoute, useLocation } from '@tanstack/react-router'
import { address } from '#domain/address.ts'
import { durationText } from '#domain/session/durations.ts'
import { api } from '#web/lib/http/api.ts'
import { failureKind } from '#web/lib/http/failures.ts'
import { useAction, useCall } from '#web/lib/http/query.ts'
import { useGo } from '#web/lib/routing/navigation.ts'
import { useBanner } from '#web/lib/screen/banner.tsx'
import { LinkButton } from '#web/ui/actions/links.tsx'
import { WriteButton } from '#web/ui/actions/write_button.tsx'
import { SmallPage } from '#web/ui/layout/page.tsx'

export const Route = createFileRoute('/password/reset/$token')({ component: PasswordReset })

function PasswordReset() {
  const go = useGo()
  const banner = useBanner()
  const { token } = Route.useParams()
  const { email } = useLocation().search as { email?: string }
  const hasProviders = (useCall(api.providers.list).data ?? []).length > 0
  const reset = useAction(api.session.reset, {
    own: ['invalid'],
    onFault: (error) => {
      if (failureKind(error) === 'invalid') banner.show('alert', 'The email address is not registered.')
    },
    onDone: () => void go(address('/login')),
  })
  return (
    <SmallPage title="Password reset confirmation">
      <Stack gap="md">
        <Text>If youw want to Reset Password, Press "Reset"</Text>
        <Text c="dimmed">
          A temporary password will be e-mailed to {email ? <b>{String(email)}</b> : 'your address'}. It
          expires after {durationText('temporary_password')}; you will be asked to choose your own at your
          first sign-in. The reset ends your sessions and revokes any API tokens of yours for good.
          {hasProviders &&
            ' Linked accounts sign you in again once you have confirmed them with the new password.'}
        </Text>
        <Group gap="sm">
          <WriteButton
            loading={reset.pending}
            onClick={() => void reset.run({ body: { email: String(email ?? ''), token } })}
          >
            Reset
          </WriteButton>
          <LinkButton to={address('/login')} variant="default">
            Cancel
          </LinkButton>
        </Group>
      </Stack>
    </SmallPage>
  )
}
