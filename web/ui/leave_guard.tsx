import { useBlocker } from '@tanstack/react-router'
import { ConfirmDialog } from './confirm.tsx'

interface LeaveGuardProps {
  /** Asked when somebody leaves: is there anything that is not saved? */
  unsaved: () => boolean
  /** What becomes of it. */
  question: string
  /** Another query of the same page shows something else: going there is leaving too. */
  byQuery?: boolean
}

/** Asks before unsaved work is left, by a link, by the browser's arrows, or with the window. */
export function LeaveGuard({ unsaved, question, byQuery = false }: LeaveGuardProps) {
  const leaving = useBlocker({
    shouldBlockFn: ({ current, next }) =>
      unsaved() && (current.pathname !== next.pathname || (byQuery && current.search !== next.search)),
    enableBeforeUnload: unsaved,
    withResolver: true,
  })
  return (
    <ConfirmDialog
      open={leaving.status === 'blocked'}
      question={question}
      no="STAY"
      yes="LEAVE"
      onNo={() => leaving.reset?.()}
      onYes={() => leaving.proceed?.()}
    />
  )
}
