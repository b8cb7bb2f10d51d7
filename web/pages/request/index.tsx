import { Button, Group, Stack, Text, TextInput } from '@mantine/core'
import { createFileRoute } from '@tanstack/react-router'
import { address } from '#domain/address.ts'
import { useCallForm } from '#web/lib/forms/endpoint_form.ts'
import { api } from '#web/lib/http/api.ts'
import { CallForm } from '#web/ui/call_form.tsx'
import { LinkButton } from '#web/ui/screen_link.tsx'
import { SmallPage } from '#web/ui/small_page.tsx'

export const Route = createFileRoute('/request/')({ component: PasswordRequest })

function PasswordRequest() {
  const form = useCallForm(api.session.requestReset, {
    initial: { email: '' },
    success: 'I sent a password reset email.',
    invalid: false,
  })
  return (
    <SmallPage title="Password reset request">
      <CallForm form={form} asks={false}>
        <Stack gap="md">
          <Text>
            Give the e-mail address that is your ID. A link comes to it by mail; it resets your password once,
            and is valid for 60 minutes.
          </Text>
          <TextInput
            label="E-mail"
            inputMode="email"
            autoComplete="username"
            {...form.fields.getInputProps('email')}
          />
          <Group gap="sm">
            <Button type="submit" loading={form.waiting}>
              Request
            </Button>
            <LinkButton to={address('/login')} variant="default">
              Cancel
            </LinkButton>
          </Group>
        </Stack>
      </CallForm>
    </SmallPage>
  )
}
