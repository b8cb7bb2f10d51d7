import type { ScenarioRow } from '#domain/scenarios/contract.ts'
import { useEndpointForm } from '#web/lib/forms/endpoint_form.ts'
import { api } from '#web/lib/http/api.ts'
import { FormDialog } from '#web/ui/forms/endpoint_form.tsx'
import { ScenarioFields } from './-fields.tsx'

const valuesOf = ({ name, note, version }: Pick<ScenarioRow, 'name' | 'note' | 'version'>) => ({
  name,
  note,
  version,
})

/** Changes the name and the note of a scenario; it holds what it held. */
export function EditScenario({ scenario, close }: { scenario: ScenarioRow; close: () => void }) {
  const params = { id: scenario.id }
  const form = useEndpointForm(api.scenarios.save, {
    initial: valuesOf(scenario),
    input: { params },
    draft: `scenarios/${scenario.id}/name`,
    compared: { load: async () => valuesOf(await api.scenarios.get({ params })) },
    onDone: close,
  })
  return (
    <FormDialog
      title={`Name and note of '${scenario.name}'`}
      form={form}
      close={close}
      submit="Save"
      size="lg"
    >
      <ScenarioFields form={form as never} />
    </FormDialog>
  )
}
