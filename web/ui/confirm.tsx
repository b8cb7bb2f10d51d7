import { Box, Button, Group } from '@mantine/core'
import { createContext, type ReactNode, use, useState } from 'react'
import { Dialog } from './dialog.tsx'

interface Question {
  question: ReactNode
  /** What it comes to, under the question. */
  details?: ReactNode
  yes?: string
  no?: string
  /** What Enter means when it opens: NO, but for what is done many times in a row. */
  leans?: 'yes' | 'no'
  /** Done on YES while the dialog waits with its buttons disabled; it closes whatever comes of it. */
  act?: () => Promise<unknown>
}
type Ask = (question: Question) => Promise<boolean>

const ConfirmContext = createContext<Ask | null>(null)

/** Asks before something is done: `await ask({ question: 'Are you sure to submit?', act: () => submit.run(…) })`. */
export function useConfirm(): Ask {
  const ask = use(ConfirmContext)
  if (!ask) throw new Error('There is no confirm dialog around this part.')
  return ask
}

/** The one confirm dialog of the web; it asks one question at a time. */
export function ConfirmProvider({ children }: { children: ReactNode }) {
  const [asked, setAsked] = useState<(Question & { answer: (yes: boolean) => void }) | null>(null)
  const [open, setOpen] = useState(false)
  const [pending, setPending] = useState(false)

  const ask: Ask = (question) =>
    new Promise((answer) => {
      setAsked({ ...question, answer })
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
      <ConfirmDialog
        open={open}
        question={asked?.question}
        details={asked?.details}
        yes={asked?.yes}
        no={asked?.no}
        leans={asked?.leans}
        pending={pending}
        onYes={() => void yes()}
        onNo={no}
      />
    </ConfirmContext>
  )
}

interface ConfirmDialogProps {
  open: boolean
  question: ReactNode
  details?: ReactNode
  yes?: string
  no?: string
  leans?: Question['leans']
  pending?: boolean
  onYes: () => void
  onNo: () => void
}

/** A question with two answers. Most screens want `useConfirm`. */
export const ConfirmDialog = ({
  open,
  question,
  details,
  yes = 'YES',
  no = 'NO',
  leans = 'no',
  pending = false,
  onYes,
  onNo,
}: ConfirmDialogProps) => (
  <Dialog open={open} onClose={onNo} says={question} size={details ? 'lg' : 'md'}>
    {details && <Box mb="lg">{details}</Box>}
    <Group justify="flex-end" gap="sm">
      <Button
        variant="default"
        disabled={pending}
        onClick={onNo}
        data-autofocus={leans === 'no' || undefined}
      >
        {no}
      </Button>
      <Button
        disabled={pending}
        onClick={onYes}
        // An Enter that is still held from what opened the dialog answers nothing.
        onKeyDown={(event) => event.repeat && event.preventDefault()}
        data-autofocus={leans === 'yes' || undefined}
      >
        {yes}
      </Button>
    </Group>
  </Dialog>
)
