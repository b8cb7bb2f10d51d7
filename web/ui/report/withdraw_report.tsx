import { Button, Group, Stack, Textarea } from '@mantine/core'
import { api } from '#web/lib/api.ts'
import { useCallForm } from '#web/lib/form.ts'
import { CallForm } from '../call_form.tsx'
import { Dialog } from '../dialog.tsx'

/** Takes an accepted report away from its reviewer, who is told the reason. */
export function WithdrawReport({ id, close }: { id: number; close: () => void }) {
  const form = useCallForm(api.reports.withdraw, {
    initial: { reason: '' },
    input: { params: { reportId: id } },
    onDone: close,
  })
  return (
    <Dialog open says={<b>Withdraw this report</b>} onClose={form.waiting ? undefined : close}>
      <CallForm form={form} asks={false}>
        <Stack>
          <Textarea
            label="Reason"
            description="The reviewer is told it by mail."
            withAsterisk
            autosize
            minRows={3}
            data-autofocus
            {...form.fields.getInputProps('reason')}
          />
          <Group justify="flex-end" gap="xs">
            <Button variant="default" disabled={form.waiting} onClick={close}>
              Cancel
            </Button>
            <Button type="submit" loading={form.waiting}>
              Withdraw
            </Button>
          </Group>
        </Stack>
      </CallForm>
    </Dialog>
  )
}
