import { Button, Group } from '@mantine/core'
import type { ReactNode } from 'react'
import { Dialog } from './dialog.tsx'

interface MessageDialogProps {
  open: boolean
  children: ReactNode
  /** The one button's label. */
  button: string
  onClose: () => void
}

/** Says that something is done, with one way on: 'Saved successfully', Back. */
export const MessageDialog = ({ open, children, button, onClose }: MessageDialogProps) => (
  <Dialog open={open} says={children}>
    <Group justify="flex-end">
      <Button onClick={onClose} data-autofocus>
        {button}
      </Button>
    </Group>
  </Dialog>
)
