import { Checkbox, PasswordInput, Stack, TextInput } from '@mantine/core'
import { SCOPES, type Scope } from '#domain/access.ts'
import { MAX_TOKEN_DAYS, MAX_TOKEN_NAME, SCOPE_TEXTS } from '#domain/api_tokens/rules.ts'
import { otherAdministrators } from '#domain/users/staff_accounts.ts'
import { useEndpointForm } from '#web/lib/forms/endpoint_form.ts'
import { api } from '#web/lib/http/api.ts'
import { useCall } from '#web/lib/http/query.ts'
import { useUser } from '#web/lib/session/session.ts'
import { MailRecipients } from '#web/ui/dialogs/mail_recipients.tsx'
import { FormDialog } from '#web/ui/forms/endpoint_form.tsx'

interface MakeTokenProps {
  close: () => void
  onMade: (token: string) => void
}

export function MakeToken({ close, onMade }: MakeTokenProps) {
  const me = useUser()
  const users = useCall(api.users.all).data ?? []
  const form = useEndpointForm(api.apiTokens.make, {
    initial: { name: '', scopes: [] as Scope[], days: '90', password: '' },
    invalid: false,
    onDone: ({ token }) => token && onMade(token),
  })
  const { fields } = form
  return (
    <FormDialog title="Make a token" form={form} close={close} submit="Make" size="lg">
      <TextInput
        label="Name"
        description="Of the script or system that uses it."
        withAsterisk
        data-autofocus
        maxLength={MAX_TOKEN_NAME}
        autoComplete="off"
        {...fields.getInputProps('name')}
      />
      <Checkbox.Group label="Scopes" withAsterisk {...fields.getInputProps('scopes')}>
        <Stack gap={8} mt={4}>
          {SCOPES.map((scope) => (
            <Checkbox
              key={scope}
              value={scope}
              label={SCOPE_TEXTS[scope].label}
              description={SCOPE_TEXTS[scope].hint}
            />
          ))}
        </Stack>
      </Checkbox.Group>
      <TextInput
        label="Expires after (days)"
        description={`At most ${MAX_TOKEN_DAYS}. It also stops when your access ends, or when any administrator revokes it.`}
        withAsterisk
        inputMode="numeric"
        maw={360}
        {...fields.getInputProps('days')}
      />
      <PasswordInput
        label="Password"
        description="Your own, to confirm that it is you."
        withAsterisk
        autoComplete="current-password"
        {...fields.getInputProps('password')}
      />
      <MailRecipients
        of={api.apiTokens.make}
        to={{ other_administrators: otherAdministrators(users, me) }}
        saying="the token's name and scopes"
      />
    </FormDialog>
  )
}
