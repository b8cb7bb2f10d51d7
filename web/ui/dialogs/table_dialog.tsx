import { Modal } from '@mantine/core'
import type { ReactNode } from 'react'
import { useLazyMount } from '#web/lib/screen/lazy_mount.ts'
import classes from './table_dialog.module.css'

interface TableDialogProps {
  open: boolean
  /** Also the accessible name of the dialog. */
  title: ReactNode
  /** One line below the title. */
  summary?: ReactNode
  onClose: () => void
  footer: ReactNode
  /** Scrolls between title and footer. */
  children: ReactNode
}

/** A wide dialog around a long table; a sheet from below on a phone. */
export function TableDialog({ open, title, summary, onClose, footer, children }: TableDialogProps) {
  const made = useLazyMount(open)
  if (!made.mounted) return null
  return (
    <Modal.Root opened={made.open} onClose={onClose} centered size={940}>
      <Modal.Overlay />
      <Modal.Content classNames={{ inner: classes.inner!, content: classes.content! }}>
        <div className={classes.head}>
          <Modal.Title component="h2" className={classes.title}>
            {title}
          </Modal.Title>
          {summary}
        </div>
        <Modal.Body className={classes.body!}>{children}</Modal.Body>
        <div className={classes.foot}>{footer}</div>
      </Modal.Content>
    </Modal.Root>
  )
}
