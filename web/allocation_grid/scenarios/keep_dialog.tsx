import { Text, Textarea, TextInput } from '@mantine/core'
import { gridLabels } from '#domain/allocation/grid.ts'
import { termLabel } from '#domain/masters/values.ts'
import type { AssignmentGrid, ScenarioItem } from '#domain/scenarios/input.ts'
import { NOTE_LENGTH } from '#domain/scenarios/rules.ts'
import { length } from '#domain/text.ts'
import { type EndpointFormState, useEndpointForm } from '#web/lib/forms/endpoint_form.ts'
import { api } from '#web/lib/http/api.ts'
import { FormDialog } from '#web/ui/forms/endpoint_form.tsx'

interface KeepScenarioProps {
  grid: AssignmentGrid
  term_id: number
  /** The assignments of the scenario; confirmed ones are part of every scenario and may be left out. */
  items: readonly ScenarioItem[]
  close: () => void
  onKept?: (id: number) => void
}

/** Stores a set of assignments under a name, with a note. It assigns nothing. */
export function KeepScenario({ grid, term_id, items, close, onKept }: KeepScenarioProps) {
  const form = useEndpointForm(api.scenarios.add, {
    initial: { name: '', note: '' },
    toBody: (values) => ({ ...values, grid, term_id, items: [...items] }),
    onDone: ({ id }) => {
      close()
      if (id !== undefined) onKept?.(id)
    },
  })
  return (
    <FormDialog title="Keep as scenario" form={form} close={close} submit="Keep" size="lg">
      <Text size="sm">
        {`${items.length === 1 ? '1 assignment' : `${items.length} assignments`} of ${gridLabels[grid]}, and what is assigned in the other grids of ${termLabel(term_id)}. A scenario assigns nothing; everyone on the panel and in the office can see it.`}
      </Text>
      <ScenarioFields form={form} />
    </FormDialog>
  )
}

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
