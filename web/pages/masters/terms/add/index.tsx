import { Button, Group, Stack } from '@mantine/core'
import { createFileRoute } from '@tanstack/react-router'
import { address } from '#domain/address.ts'
import { useEndpointForm } from '#web/lib/forms/endpoint_form.ts'
import { api } from '#web/lib/http/api.ts'
import { useCall } from '#web/lib/http/query.ts'
import { useGo } from '#web/lib/routing/navigation.ts'
import { EndpointForm } from '#web/ui/forms/endpoint_form.tsx'
import { DigitsField } from '#web/ui/forms/inputs.tsx'
import { Loaded } from '#web/ui/layout/loaded.tsx'
import { Page } from '#web/ui/layout/page.tsx'
import { Section } from '#web/ui/layout/section.tsx'
import { masterBreadcrumbs } from '../../-breadcrumbs.ts'
import { DayFields, NO_DAYS } from '../-term_parts.tsx'

export const Route = createFileRoute('/masters/terms/add/')({ component: AddTerm })

const TERMS = address('/masters/terms')

function AddTerm() {
  const terms = useCall(api.terms.list, {}, { staleTime: 0 })
  return (
    <Page title="Terms" breadcrumbs={masterBreadcrumbs(['Terms', TERMS], ['Add'])}>
      <Loaded query={terms} fresh>
        {(known) => <TermForm next={Math.max(0, ...known.map(({ id }) => id)) + 1} />}
      </Loaded>
    </Page>
  )
}

/** The form of a new term; `next` is the default number. */
function TermForm({ next }: { next: number }) {
  const go = useGo()
  const form = useEndpointForm(api.terms.add, {
    initial: { id: String(next), ...NO_DAYS },
    draft: 'terms/add',
    onDone: () => void go(TERMS),
  })
  return (
    <EndpointForm form={form}>
      <Section title={next === 1 ? 'The first call' : 'A new call'}>
        <Stack gap="md">
          <DigitsField
            label="AO number"
            description={
              next === 1
                ? 'The first call is the current one from the moment it is saved.'
                : 'A new call waits, and can be changed, until you make it the current one.'
            }
            withAsterisk
            maw={360}
            {...form.fields.getInputProps('id')}
          />
          <DayFields form={form.fields} />
          <Group gap="sm">
            <Button type="submit" loading={form.waiting}>
              Save
            </Button>
            <Button variant="default" onClick={() => void go(TERMS)}>
              Cancel
            </Button>
          </Group>
        </Stack>
      </Section>
    </EndpointForm>
  )
}
