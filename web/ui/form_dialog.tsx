import { Button, Group, type ModalRootProps, Stack } from '@mantine/core'
import type { ReactNode } from 'react'
import type { CallFormState } from '#web/lib/forms/endpoint_form.ts'
import { CallForm } from './call_form.tsx'
import { Dialog } from './dialog.tsx'

interface FormDialogProps<Values> {
  title: string
  form: CallFormState<Values>
  close: () => void
  /** What the button says that sends it. */
  submit: string
  /** It can not be sent yet. */
  disabled?: boolean
  size?: ModalRootProps['size']
  children: ReactNode
}

/** A small form in a dialog: Cancel and the button that sends it; it stays open while it waits. */
export const FormDialog = <Values,>(props: FormDialogProps<Values>) => {
  const { title, form, close, submit, disabled = false, size, children } = props
  return (
    <Dialog open size={size} says={<b>{title}</b>} onClose={form.waiting || form.stale ? undefined : close}>
      <CallForm form={form} asks={false}>
        <Stack>
          {children}
          <Group justify="flex-end" gap="sm">
            <Button variant="default" disabled={form.waiting} onClick={close}>
              Cancel
            </Button>
            <Button type="submit" loading={form.waiting} disabled={disabled}>
              {submit}
            </Button>
          </Group>
        </Stack>
      </CallForm>
    </Dialog>
  )
}
