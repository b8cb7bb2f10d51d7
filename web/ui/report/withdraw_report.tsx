import { Textarea } from '@mantine/core'
import { api } from '#web/lib/api.ts'
import { useCallForm } from '#web/lib/form.ts'
import { FormDialog } from '../form_dialog.tsx'

/** Takes an accepted report away from its reviewer, who is told the reason. */
export function WithdrawReport({ id, close }: { id: number; close: () => void }) {
  const form = useCallForm(api.reports.withdraw, {
    initial: { reason: '' },
    draft: `reports/${id}/withdraw`,
    input: { params: { reportId: id } },
    onDone: close,
  })
  return (
    <FormDialog title="Withdraw this report" form={form} close={close} submit="Withdraw">
      <Textarea
        label="Reason"
        description="The reviewer is told it by mail."
        withAsterisk
        autosize
        minRows={3}
        data-autofocus
        {...form.fields.getInputProps('reason')}
      />
    </FormDialog>
  )
}
