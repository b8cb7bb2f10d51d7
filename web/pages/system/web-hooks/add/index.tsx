import { Button, Group, Stack } from '@mantine/core'
import { createFileRoute } from '@tanstack/react-router'
import { useState } from 'react'
import { address } from '#domain/address.ts'
import { useEndpointForm } from '#web/lib/forms/endpoint_form.ts'
import { api } from '#web/lib/http/api.ts'
import { useGo } from '#web/lib/routing/navigation.ts'
import { WriteButton } from '#web/ui/actions/write_button.tsx'
import { EndpointForm } from '#web/ui/forms/endpoint_form.tsx'
import { Page } from '#web/ui/layout/page.tsx'
import { Section } from '#web/ui/layout/section.tsx'
import { HOME, hookBreadcrumbs } from '../-breadcrumbs.ts'
import { WebHookFields, type WebHookValues } from '../-fields.tsx'
import { SecretDialog } from '../-secret_dialog.tsx'

export const Route = createFileRoute('/system/web-hooks/add/')({ component: AddWebHook })

const INITIAL: WebHookValues = { name: '', url: '', events: [] }

function AddWebHook() {
  const go = useGo()
  const [added, setAdded] = useState<{ id: number; secret: string } | null>(null)
  const form = useEndpointForm(api.webHooks.add, {
    initial: INITIAL,
    onDone: ({ id, secret }) => {
      if (id !== undefined && secret !== undefined) setAdded({ id, secret })
    },
  })
  return (
    <Page title="Add web hook" breadcrumbs={hookBreadcrumbs(['Add'])}>
      <EndpointForm form={form}>
        <Section>
          <Stack gap="md" maw={640}>
            <WebHookFields form={form} />
            <Group gap="sm">
              <WriteButton type="submit" loading={form.waiting}>
                Add
              </WriteButton>
              <Button variant="default" onClick={() => void go(HOME)}>
                Cancel
              </Button>
            </Group>
          </Stack>
        </Section>
      </EndpointForm>
      {added && (
        <SecretDialog
          name={form.fields.getValues().name}
          secret={added.secret}
          done={() => void go(address('/system/web-hooks/edit/$id', { id: added.id }))}
        />
      )}
    </Page>
  )
}
