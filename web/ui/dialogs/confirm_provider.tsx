import { type ComponentType, createContext, type ReactNode, useState } from 'react'

/** A question, and what comes of the answer. */
export interface Question {
  question: ReactNode
  /** What it comes to, under the question. */
  details?: ReactNode
  yes?: string
  no?: string
  /** What Enter means when it opens: NO, but for what is done many times in a row. */
  defaultAnswer?: 'yes' | 'no'
  /** Done on YES while the dialog waits with its buttons disabled; it closes whatever comes of it. */
  act?: () => Promise<unknown>
}

/** How a question stands on the screen. */
export interface ConfirmDialogProps extends Omit<Question, 'act'> {
  open: boolean
  pending?: boolean
  onYes: () => void
  onNo: () => void
}

/** Asks in the dialog that the asking screen brings along: one that asks nothing needs none. */
type AskBy = (dialog: ComponentType<ConfirmDialogProps>, question: Question) => Promise<boolean>

export const ConfirmContext = createContext<AskBy | null>(null)

interface Asked extends Question {
  Dialog: ComponentType<ConfirmDialogProps>
  answer: (yes: boolean) => void
}

/** Where the one confirm dialog of the web stands; it asks one question at a time. */
export function ConfirmProvider({ children }: { children: ReactNode }) {
  const [asked, setAsked] = useState<Asked | null>(null)
  const [open, setOpen] = useState(false)
  const [pending, setPending] = useState(false)

  const ask: AskBy = (Dialog, question) =>
    new Promise((answer) => {
      setAsked({ ...question, Dialog, answer })
      setOpen(true)
    })
  const no = () => {
    if (pending) return
    setOpen(false)
    asked?.answer(false)
  }
  const yes = async () => {
    setPending(true)
    try {
      await asked?.act?.()
    } finally {
      setPending(false)
      setOpen(false)
      asked?.answer(true)
    }
  }
  return (
    <ConfirmContext value={ask}>
      {children}
      {asked && (
        <asked.Dialog
          open={open}
          question={asked.question}
          details={asked.details}
          yes={asked.yes}
          no={asked.no}
          defaultAnswer={asked.defaultAnswer}
          pending={pending}
          onYes={() => void yes()}
          onNo={no}
        />
      )}
    </ConfirmContext>
  )
}
