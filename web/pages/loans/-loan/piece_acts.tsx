import { ActionIcon, Menu } from '@mantine/core'
import { IconDots } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import type { Loan, LoanPiece } from '#domain/custody/loans/contract.ts'
import { useIsOffice } from '#web/lib/session/session.ts'
import { WriteMenuItem } from '#web/ui/actions/menu_item.tsx'
import { ConsumeForm } from '#web/ui/custody/acts/consume.tsx'
import { LostForm } from '#web/ui/custody/acts/lost.tsx'
import { MoveForm } from '#web/ui/custody/acts/move.tsx'
import { SendBackForm } from '#web/ui/custody/acts/send_back.tsx'
import { SplitForm } from '#web/ui/custody/acts/split.tsx'
import { WeighAgainForm } from '#web/ui/custody/acts/weigh_again.tsx'
import { ActDialog } from './act_dialog.tsx'
import { ConfirmReturn } from './confirm_return.tsx'
import { ProposeWriteOff } from './decisions.tsx'

interface ActProps {
  loan: Loan
  piece: LoanPiece
  close: () => void
}

type Act = keyof LoanPiece['why_not']

interface PieceAct {
  label: string
  /** What the holder does; the office does it on their behalf. */
  onBehalf: boolean
  form: (props: ActProps) => ReactNode
}

/** What can be done with one piece, besides what the cards of the loan offer. */
const ACTS: Partial<Record<Act, PieceAct>> = {
  split: { label: 'Split', onBehalf: true, form: SplitForm },
  consume: { label: 'Record use', onBehalf: true, form: ConsumeForm },
  move: { label: 'Ask to move', onBehalf: true, form: MoveForm },
  weigh_again: { label: 'Weigh again', onBehalf: true, form: WeighAgainForm },
  send_back: {
    label: 'Send back',
    onBehalf: true,
    form: ({ piece, ...rest }) => <SendBackForm {...rest} pieces={[piece]} />,
  },
  say_lost: { label: 'Say that it is lost', onBehalf: true, form: LostForm },
  confirm_return: { label: 'Weigh in', onBehalf: false, form: ConfirmReturn },
  write_off: { label: 'Write off', onBehalf: false, form: ProposeWriteOff },
}

/** The menu of a piece: what office and curation can do with it now, and the office on behalf of its holder. */
export function PieceActs({ loan, piece }: { loan: Loan; piece: LoanPiece }) {
  const office = useIsOffice()
  const [open, setOpen] = useState<Act | null>(null)
  const close = () => setOpen(null)
  const possible = (Object.entries(ACTS) as [Act, PieceAct][]).filter(
    ([act, { onBehalf }]) => piece.why_not[act] === null && (office || !onBehalf),
  )
  const Form = open && ACTS[open]?.form
  // A card or a menu has opened it; what the piece is has changed meanwhile.
  if (possible.length === 0 && !Form) return null
  const own = possible.filter(([, { onBehalf }]) => !onBehalf)
  const behalf = possible.filter(([, { onBehalf }]) => onBehalf)
  return (
    <>
      <Menu position="bottom-end">
        <Menu.Target>
          <ActionIcon variant="subtle" aria-label={`Acts on ${piece.name}`}>
            <IconDots size={16} aria-hidden />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          {own.map(([act, { label }]) => (
            <WriteMenuItem key={act} onClick={() => setOpen(act)}>
              {label}
            </WriteMenuItem>
          ))}
          {behalf.length > 0 && <Menu.Label>{`On behalf of ${loan.borrower_name}`}</Menu.Label>}
          {behalf.map(([act, { label }]) => (
            <WriteMenuItem key={act} onClick={() => setOpen(act)}>
              {label}
            </WriteMenuItem>
          ))}
        </Menu.Dropdown>
      </Menu>
      {open &&
        Form &&
        (ACTS[open]!.onBehalf ? (
          <ActDialog title={`${ACTS[open]!.label}: ${piece.name}`} loan={loan} close={close}>
            <Form loan={loan} piece={piece} close={close} />
          </ActDialog>
        ) : (
          <Form loan={loan} piece={piece} close={close} />
        ))}
    </>
  )
}
