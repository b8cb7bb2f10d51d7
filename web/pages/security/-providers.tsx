import { Button, Group, PasswordInput, Stack, Text } from '@mantine/core'
import { useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import type { LinkedIdentity, ProviderChoice } from '#domain/session/provider_contract.ts'
import { time, zoneName } from '#web/lib/format/format.ts'
import { useEndpointForm } from '#web/lib/forms/endpoint_form.ts'
import { api } from '#web/lib/http/api.ts'
import { useCall } from '#web/lib/http/query.ts'
import { openProvider, useProviderReturn } from '#web/lib/session/provider_visit.ts'
import { FormDialog } from '#web/ui/forms/endpoint_form.tsx'
import { Section } from '#web/ui/layout/section.tsx'
import { DataTable } from '#web/ui/lists/data_table.tsx'
import { Note } from '#web/ui/text/note.tsx'
import { OrcidLink } from '#web/ui/text/orcid.tsx'
import { PasswordDialog, type SecuritySectionProps } from './-password_dialog.tsx'

const hint = `Times are in ${zoneName()}.`

/** The user's accounts at sign-in providers; nothing where none is configured and none is linked. */
export function LinkedProviders({ done }: Pick<SecuritySectionProps, 'done'>) {
  const { providers, failure, linked } = useProviderReturn(useSearch({ strict: false }))
  const own = useCall(api.providers.own, {}, { staleTime: 0 }).data ?? []
  const [linking, setLinking] = useState<ProviderChoice | null>(null)
  const [unlinked, setUnlinked] = useState<LinkedIdentity | null>(null)
  if (providers.length === 0 && own.length === 0) return null
  const isLinked = ({ label }: ProviderChoice) =>
    own.some(({ provider, confirmed_at }) => provider === label && confirmed_at !== null)
  return (
    <Section title="Sign-in providers" aside="A second way in">
      <Stack gap="sm">
        {failure && <Note kind="bad">{failure}</Note>}
        {linked && <Note kind="info">{`${linked} is linked: you can sign in with it.`}</Note>}
        <Text>
          Link an account that you have elsewhere to sign in with it instead of your password. Your second
          factor is still asked for, unless the provider confirms that you used one there.
        </Text>
        {own.length > 0 && (
          <DataTable
            label="Sign-in providers"
            rows={own}
            rowKey={({ id }) => id}
            empty={null}
            columns={[
              { header: 'Provider', cardTitle: true, cell: ({ provider }) => provider },
              {
                header: 'Account',
                cell: ({ name, orcid }) => (orcid === null ? name : <OrcidLink orcid={orcid} />),
              },
              {
                header: 'Linked',
                hint,
                nowrap: true,
                cell: ({ confirmed_at }) =>
                  confirmed_at === null ? 'Not yet; press Link to use it' : time(confirmed_at),
              },
              { header: 'Last used', hint, nowrap: true, cell: ({ last_used_at }) => time(last_used_at) },
              {
                header: 'Unlink',
                action: true,
                width: 100,
                align: 'right',
                cell: (identity) => (
                  <Button
                    variant="default"
                    size="compact-sm"
                    aria-label={`Unlink ${identity.provider}`}
                    onClick={() => setUnlinked(identity)}
                  >
                    Unlink
                  </Button>
                ),
              },
            ]}
          />
        )}
        <Group gap="sm">
          {providers
            .filter((provider) => !isLinked(provider))
            .map((provider) => (
              <Button key={provider.id} variant="default" onClick={() => setLinking(provider)}>
                {`Link ${provider.label}`}
              </Button>
            ))}
        </Group>
      </Stack>
      {linking && <LinkDialog provider={linking} close={() => setLinking(null)} />}
      {unlinked && (
        <PasswordDialog
          call={api.providers.unlink}
          input={{ params: { id: unlinked.id } } as never}
          title={`Unlink ${unlinked.provider}`}
          submit="Unlink"
          endsOthers
          consequence={`You can no longer sign in with ${unlinked.provider}. Your password still works.`}
          close={() => setUnlinked(null)}
          onDone={(reply) => {
            setUnlinked(null)
            void done(reply)
          }}
        />
      )}
    </Section>
  )
}

/** Asks for the password, then leaves for the provider. */
function LinkDialog({ provider, close }: { provider: ProviderChoice; close: () => void }) {
  const form = useEndpointForm(api.providers.link, {
    initial: { password: '' },
    toBody: ({ password }: { password: string }) => ({ provider: provider.id, password }),
    success: false,
    invalid: false,
    refresh: false,
    onDone: ({ url }) => url && openProvider(url),
  })
  return (
    <FormDialog title={`Link ${provider.label}`} form={form} close={close} submit="Continue">
      <Text>{`You sign in at ${provider.label}, which sends you back here. We e-mail you once it is linked.`}</Text>
      <PasswordInput
        label="Password"
        data-autofocus
        autoComplete="current-password"
        {...form.fields.getInputProps('password')}
      />
    </FormDialog>
  )
}
