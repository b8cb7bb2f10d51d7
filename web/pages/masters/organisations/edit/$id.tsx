import { Button, Group, Stack, Text } from '@mantine/core'
import { createFileRoute } from '@tanstack/react-router'
import { address } from '#domain/address.ts'
import type { OrganisationDetail } from '#domain/organisations/contract.ts'
import { useEndpointForm } from '#web/lib/forms/endpoint_form.ts'
import { api } from '#web/lib/http/api.ts'
import { useCall } from '#web/lib/http/query.ts'
import { loadById } from '#web/lib/routing/loaders.ts'
import { useGo } from '#web/lib/routing/navigation.ts'
import { ScreenLink } from '#web/ui/actions/links.tsx'
import { WriteButton } from '#web/ui/actions/write_button.tsx'
import { EndpointForm } from '#web/ui/forms/endpoint_form.tsx'
import { Loaded } from '#web/ui/layout/loaded.tsx'
import { Page } from '#web/ui/layout/page.tsx'
import { Section } from '#web/ui/layout/section.tsx'
import { masterBreadcrumbs } from '../../-breadcrumbs.ts'
import { OrganisationFields } from '../-fields.tsx'
import { MergeAndDelete, Spellings } from './-spellings.tsx'

export const Route = createFileRoute('/masters/organisations/edit/$id')({
  loader: loadById(api.organisations.get),
  component: EditOrganisation,
})

const HOME = address('/masters/organisations')

const valuesOf = ({ name, ror, parent, version }: OrganisationDetail) => ({
  name,
  ror: ror ?? '',
  parent_id: parent === null ? '' : String(parent.id),
  version,
})

function EditOrganisation() {
  const { id } = Route.useParams()
  const query = useCall(api.organisations.get, { params: { id } }, { staleTime: 0 })
  return (
    <Page
      title="Edit Organisation"
      object={query.data?.name}
      breadcrumbs={masterBreadcrumbs(['Organisation Master', HOME], ['Edit'])}
    >
      <Loaded query={query} fresh>
        {(organisation) => (
          <>
            <EditForm key={organisation.version} of={organisation} />
            <Spellings of={organisation} />
            {organisation.parts.length > 0 && (
              <Section title="Its parts">
                <Group gap="6px 16px">
                  {organisation.parts.map((part) => (
                    <ScreenLink
                      key={part.id}
                      to={address('/masters/organisations/edit/$id', { id: part.id })}
                    >
                      {part.name}
                    </ScreenLink>
                  ))}
                </Group>
              </Section>
            )}
            <MergeAndDelete of={organisation} />
          </>
        )}
      </Loaded>
    </Page>
  )
}

function EditForm({ of: organisation }: { of: OrganisationDetail }) {
  const go = useGo()
  const params = { id: organisation.id }
  const form = useEndpointForm(api.organisations.save, {
    initial: valuesOf(organisation),
    input: { params },
    draft: `organisations/${organisation.id}`,
    conflict: { load: async () => valuesOf(await api.organisations.get({ params })) },
  })
  return (
    <EndpointForm form={form}>
      <Section title={organisation.name} aside={<Text size="sm">{peopleText(organisation.people)}</Text>}>
        <Stack gap="sm" maw={560}>
          <OrganisationFields form={form} own={organisation.id} />
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
  )
}

const peopleText = (count: number) => (count === 1 ? '1 person' : `${count} people`)
