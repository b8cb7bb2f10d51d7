import { Textarea } from '@mantine/core'
import { useEndpointForm } from '#web/lib/forms/endpoint_form.ts'
import { api } from '#web/lib/http/api.ts'
import { FormDialog } from '../forms/endpoint_form.tsx'

interface WithdrawReportProps {
  id: number
  reviewer: { name: string }
  close: () => void
}

/** Takes an accepted report away from its reviewer, who is told the reason. */
export function WithdrawReport({ id, reviewer, close }: WithdrawReportProps) {
  const form = useEndpointForm(api.reports.withdraw, {
    initial: { reason: '' },
    draft: `reports/${id}/withdraw`,
    input: { params: { reportId: id } },
    onDone: close,
  })
  return (
    <FormDialog title="Withdraw this report" form={form} close={close} submit="Withdraw">
      <Textarea
        label="Reason"
        description={`${reviewer.name} is told it by mail. What was written can then not be submitted; its rank is cleared.`}
        withAsterisk
        autosize
        minRows={3}
        data-autofocus
        {...form.fields.getInputProps('reason')}
      />
    </FormDialog>
  )
}
