import { Button, Group, Select, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { address } from '#domain/address.ts'
import type { OrganisationDetail } from '#domain/organisations/contract.ts'
import { whyNotDeleteOrganisation } from '#domain/organisations/rules.ts'
import { useEndpointForm } from '#web/lib/forms/endpoint_form.ts'
import { api } from '#web/lib/http/api.ts'
import { useAction, useCall } from '#web/lib/http/query.ts'
import { useGo } from '#web/lib/routing/navigation.ts'
import { ButtonWithReason } from '#web/ui/actions/buttons.tsx'
import { WriteButton } from '#web/ui/actions/write_button.tsx'
import { useConfirm } from '#web/ui/dialogs/confirm.tsx'
import { Dialog } from '#web/ui/dialogs/dialog.tsx'
import { EndpointForm } from '#web/ui/forms/endpoint_form.tsx'
import { InlineMessage } from '#web/ui/layout/message.tsx'
import { Section } from '#web/ui/layout/section.tsx'
import { DataTable } from '#web/ui/lists/data_table.tsx'
import { Tag } from '#web/ui/text/chips.tsx'

type Spelling = OrganisationDetail['spellings'][number]

const peopleCount = (count: number) => (count === 1 ? '1 person' : `${count} people`)

/** The spellings of an organisation, with how many use each, and a field for one more. */
export function Spellings({ of: organisation }: { of: OrganisationDetail }) {
  const ask = useConfirm()
  const params = { id: organisation.id }
  const remove = useAction(api.organisations.removeSpellings)
  const removeOne = (one: Spelling) =>
    ask({
      question: `Remove the spelling ${one.spelling}?`,
      details: (
        <Text size="sm">
          {`${peopleCount(one.people)} with this affiliation will no longer count as members of ${organisation.name}.`}
        </Text>
      ),
      act: () => remove.run({ params, body: { spelling_ids: [one.id] } }),
    })
  return (
    <Section title="Spellings" flush>
      <DataTable
        label="Spellings"
        rows={organisation.spellings}
        rowKey={({ id }) => id}
        busy={remove.pending}
        empty={null}
        columns={[
          {
            header: 'Spelling',
            cardTitle: true,
            cell: (row) => (
              <Group gap="xs">
                {row.spelling}
                {row.is_name && <Tag>Name</Tag>}
              </Group>
            ),
          },
          { header: 'Users', align: 'right', cell: ({ users }) => users },
          { header: 'In notices', align: 'right', cell: ({ notices }) => notices },
          { header: 'In proposals', align: 'right', cell: ({ collaborators }) => collaborators },
          {
            header: 'Actions',
            action: true,
            cell: (row) =>
              !row.is_name && (
                <WriteButton
                  size="compact-sm"
                  variant="default"
                  aria-label={`Remove ${row.spelling}`}
                  onClick={() => void removeOne(row)}
                >
                  Remove
                </WriteButton>
              ),
          },
        ]}
      />
      <AddSpelling of={organisation} />
    </Section>
  )
}

function AddSpelling({ of: organisation }: { of: OrganisationDetail }) {
  const form = useEndpointForm(api.organisations.addSpellings, {
    initial: { spelling: '' },
    input: { params: { id: organisation.id } },
    toBody: ({ spelling }) => ({ spellings: [spelling] }),
    fieldOf: () => 'spelling',
    valuesAfterSave: () => ({ spelling: '' }),
    onDone: () => form.fields.reset(),
  })
  return (
    <EndpointForm form={form}>
      <Group gap="sm" align="flex-end" p="md">
        <TextInput
          label="Another spelling"
          maxLength={200}
          style={{ flex: 1 }}
          maw={480}
          {...form.fields.getInputProps('spelling')}
        />
        <WriteButton type="submit" variant="default" loading={form.waiting}>
          Add spelling
        </WriteButton>
      </Group>
    </EndpointForm>
  )
}

/** Merges the organisation into another, or deletes it. */
export function MergeAndDelete({ of: organisation }: { of: OrganisationDetail }) {
  const [merging, setMerging] = useState(false)
  const go = useGo()
  const ask = useConfirm()
  const remove = useAction(api.organisations.remove, {
    refresh: false,
    onDone: () => void go(address('/masters/organisations')),
  })
  const affected = `${peopleCount(organisation.people)} with its ${organisation.spellings.length === 1 ? 'spelling' : `${organisation.spellings.length} spellings`}`
  return (
    <Section title="Merge or delete">
      <Group gap="sm">
        <Button variant="default" onClick={() => setMerging(true)}>
          Merge into another…
        </Button>
        <ButtonWithReason
          variant="default"
          why={whyNotDeleteOrganisation(organisation.parts)}
          onClick={() =>
            void ask({
              question: `Delete ${organisation.name}?`,
              details: (
                <Text size="sm">
                  {`${affected} will no longer count as members of one organisation: each spelling compares by itself again. This cannot be undone.`}
                </Text>
              ),
              act: () => remove.run({ params: { id: organisation.id } }),
            })
          }
        >
          Delete
        </ButtonWithReason>
      </Group>
      {merging && <MergeDialog of={organisation} affected={affected} close={() => setMerging(false)} />}
    </Section>
  )
}

interface MergeDialogProps {
  of: OrganisationDetail
  affected: string
  close: () => void
}

function MergeDialog({ of: organisation, affected, close }: MergeDialogProps) {
  const [into, setInto] = useState<string | null>(null)
  const go = useGo()
  const choices = (useCall(api.organisations.choices).data ?? []).filter(({ id }) => id !== organisation.id)
  const merge = useAction(api.organisations.merge, {
    refresh: false,
    onDone: () => void go(address('/masters/organisations/edit/$id', { id: Number(into) })),
  })
  return (
    <Dialog
      open
      size="lg"
      message={<b>{`Merge ${organisation.name} into another organisation`}</b>}
      onClose={merge.pending ? undefined : close}
    >
      <Select
        label="Organisation"
        data={choices.map(({ id, name }) => ({ value: String(id), label: name }))}
        value={into}
        onChange={setInto}
        searchable
        nothingFoundMessage="Not in the list."
        data-autofocus
      />
      <Text size="sm" my="sm">
        {`${affected}${organisation.parts.length > 0 ? ` and its parts (${organisation.parts.map(({ name }) => name).join(', ')})` : ''} go to that organisation, and ${organisation.name} becomes a spelling of it. To undo this, remove the spellings there.`}
      </Text>
      <InlineMessage />
      <Group justify="flex-end" gap="sm">
        <Button variant="default" disabled={merge.pending} onClick={close}>
          Cancel
        </Button>
        <WriteButton
          why={into === null ? 'Choose an organisation.' : null}
          loading={merge.pending}
          onClick={() => void merge.run({ params: { id: organisation.id }, body: { into: Number(into) } })}
        >
          Merge
        </WriteButton>
      </Group>
    </Dialog>
  )
}
