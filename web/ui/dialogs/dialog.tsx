import { Button, Group, Loader, Modal, type ModalRootProps, Progress, Text } from '@mantine/core'
import { IconCircleCheck } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useLazyMount } from '#web/lib/screen/lazy_mount.ts'

interface DialogProps {
  open: boolean
  /** Also the accessible name of the dialog. */
  message: ReactNode
  /** Without it the dialog cannot be closed by Escape or by a click outside. */
  onClose?: () => void
  size?: ModalRootProps['size']
  children?: ReactNode
}

/** A dialog with a message and its content. */
export function Dialog({ open, message, onClose, size = 'md', children }: DialogProps) {
  const made = useLazyMount(open)
  if (!made.mounted) return null
  return (
    <Modal.Root
      opened={made.open}
      onClose={onClose ?? (() => {})}
      closeOnEscape={onClose !== undefined}
      closeOnClickOutside={onClose !== undefined}
      centered
      size={size}
    >
      <Modal.Overlay />
      <Modal.Content>
        <Modal.Body p="lg">
          <Modal.Title component="div" fz="md" lh="md" mb="lg">
            {message}
          </Modal.Title>
          {children}
        </Modal.Body>
      </Modal.Content>
    </Modal.Root>
  )
}

interface MessageDialogProps {
  open: boolean
  children: ReactNode
  /** The one button's label. */
  button: string
  onClose: () => void
}

/** A message with one button: 'Saved successfully', Back. */
export const MessageDialog = ({ open, children, button, onClose }: MessageDialogProps) => (
  <Dialog open={open} message={children}>
    <Group justify="flex-end">
      <Button onClick={onClose} data-autofocus>
        {button}
      </Button>
    </Group>
  </Dialog>
)

interface WaitingDialogProps {
  open: boolean
  /** The request succeeded and the next screen follows in a moment. */
  saved?: boolean
  text?: string
  /** 0 to 1 if the progress is known. */
  progress?: number | null
}

/** Blocks the screen while a request is under way. */
export const WaitingDialog = ({
  open,
  saved = false,
  text = saved ? 'Saved successfully' : 'Waiting...',
  progress,
}: WaitingDialogProps) => (
  <Dialog
    open={open}
    size="sm"
    message={
      <Group role="status">
        {saved ? <IconCircleCheck size={22} aria-hidden /> : <Loader size="sm" aria-hidden />}
        <Text fw={600}>{text}</Text>
      </Group>
    }
  >
    {typeof progress === 'number' && <Progress value={progress * 100} aria-label={text} />}
  </Dialog>
)
