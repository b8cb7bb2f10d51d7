import { Modal, type ModalRootProps } from '@mantine/core'
import type { ReactNode } from 'react'

interface DialogProps {
  open: boolean
  /** What a screen reader calls it: a text, or the id of the element that says it. */
  label: string | { by: string }
  /** Without it the dialog can not be closed from the keyboard or by a click beside it. */
  onClose?: () => void
  alert?: boolean
  size?: ModalRootProps['size']
  children: ReactNode
}

/** A dialog without heading and close button: a question, a message, a wait. */
export const Dialog = ({ open, label, onClose, alert = false, size = 'md', children }: DialogProps) => (
  <Modal.Root
    opened={open}
    onClose={onClose ?? (() => {})}
    closeOnEscape={onClose !== undefined}
    closeOnClickOutside={onClose !== undefined}
    centered
    size={size}
  >
    <Modal.Overlay />
    <Modal.Content
      role={alert ? 'alertdialog' : 'dialog'}
      aria-label={typeof label === 'string' ? label : undefined}
      aria-labelledby={typeof label === 'string' ? undefined : label.by}
    >
      <Modal.Body p="lg">{children}</Modal.Body>
    </Modal.Content>
  </Modal.Root>
)
