import { Text } from '@mantine/core'
import type { ReactNode } from 'react'
import type { Loan } from '#domain/custody/loans/contract.ts'
import { Dialog } from '#web/ui/dialogs/dialog.tsx'

interface ActDialogProps {
  title: string
  loan: Loan
  close: () => void
  children: ReactNode
}

/** A form of the holder, as the office fills it in on their behalf. */
export const ActDialog = ({ title, loan, close, children }: ActDialogProps) => (
  <Dialog open message={<b>{title}</b>} onClose={close} size="lg">
    <Text size="sm" mb="sm">
      {`You do this on behalf of ${loan.borrower_name}; the events say so.`}
    </Text>
    {children}
  </Dialog>
)
