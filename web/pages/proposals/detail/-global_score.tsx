import { NumberInput } from '@mantine/core'
import type { StaffProposal } from '#domain/staff/contract.ts'
import { useEndpointForm } from '#web/lib/forms/endpoint_form.ts'
import { api } from '#web/lib/http/api.ts'
import { FormDialog } from '#web/ui/forms/endpoint_form.tsx'

interface UpdateGlobalScoreProps {
  proposal: StaffProposal
  close: () => void
}

const valuesOf = ({ global_score, rank, score_version }: StaffProposal) => ({
  global_score: global_score ?? '',
  rank: rank ?? '',
  version: score_version,
})

/** The global score, 0 to 5, and the rank, 0 to 20, in steps of a hundredth; empty clears. */
export function UpdateGlobalScore({ proposal, close }: UpdateGlobalScoreProps) {
  const form = useEndpointForm(api.staff.saveGlobalScore, {
    initial: valuesOf(proposal),
    input: { params: { id: proposal.id } },
    conflict: { load: async () => valuesOf(await api.staff.get({ params: { id: proposal.id } })) },
    draft: `proposals/${proposal.id}/score`,
    onDone: close,
  })
  const step = { step: 0.01, decimalScale: 2, min: 0, clampBehavior: 'none' as const }
  return (
    <FormDialog title="Update Global Score" form={form} close={close} submit="Save">
      <NumberInput
        label="Global Score"
        description="0 to 5; 5 is best. Empty clears it."
        data-autofocus
        max={5}
        {...step}
        {...form.fields.getInputProps('global_score')}
      />
      <NumberInput
        label="Rank"
        description="0 to 20; 1 is best. Empty clears it."
        max={20}
        {...step}
        {...form.fields.getInputProps('rank')}
      />
    </FormDialog>
  )
}
