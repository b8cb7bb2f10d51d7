import { Box, Button, Group } from '@mantine/core'
import { use } from 'react'
import { ConfirmContext, type ConfirmDialogProps, type Question } from './confirm_provider.tsx'
import { Dialog } from './dialog.tsx'

/** Asks for confirmation: `await ask({ question: 'Are you sure to submit?', act: () => submit.run(…) })`. */
export function useConfirm(): (question: Question) => Promise<boolean> {
  const ask = use(ConfirmContext)
  if (!ask) throw new Error('There is no confirm dialog around this part.')
  return (question) => ask(ConfirmDialog, question)
}

/** The dialog itself; most screens need `useConfirm`. */
export const ConfirmDialog = ({
  open,
  question,
  details,
  yes = 'YES',
  no = 'NO',
  defaultAnswer = 'no',
  pending = false,
  onYes,
  onNo,
}: ConfirmDialogProps) => (
  <Dialog open={open} onClose={onNo} message={question} size={details ? 'lg' : 'md'}>
    {details && <Box mb="lg">{details}</Box>}
    <Group justify="flex-end" gap="sm">
      <Button
        variant="default"
        disabled={pending}
        onClick={onNo}
        data-autofocus={defaultAnswer === 'no' || undefined}
      >
        {no}
      </Button>
      <Button
        disabled={pending}
        onClick={onYes}
        // Ignores an Enter key still held down from opening the dialog.
        onKeyDown={(event) => event.repeat && event.preventDefault()}
        data-autofocus={defaultAnswer === 'yes' || undefined}
      >
        {yes}
      </Button>
    </Group>
  </Dialog>
)
