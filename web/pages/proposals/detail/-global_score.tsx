import { NumberInput } from '@mantine/core'
import { useState } from 'react'
import type { StaffProposal } from '#domain/staff/contract.ts'
import { api } from '#web/lib/api.ts'
import { useCallForm } from '#web/lib/form.ts'
import { FormDialog } from '#web/ui/form_dialog.tsx'
import { seenOf } from '../-ranking/figure.ts'

interface UpdateGlobalScoreProps {
  proposal: StaffProposal
  close: () => void
}

/** The global score, 0 to 5, and the rank, 0 to 20, in steps of a hundredth; empty clears. */
export function UpdateGlobalScore({ proposal, close }: UpdateGlobalScoreProps) {
  const [seen] = useState(() => seenOf(proposal))
  const form = useCallForm(api.staff.saveGlobalScore, {
    initial: { global_score: proposal.global_score ?? '', rank: proposal.rank ?? '' },
    input: { params: { id: proposal.id } },
    toBody: (values) => ({ ...values, was: seen }),
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
