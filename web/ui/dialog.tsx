import { Modal, type ModalRootProps } from '@mantine/core'
import type { ReactNode } from 'react'
import { useLazyMount } from '#web/lib/screen/lazy_mount.ts'

interface DialogProps {
  open: boolean
  /** What it asks or says; a screen reader calls the dialog by it. */
  says: ReactNode
  /** Without it the dialog can not be closed from the keyboard or by a click beside it. */
  onClose?: () => void
  size?: ModalRootProps['size']
  children?: ReactNode
}

/** A dialog of one sentence and what follows from it: a question, a message, a wait. */
export function Dialog({ open, says, onClose, size = 'md', children }: DialogProps) {
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
            {says}
          </Modal.Title>
          {children}
        </Modal.Body>
      </Modal.Content>
    </Modal.Root>
  )
}
