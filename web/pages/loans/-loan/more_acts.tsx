import { ActionIcon, Menu } from '@mantine/core'
import { IconDots } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import type { Loan } from '#domain/custody/loans/contract.ts'
import { useIsOffice } from '#web/lib/session/session.ts'
import { WriteMenuItem } from '#web/ui/actions/menu_item.tsx'
import { ExtensionForm } from '#web/ui/custody/acts/extension.tsx'
import { ActDialog } from './act_dialog.tsx'
import { CloseLoan, ReopenLoan } from './close_loan.tsx'
import { HandOver } from './hand_over.tsx'
import { NoteUnlent } from './note_unlent.tsx'

interface FormProps {
  loan: Loan
  close: () => void
}

interface FurtherAct {
  label: string
  /** Null: it can be done; undefined: it is not offered in this state. */
  why: (loan: Loan) => string | null | undefined
  office: boolean
  form: (props: FormProps) => ReactNode
}

/** What is done seldom. */
const ACTS: readonly FurtherAct[] = [
  {
    label: 'Ask for an extension on behalf of the holder',
    why: ({ why_not, state }) => (state === 'closed' ? undefined : why_not.ask_extension),
    office: true,
    form: ({ loan, close }) => (
      <ActDialog title={`Extension of ${loan.number}`} loan={loan} close={close}>
        <ExtensionForm loan={loan} close={close} />
      </ActDialog>
    ),
  },
  {
    label: 'Hand over to a successor',
    why: ({ why_not, state }) => (state === 'closed' ? undefined : why_not.hand_over),
    office: true,
    form: HandOver,
  },
  {
    label: 'Note what came back without having been lent',
    why: ({ state }) => (state === 'closed' ? undefined : null),
    office: false,
    form: NoteUnlent,
  },
  {
    label: 'Close without a report of use',
    why: ({ why_not, state, report_of_use }) =>
      state === 'closed' || report_of_use !== null ? undefined : why_not.close,
    office: true,
    form: CloseLoan,
  },
  {
    label: 'Open again',
    why: ({ why_not, state }) => (state === 'closed' ? why_not.reopen : undefined),
    office: true,
    form: ReopenLoan,
  },
]

/** The menu of what is done seldom with a loan. */
export function MoreActs({ loan }: { loan: Loan }) {
  const office = useIsOffice()
  const [open, setOpen] = useState<FurtherAct | null>(null)
  const offered = ACTS.filter((act) => (office || !act.office) && act.why(loan) !== undefined)
  if (offered.length === 0) return null
  return (
    <>
      <Menu position="bottom-end">
        <Menu.Target>
          <ActionIcon variant="default" size="lg" aria-label={`More acts on ${loan.number}`}>
            <IconDots size={18} aria-hidden />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          {offered.map((act) => (
            <WriteMenuItem key={act.label} why={act.why(loan) ?? null} onClick={() => setOpen(act)}>
              {act.label}
            </WriteMenuItem>
          ))}
        </Menu.Dropdown>
      </Menu>
      {open && <open.form loan={loan} close={() => setOpen(null)} />}
    </>
  )
}
