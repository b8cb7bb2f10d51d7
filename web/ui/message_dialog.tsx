import { Button, Group, Text } from '@mantine/core'
import { type ReactNode, useId } from 'react'
import { Dialog } from './dialog.tsx'

interface MessageDialogProps {
  open: boolean
  children: ReactNode
  /** The one button's label. */
  button: string
  onClose: () => void
}

/** Says that something is done, with one way on: 'Saved successfully', Back. */
export function MessageDialog({ open, children, button, onClose }: MessageDialogProps) {
  const id = useId()
  return (
    <Dialog open={open} label={{ by: id }}>
      <Text component="div" id={id} mb="lg">
        {children}
      </Text>
      <Group justify="flex-end">
        <Button onClick={onClose} data-autofocus>
          {button}
        </Button>
      </Group>
    </Dialog>
  )
}
