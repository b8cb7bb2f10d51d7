import { Group, Stack, Text, TextInput } from '@mantine/core'
import { createFileRoute } from '@tanstack/react-router'
import { address } from '#domain/address.ts'
import { durationText } from '#domain/session/durations.ts'
import { useEndpointForm } from '#web/lib/forms/endpoint_form.ts'
import { api } from '#web/lib/http/api.ts'
import { LinkButton } from '#web/ui/actions/links.tsx'
import { WriteButton } from '#web/ui/actions/write_button.tsx'
import { EndpointForm } from '#web/ui/forms/endpoint_form.tsx'
import { SmallPage } from '#web/ui/layout/page.tsx'

export const Route = createFileRoute('/request/')({ component: PasswordRequest })

function PasswordRequest() {
  const form = useEndpointForm(api.session.requestReset, {
    initial: { email: '' },
    success: 'I sent a password reset email.',
    invalid: false,
  })
  return (
    <SmallPage title="Password reset request">
      <EndpointForm form={form} guardsLeaving={false}>
        <Stack gap="md">
          <Text>
            {`Enter the e-mail address that is your ID. We will send you a link that resets your password. It can be used once, within ${durationText('reset_link')}.`}
          </Text>
          <TextInput
            label="E-mail"
            inputMode="email"
            autoComplete="username"
            {...form.fields.getInputProps('email')}
          />
          <Group gap="sm">
            <WriteButton type="submit" loading={form.waiting}>
              Request
            </WriteButton>
            <LinkButton to={address('/login')} variant="default">
              Cancel
            </LinkButton>
          </Group>
        </Stack>
      </EndpointForm>
    </SmallPage>
  )
}
