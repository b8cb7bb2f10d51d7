import { Button, Group, Stack, Text } from '@mantine/core'
import { createFileRoute } from '@tanstack/react-router'
import { useState } from 'react'
import { address } from '#domain/address.ts'
import type { TermRow } from '#domain/terms/contract.ts'
import { nextDays } from '#domain/terms/rules.ts'
import { termLabel } from '#web/lib/format/format.ts'
import { useEndpointForm } from '#web/lib/forms/endpoint_form.ts'
import { api } from '#web/lib/http/api.ts'
import { useCall } from '#web/lib/http/query.ts'
import { useGo } from '#web/lib/routing/navigation.ts'
import { WriteButton } from '#web/ui/actions/write_button.tsx'
import { EndpointForm } from '#web/ui/forms/endpoint_form.tsx'
import { DigitsField } from '#web/ui/forms/inputs.tsx'
import { Loaded } from '#web/ui/layout/loaded.tsx'
import { Page } from '#web/ui/layout/page.tsx'
import { Section } from '#web/ui/layout/section.tsx'
import { masterBreadcrumbs } from '../../-breadcrumbs.ts'
import { DayFields, type DayValues, dayValues, NO_DAYS } from '../-term_parts.tsx'

export const Route = createFileRoute('/masters/terms/add/')({ component: AddTerm })

const TERMS = address('/masters/terms')

function AddTerm() {
  const terms = useCall(api.terms.list, {}, { staleTime: 0 })
  return (
    <Page title="New call" breadcrumbs={masterBreadcrumbs(['Terms', TERMS], ['Add'])}>
      <Loaded query={terms} fresh>
        {(known) => <TermForm last={known[0] ?? null} />}
      </Loaded>
    </Page>
  )
}

/** The form of a new term. Number and dates follow from those of the last one. */
function TermForm({ last }: { last: TermRow | null }) {
  const go = useGo()
  const next = (last?.id ?? 0) + 1
  const [days] = useState((): DayValues => (last ? dayValues(nextDays(last, new Date())) : NO_DAYS))
  const form = useEndpointForm(api.terms.add, {
    initial: { id: String(next), ...days },
    draft: 'terms/add',
    onDone: () => void go(TERMS),
  })
  return (
    <EndpointForm form={form}>
      <Section title={last ? 'New call' : 'First call'}>
        <Stack gap="md">
          <DigitsField
            label="AO number"
            description={
              last
                ? 'The call stays a draft until you make it current.'
                : 'The first call becomes the current one when you save it.'
            }
            withAsterisk
            maw={360}
            {...form.fields.getInputProps('id')}
          />
          {last && (
            <Text size="sm" c="dimmed">
              {`The dates are those of ${termLabel(last.id)}, moved by whole years; change them as needed. Keywords, methods, texts, reminders and settings are common to all calls: the check list of the new call links them.`}
            </Text>
          )}
          <DayFields form={form.fields} />
          <Group gap="sm">
            <WriteButton type="submit" loading={form.waiting}>
              Save
            </WriteButton>
            <Button variant="default" onClick={() => void go(TERMS)}>
              Cancel
            </Button>
          </Group>
        </Stack>
      </Section>
    </EndpointForm>
  )
}
