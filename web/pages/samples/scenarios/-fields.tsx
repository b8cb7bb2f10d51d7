import { Textarea, TextInput } from '@mantine/core'
import { NOTE_LENGTH } from '#domain/scenarios/note.ts'
import { length } from '#domain/text.ts'
import type { EndpointFormState } from '#web/lib/forms/endpoint_form.ts'

/** The name and the note of a scenario. */
export const ScenarioFields = ({ form }: { form: EndpointFormState<{ name: string; note: string }> }) => (
  <>
    <TextInput label="Name" withAsterisk data-autofocus {...form.fields.getInputProps('name')} />
    <Textarea
      label="Note"
      autosize
      minRows={3}
      maxRows={12}
      description={`${length(form.fields.getValues().note)} / ${NOTE_LENGTH}`}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      {...form.fields.getInputProps('note')}
    />
  </>
)
