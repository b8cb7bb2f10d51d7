import { Checkbox, Text, TextInput } from '@mantine/core'
import type { SavedView, ViewSearch } from '#domain/saved_views/contract.ts'
import type { ViewedPath } from '#domain/saved_views/rules.ts'
import { useEndpointForm } from '#web/lib/forms/endpoint_form.ts'
import { api } from '#web/lib/http/api.ts'
import { useIsOffice } from '#web/lib/session/session.ts'
import { FormDialog } from '../forms/endpoint_form.tsx'

interface ViewDialogProps {
  list: ViewedPath
  search: ViewSearch
  /** The view to rename; a new one without it. */
  view?: SavedView
  /** Called with the id of a new view. */
  saved: (id: number) => void
  close: () => void
}

/** Names a view, and for the office says whether it is for everyone. */
export const ViewDialog = (props: ViewDialogProps) =>
  props.view ? <RenameDialog {...props} view={props.view} /> : <NewViewDialog {...props} />

interface NameValues {
  name: string
  for_all: boolean
}

function NewViewDialog({ list, search, saved, close }: ViewDialogProps) {
  const form = useEndpointForm(api.savedViews.add, {
    initial: { name: '', for_all: false } as NameValues,
    toBody: (values) => ({ ...values, list, search }),
    onDone: ({ id }) => {
      saved(id!)
      close()
    },
  })
  return (
    <FormDialog title="Save as a new view" form={form} close={close} submit="Save">
      <NameFields form={form} />
      <Text size="sm" c="dimmed">
        A view keeps the columns, the filters and the sort as they are now. A list of the current call follows
        the next call.
      </Text>
    </FormDialog>
  )
}

function RenameDialog({ search, view, close }: ViewDialogProps & { view: SavedView }) {
  const form = useEndpointForm(api.savedViews.save, {
    initial: { name: view.name, for_all: view.for_all, version: view.version },
    input: { params: { id: view.id } },
    toBody: (values) => ({ ...values, search }),
    onDone: close,
  })
  return (
    <FormDialog title={`Rename “${view.name}”`} form={form} close={close} submit="Save">
      <NameFields form={form} />
    </FormDialog>
  )
}

type Fields = {
  fields: { getInputProps: (name: 'name' | 'for_all', options?: { type: 'checkbox' }) => object }
}

function NameFields({ form: { fields } }: { form: Fields }) {
  const office = useIsOffice()
  return (
    <>
      <TextInput
        label="Name"
        withAsterisk
        data-autofocus
        autoComplete="off"
        {...fields.getInputProps('name')}
      />
      {office && (
        <Checkbox
          label="For everyone who may open this list"
          {...fields.getInputProps('for_all', { type: 'checkbox' })}
        />
      )}
    </>
  )
}
