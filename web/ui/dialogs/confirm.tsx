import { Box, Button, Group, TextInput } from '@mantine/core'
import { use } from 'react'
import { sameTyped } from '#domain/text.ts'
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
  toType,
  typed = '',
  onType,
  instead,
  pending = false,
  onYes,
  onInstead,
  onNo,
}: ConfirmDialogProps) => (
  <Dialog open={open} onClose={onNo} message={question} size={details ? 'lg' : 'md'}>
    {details && <Box mb="lg">{details}</Box>}
    {toType !== undefined && (
      <TextInput
        mb="lg"
        label={`Type ${toType} to confirm`}
        value={typed}
        onChange={({ currentTarget }) => onType?.(currentTarget.value)}
        autoComplete="off"
        maw={240}
      />
    )}
    <Group justify="flex-end" gap="sm">
      <Button
        variant="default"
        disabled={pending}
        onClick={onNo}
        data-autofocus={defaultAnswer === 'no' || undefined}
      >
        {no}
      </Button>
      {instead && (
        <Button disabled={pending} onClick={onInstead}>
          {instead.label}
        </Button>
      )}
      <Button
        variant={instead ? 'default' : 'filled'}
        disabled={pending || (toType !== undefined && !sameTyped(typed, toType))}
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
