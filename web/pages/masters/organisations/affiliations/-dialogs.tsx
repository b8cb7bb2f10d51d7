import { Autocomplete, Button, Group, Select, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import type { Affiliation } from '#domain/organisations/contract.ts'
import { useEndpointForm } from '#web/lib/forms/endpoint_form.ts'
import { api } from '#web/lib/http/api.ts'
import { useAction, useCall } from '#web/lib/http/query.ts'
import { WriteButton } from '#web/ui/actions/write_button.tsx'
import { Dialog } from '#web/ui/dialogs/dialog.tsx'
import { FormDialog } from '#web/ui/forms/endpoint_form.tsx'
import { InlineMessage } from '#web/ui/layout/message.tsx'
import { ScrollList } from '#web/ui/text/long_lists.tsx'
import { OrganisationFields } from '../-fields.tsx'

interface DialogProps {
  rows: readonly Affiliation[]
  close: () => void
  onDone: () => void
}

const peopleCount = (rows: readonly Affiliation[]) => {
  const count = rows.reduce((sum, { people }) => sum + people, 0)
  return count === 1 ? '1 person' : `${count} people`
}

/** What merging does, before it is done. */
const Effect = ({ rows }: { rows: readonly Affiliation[] }) => (
  <>
    {rows.length > 1 && (
      <ScrollList
        label="Affiliations"
        items={rows.map(({ affiliation, people }) => `${affiliation} (${people})`)}
      />
    )}
    <Text size="sm">
      {`${peopleCount(rows)} will count as members of that organisation when conflicts are looked for and reviewers are assigned. What they wrote stays as it is. You can undo this on the organisation's page.`}
    </Text>
  </>
)

const what = (rows: readonly Affiliation[]) =>
  rows.length === 1 ? rows[0]!.affiliation : `${rows.length} affiliations`

/** Merges affiliations into an organisation that exists. */
export function MergeDialog({ rows, into, close, onDone }: DialogProps & { into: number | null }) {
  const [chosen, setChosen] = useState(into === null ? null : String(into))
  const choices = useCall(api.organisations.choices).data ?? []
  const takeBack = useAction(api.organisations.removeSpellings)
  const merge = useAction(api.organisations.addSpellings, {
    undo: ({ spelling_ids = [] }) =>
      chosen !== null && spelling_ids.length > 0
        ? { run: () => takeBack.run({ params: { id: Number(chosen) }, body: { spelling_ids } }) }
        : null,
    onDone: () => {
      onDone()
      close()
    },
  })
  const press = () =>
    merge.run({
      params: { id: Number(chosen) },
      body: { spellings: rows.map(({ affiliation }) => affiliation) },
    })
  return (
    <Dialog open message={<b>{`Merge ${what(rows)} into an organisation`}</b>} onClose={close} size="lg">
      <Stack gap="sm">
        <Select
          label="Organisation"
          data={choices.map(({ id, name }) => ({ value: String(id), label: name }))}
          value={chosen}
          onChange={setChosen}
          searchable
          nothingFoundMessage="Not in the list: close this, and press New organisation."
          data-autofocus
        />
        <Effect rows={rows} />
        <InlineMessage />
        <Group justify="flex-end" gap="sm">
          <Button variant="default" disabled={merge.pending} onClick={close}>
            Cancel
          </Button>
          <WriteButton
            why={chosen === null ? 'Choose an organisation.' : null}
            loading={merge.pending}
            onClick={() => void press()}
          >
            Merge
          </WriteButton>
        </Group>
      </Stack>
    </Dialog>
  )
}

/** Makes affiliations the spellings of a new organisation; its name is one of them, or another. */
export function NewDialog({ rows, close, onDone }: DialogProps) {
  const spellings = rows.map(({ affiliation }) => affiliation)
  const form = useEndpointForm(api.organisations.add, {
    initial: { name: spellings[0] ?? '', ror: '', parent_id: '' },
    toBody: (values) => ({ ...values, spellings }),
    onDone: () => {
      onDone()
      close()
    },
  })
  return (
    <FormDialog title={`New organisation of ${what(rows)}`} form={form} close={close} submit="Add" size="lg">
      <OrganisationFields
        form={form}
        name={(props) => (
          <Autocomplete {...props} data={spellings} description="One of the spellings, or another." />
        )}
      />
      <Effect rows={rows} />
    </FormDialog>
  )
}
