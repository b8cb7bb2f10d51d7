import { Button, Group, Stack } from '@mantine/core'
import { createFileRoute } from '@tanstack/react-router'
import { address } from '#domain/address.ts'
import type { TermRow } from '#domain/terms/contract.ts'
import { DAY_NAMES, DAYS, type DayName, whyReadOnly } from '#domain/terms/rules.ts'
import { termState, termStateOf } from '#domain/terms/status.ts'
import { termLabel, time } from '#web/lib/format/format.ts'
import { useEndpointForm } from '#web/lib/forms/endpoint_form.ts'
import { api } from '#web/lib/http/api.ts'
import { useCall } from '#web/lib/http/query.ts'
import { loadById } from '#web/lib/routing/loaders.ts'
import { useGo } from '#web/lib/routing/navigation.ts'
import { WriteButton } from '#web/ui/actions/write_button.tsx'
import { EndpointForm } from '#web/ui/forms/endpoint_form.tsx'
import { Loaded } from '#web/ui/layout/loaded.tsx'
import { Page } from '#web/ui/layout/page.tsx'
import { Section } from '#web/ui/layout/section.tsx'
import { StatusChip } from '#web/ui/text/chips.tsx'
import { Note } from '#web/ui/text/note.tsx'
import { masterBreadcrumbs } from '../../-breadcrumbs.ts'
import { CheckList } from '../-check_list.tsx'
import { DayFields, dayValues, StateButtons, TermSteps } from '../-term_parts.tsx'

export const Route = createFileRoute('/masters/terms/edit/$id')({
  loader: loadById(api.terms.get),
  component: EditTerm,
})

const TERMS = address('/masters/terms')

function EditTerm() {
  const { id } = Route.useParams()
  const query = useCall(api.terms.get, { params: { id } }, { staleTime: 0 })
  const label = termLabel(Number(id))
  return (
    <Page title={label} breadcrumbs={masterBreadcrumbs(['Terms', TERMS], [label])}>
      <Loaded query={query} fresh>
        {(term) => (
          <>
            <Group gap="sm">
              <StatusChip colour={termState.colour(termStateOf(term))}>
                {`${label}: ${termState.label(termStateOf(term))}`}
              </StatusChip>
              <StateButtons term={term} />
            </Group>
            <CheckList term_id={term.id} />
            <TermSteps term={term} />
            <TermForm key={term.version} term={term} />
          </>
        )}
      </Loaded>
    </Page>
  )
}

const valuesOf = (term: TermRow) => ({
  ...dayValues(term),
  disabled: term.disabled,
  is_current: term.is_current,
  version: term.version,
})
const DAY_WORDS = Object.fromEntries(DAY_NAMES.map((name) => [name, time])) as Record<DayName, typeof time>

/** The days of a term; those of a closed term cannot be edited. */
function TermForm({ term }: { term: TermRow }) {
  const go = useGo()
  const form = useEndpointForm(api.terms.save, {
    initial: valuesOf(term),
    input: { params: { id: term.id } },
    draft: `terms/${term.id}`,
    conflict: {
      load: async () => valuesOf(await api.terms.get({ params: { id: term.id } })),
      words: DAY_WORDS,
      labels: { ...DAYS, disabled: 'Closed', is_current: 'Current call' },
    },
    onDone: () => void go(TERMS),
  })
  const why = whyReadOnly(term)
  if (why) return <Note kind="warn" title={why} />
  return (
    <EndpointForm form={form}>
      <Section title="Dates">
        <Stack gap="md">
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
