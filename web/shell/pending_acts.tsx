import { Alert, Button, VisuallyHidden } from '@mantine/core'
import { IconAlertTriangle, IconHourglass } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { address } from '#domain/address.ts'
import type { KeptAct } from '#domain/undo/contract.ts'
import { api } from '#web/lib/http/api.ts'
import { useAction } from '#web/lib/http/query.ts'
import { useBanner } from '#web/lib/screen/banner.tsx'
import { pendingActsQuery } from '#web/lib/session/pending_acts.ts'
import { useUser } from '#web/lib/session/session.ts'
import { ScreenLink } from '../ui/actions/links.tsx'
import classes from './notices.module.css'

const SECOND_MS = 1000

const isUndoable = ({ state, scheduled }: KeptAct) => state === 'waiting' && !scheduled

/**
 * What the user has pressed and can still undo, on every screen and in every window, and what could not be carried out,
 * for the whole office.
 */
export function PendingActs() {
  const user = useUser()
  const { data: acts = [], dataUpdatedAt } = useQuery(pendingActsQuery)
  const [closed, close] = useState<readonly number[]>([])
  const own = acts.filter(({ by }) => by.id === user?.id)
  useOutcomes(own)
  const unsettled = acts.filter(
    ({ id, state }) => (state === 'refused' || state === 'held') && !closed.includes(id),
  )
  // Both live regions exist before they have content, so that screen readers announce it.
  return (
    <>
      <div role="status">
        {own.filter(isUndoable).map((act) => (
          <Waiting key={act.id} act={act} readAt={dataUpdatedAt} />
        ))}
      </div>
      <div role="alert">
        {unsettled.map((act) => (
          <NotDone key={act.id} act={act} onClose={() => close([...closed, act.id])} />
        ))}
      </div>
    </>
  )
}

/** Says once how an act ended that this window has shown, and reads the screen again. */
function useOutcomes(own: readonly KeptAct[]) {
  const banner = useBanner()
  const queries = useQueryClient()
  const shown = useRef(new Set<number>())
  useEffect(() => {
    for (const act of own) {
      if (isUndoable(act)) shown.current.add(act.id)
      else if (shown.current.delete(act.id)) {
        if (act.state === 'done' && act.outcome) banner.show('success', act.outcome)
        void queries.invalidateQueries()
      }
    }
  }, [own, banner, queries])
}

function Waiting({ act, readAt }: { act: KeptAct; readAt: number }) {
  const undo = useAction(api.undo.undo)
  const left = useSecondsLeft(readAt + act.seconds * SECOND_MS)
  return (
    <Alert
      className={classes.message}
      color="blue"
      variant="light"
      role="presentation"
      py="xs"
      mb={8}
      icon={<IconHourglass aria-hidden />}
    >
      {`About to ${act.description}.`}
      {/* It changes each second, which nobody wants to hear. */}
      <span aria-hidden className={classes.left}>{` ${left} s`}</span>
      <Button
        variant="default"
        size="compact-sm"
        ml="sm"
        loading={undo.pending}
        onClick={() => void undo.run({ params: { id: act.id } })}
      >
        Undo
        <VisuallyHidden>{`: ${act.description}`}</VisuallyHidden>
      </Button>
    </Alert>
  )
}

/** Whole seconds until `end`, by this browser's clock. */
function useSecondsLeft(end: number): number {
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), SECOND_MS)
    return () => clearInterval(timer)
  }, [])
  return Math.max(0, Math.ceil((end - now) / SECOND_MS))
}

const NotDone = ({ act, onClose }: { act: KeptAct; onClose: () => void }) => (
  <Alert
    className={classes.message}
    color="orange"
    variant="light"
    role="presentation"
    py="xs"
    mb={8}
    withCloseButton
    closeButtonLabel="Close"
    onClose={onClose}
    icon={<IconAlertTriangle aria-hidden />}
  >
    {`Not done: ${act.description}. ${act.outcome} `}
    <ScreenLink to={address('/mail-log')} inherit>
      See the mail log
    </ScreenLink>
  </Alert>
)
