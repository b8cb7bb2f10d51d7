import { Button, Checkbox, Group, Stack, Text, TextInput } from '@mantine/core'
import type { ReactNode } from 'react'
import type { EntryList, EntryRow } from '#domain/masters/entries.ts'
import { type EndpointFormState, useEndpointForm } from '#web/lib/forms/endpoint_form.ts'
import { useCall } from '#web/lib/http/query.ts'
import { useGo } from '#web/lib/routing/navigation.ts'
import { WriteButton } from '#web/ui/actions/write_button.tsx'
import { EndpointForm } from '#web/ui/forms/endpoint_form.tsx'
import { DigitsField } from '#web/ui/forms/inputs.tsx'
import { Lines, Loaded } from '#web/ui/layout/loaded.tsx'
import { Page } from '#web/ui/layout/page.tsx'
import { Section } from '#web/ui/layout/section.tsx'
import { masterBreadcrumbs } from '../-breadcrumbs.ts'
import { ENTRY_SCREENS } from './screens.ts'

interface Values {
  name: string
  sort: string
  hidden: boolean
}

const valuesOf = ({ name, sort, hidden, version }: EntryRow) => ({
  name,
  sort: String(sort),
  hidden: hidden === 1,
  version,
})

/** Adds an entry, by default at the end of the list. */
export function AddEntryPage({ list }: { list: EntryList }) {
  const { title, noun, home } = ENTRY_SCREENS[list]
  const sort = useNextSort(list)
  return (
    <Page title={`Add ${noun}`} breadcrumbs={masterBreadcrumbs([title, home], ['Add'])}>
      {sort === undefined ? <Lines count={3} /> : <AddForm list={list} sort={sort} />}
    </Page>
  )
}

function AddForm({ list, sort }: { list: EntryList; sort: number }) {
  const go = useGo()
  const { endpoints, home } = ENTRY_SCREENS[list]
  const form = useEndpointForm(endpoints.add, {
    initial: { name: '', sort: String(sort), hidden: false },
    toBody: ({ name, sort }: Values) => ({ name, sort }),
    draft: `${list}/add`,
    onDone: () => void go(home),
  })
  return <Fields list={list} form={form} />
}

export function EditEntryPage({ list, id }: { list: EntryList; id: string }) {
  const { title, noun, home, endpoints } = ENTRY_SCREENS[list]
  const entry = useCall(endpoints.get, { params: { id } }, { staleTime: 0 })
  return (
    <Page title={`Edit ${noun}`} breadcrumbs={masterBreadcrumbs([title, home], ['Edit'])}>
      <Loaded query={entry} skeleton={<Lines count={3} />} fresh>
        {(row) => <EditForm key={row.version} list={list} entry={row} />}
      </Loaded>
    </Page>
  )
}

function EditForm({ list, entry }: { list: EntryList; entry: EntryRow }) {
  const go = useGo()
  const { endpoints, home } = ENTRY_SCREENS[list]
  const form = useEndpointForm(endpoints.save, {
    initial: valuesOf(entry),
    input: { params: { id: entry.id } },
    toBody: (values) => ({ ...values, hidden: values.hidden ? 1 : 0 }),
    draft: `${list}/${entry.id}`,
    conflict: { load: async () => valuesOf(await endpoints.get({ params: { id: entry.id } })) },
    onDone: () => void go(home),
  })
  const count = entry[`selected_${list}`].length
  return (
    <Fields list={list} form={form}>
      <Checkbox
        label="Hidden"
        description="No longer offered as a choice. Proposals that have chosen it keep it."
        {...form.fields.getInputProps('hidden', { type: 'checkbox' })}
      />
      <Text>{count === 1 ? 'Chosen by 1 proposal.' : `Chosen by ${count} proposals.`}</Text>
    </Fields>
  )
}

interface FieldsProps {
  list: EntryList
  form: EndpointFormState<Values>
  children?: ReactNode
}

const Fields = ({ list, form, children }: FieldsProps) => {
  const go = useGo()
  return (
    <EndpointForm form={form}>
      <Section>
        <Stack gap="sm" maw={560}>
          <TextInput label="Name" withAsterisk {...form.fields.getInputProps('name')} />
          <DigitsField
            label="Sort"
            description="The list is sorted by these numbers."
            withAsterisk
            {...form.fields.getInputProps('sort')}
          />
          {children}
          <Group gap="sm">
            <WriteButton type="submit" loading={form.waiting}>
              Save
            </WriteButton>
            <Button variant="default" onClick={() => void go(ENTRY_SCREENS[list].home)}>
              Cancel
            </Button>
          </Group>
        </Stack>
      </Section>
    </EndpointForm>
  )
}

/** The sort number of a new last entry; undefined while loading. */
function useNextSort(list: EntryList): number | undefined {
  const query = { sort: 'sort', dir: 'desc', per_page: 1 } as const
  const last = useCall(ENTRY_SCREENS[list].endpoints.list, { query }, { staleTime: 0 }).data
  return last && (last.data[0]?.sort ?? 0) + 1
}
