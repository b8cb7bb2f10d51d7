import { type ComponentType, createContext, type ReactNode, useState } from 'react'

export interface Question {
  question: ReactNode
  /** The consequences, below the question. */
  details?: ReactNode
  yes?: string
  no?: string
  /** What is offered first, before YES. */
  instead?: { label: string; act: () => Promise<unknown> }
  /** The button with the focus when it opens: NO, except for actions that are repeated many times. */
  defaultAnswer?: 'yes' | 'no'
  /** What has to be typed before YES can be pressed; case and spaces do not matter. */
  toType?: string
  /** Called on YES with what was typed; the dialog stays open with disabled buttons until it settles. */
  act?: (typed: string) => Promise<unknown>
}

export interface ConfirmDialogProps extends Omit<Question, 'act'> {
  open: boolean
  pending?: boolean
  typed?: string
  onType?: (text: string) => void
  onYes: () => void
  onInstead?: () => void
  onNo: () => void
}

/** The dialog component is passed in, so that screens without questions do not load it. */
type AskBy = (dialog: ComponentType<ConfirmDialogProps>, question: Question) => Promise<boolean>

export const ConfirmContext = createContext<AskBy | null>(null)

interface Asked extends Question {
  Dialog: ComponentType<ConfirmDialogProps>
  answer: (yes: boolean) => void
}

/** Renders the one confirm dialog of the app. */
export function ConfirmProvider({ children }: { children: ReactNode }) {
  const [asked, setAsked] = useState<Asked | null>(null)
  const [open, setOpen] = useState(false)
  const [pending, setPending] = useState(false)
  const [typed, setTyped] = useState('')

  const ask: AskBy = (Dialog, question) =>
    new Promise((answer) => {
      setTyped('')
      setAsked({ ...question, Dialog, answer })
      setOpen(true)
    })
  const no = () => {
    if (pending) return
    setOpen(false)
    asked?.answer(false)
  }
  const yes = async (act = asked?.act) => {
    setPending(true)
    try {
      await act?.(typed)
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
          toType={asked.toType}
          typed={typed}
          onType={setTyped}
          pending={pending}
          instead={asked.instead}
          onYes={() => void yes()}
          onInstead={() => void yes(asked.instead?.act)}
          onNo={no}
        />
      )}
    </ConfirmContext>
  )
}
