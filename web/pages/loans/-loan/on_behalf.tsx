import { type ReactNode, useState } from 'react'
import type { Loan } from '#domain/custody/loans/contract.ts'
import type { ActKind } from '#domain/custody/loans/next_act.ts'
import { WriteButton } from '#web/ui/actions/write_button.tsx'
import { MissingForm } from '#web/ui/custody/acts/missing.tsx'
import { ReportForm, SignForm } from '#web/ui/custody/acts/papers.tsx'
import { ReceiveForm, toReceive } from '#web/ui/custody/acts/receive.tsx'
import { SendBackForm } from '#web/ui/custody/acts/send_back.tsx'
import { WeighAgainForm } from '#web/ui/custody/acts/weigh_again.tsx'
import { ActDialog } from './act_dialog.tsx'

interface FormProps {
  loan: Loan
  close: () => void
}

interface HolderAct {
  label: string
  title: string
  form: (props: FormProps) => ReactNode
}

/** Receives a parcel, or says what is not in it. */
function Receive({ loan, close }: FormProps) {
  const [missing, setMissing] = useState(false)
  return missing ? (
    <MissingForm loan={loan} pieces={toReceive(loan.piece_list)} close={close} />
  ) : (
    <ReceiveForm loan={loan} close={close} onMissing={() => setMissing(true)} />
  )
}

/** What waits for the holder, as the office does it. */
const ACTS: Partial<Record<ActKind, HolderAct>> = {
  sign: { label: 'Upload the signed copy', title: 'Signed agreement', form: SignForm },
  receive: { label: 'Enter the receipt', title: 'Receipt', form: Receive },
  weigh_again: {
    label: 'Enter the new weight',
    title: 'Weighed again',
    form: ({ loan, close }) => {
      const piece = loan.piece_list.find(({ weigh_again }) => weigh_again)
      return piece && <WeighAgainForm loan={loan} piece={piece} close={close} />
    },
  },
  return: {
    label: 'Enter the return',
    title: 'Return',
    form: ({ loan, close }) => (
      <SendBackForm
        loan={loan}
        pieces={loan.piece_list.filter(({ why_not }) => why_not.send_back === null)}
        close={close}
      />
    ),
  },
  report: { label: 'Upload the report', title: 'Report of use', form: ReportForm },
}

interface OnBehalfProps {
  loan: Loan
  kind: ActKind
  label?: string
}

/** A button that opens the holder's form for the office. */
export function OnBehalf({ loan, kind, label }: OnBehalfProps) {
  const [open, setOpen] = useState(false)
  const act = ACTS[kind]
  if (!act) return null
  const close = () => setOpen(false)
  return (
    <>
      <WriteButton variant="default" onClick={() => setOpen(true)}>
        {label ?? act.label}
      </WriteButton>
      {open && (
        <ActDialog title={`${act.title} of ${loan.number}`} loan={loan} close={close}>
          <act.form loan={loan} close={close} />
        </ActDialog>
      )}
    </>
  )
}
