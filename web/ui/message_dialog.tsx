import { Button, Group, Modal, Text } from '@mantine/core'
import type { ReactNode } from 'react'

interface MessageDialogProps {
  open: boolean
  children: ReactNode
  /** The one button's label. */
  button: string
  onClose: () => void
}

/** Says that something is done, with one way on: 'Saved successfully', Back. */
export const MessageDialog = ({ open, children, button, onClose }: MessageDialogProps) => (
  <Modal
    opened={open}
    onClose={onClose}
    withCloseButton={false}
    closeOnClickOutside={false}
    aria-label="Message"
  >
    <Text component="div" mb="lg">
      {children}
    </Text>
    <Group justify="flex-end">
      <Button onClick={onClose} data-autofocus>
        {button}
      </Button>
    </Group>
  </Modal>
)
