import { Button, Group, Stack } from '@mantine/core'
import { createFileRoute } from '@tanstack/react-router'
import { address } from '#domain/address.ts'
import { useEndpointForm } from '#web/lib/forms/endpoint_form.ts'
import { api } from '#web/lib/http/api.ts'
import { useGo } from '#web/lib/routing/navigation.ts'
import { WriteButton } from '#web/ui/actions/write_button.tsx'
import { EndpointForm } from '#web/ui/forms/endpoint_form.tsx'
import { Page } from '#web/ui/layout/page.tsx'
import { Section } from '#web/ui/layout/section.tsx'
import { masterBreadcrumbs } from '../../-breadcrumbs.ts'
import { OrganisationFields } from '../-fields.tsx'

export const Route = createFileRoute('/masters/organisations/add/')({ component: AddOrganisation })

const HOME = address('/masters/organisations')

function AddOrganisation() {
  const go = useGo()
  const form = useEndpointForm(api.organisations.add, {
    initial: { name: '', ror: '', parent_id: '' },
    draft: 'organisations/add',
    onDone: ({ id }) => void go(id === undefined ? HOME : address('/masters/organisations/edit/$id', { id })),
  })
  return (
    <Page title="Add Organisation" breadcrumbs={masterBreadcrumbs(['Organisation Master', HOME], ['Add'])}>
      <EndpointForm form={form}>
        <Section>
          <Stack gap="sm" maw={560}>
            <OrganisationFields form={form} />
            <Group gap="sm">
              <WriteButton type="submit" loading={form.waiting}>
                Save
              </WriteButton>
              <Button variant="default" onClick={() => void go(HOME)}>
                Cancel
              </Button>
            </Group>
          </Stack>
        </Section>
      </EndpointForm>
    </Page>
  )
}
