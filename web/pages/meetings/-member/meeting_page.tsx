import { VisuallyHidden } from '@mantine/core'
import { lazy, type ReactNode, Suspense, useEffect, useRef, useState } from 'react'
import type { Live } from '#domain/meetings/live_contract.ts'
import { mayPrepare } from '#domain/meetings/rules.ts'
import { meetingState } from '#domain/meetings/status.ts'
import { api } from '#web/lib/http/api.ts'
import { useLive } from '#web/lib/http/live.ts'
import { useCall } from '#web/lib/http/query.ts'
import { useChime } from '#web/lib/screen/chime.ts'
import { useWakeLock } from '#web/lib/screen/wake_lock.ts'
import { useUser } from '#web/lib/session/session.ts'
import { Lines, LoadError } from '#web/ui/layout/loaded.tsx'
import { Page } from '#web/ui/layout/page.tsx'
import { ClosedMeeting } from './closed.tsx'
import { MemberFace } from './member_face.tsx'
import { OutFace } from './out_face.tsx'
import { PreparedMeeting } from './prepared.tsx'
import { useSoundWanted } from './sound_wanted.ts'

const ChairFace = lazy(() => import('../-chair/chair.tsx').then(({ ChairFace }) => ({ default: ChairFace })))

const PrepareMeeting = lazy(() =>
  import('../-prepare/prepare.tsx').then(({ PrepareMeeting }) => ({ default: PrepareMeeting })),
)

const { PREPARED, OPEN, CLOSED } = meetingState.code

/** A meeting, for everyone at one address: prepared, open with the face of the viewer, or closed. */
export function MeetingPage({ id }: { id: string }) {
  const { reply, offset, error, refetch } = useLive(
    api.meetings.live,
    { params: { id } },
    { resting: ({ meeting }) => meeting.state !== OPEN },
  )
  if (!reply)
    return (
      <Plain title="Panel Meeting">
        {error ? <LoadError error={error} retry={() => void refetch()} /> : <Lines />}
      </Plain>
    )
  return (
    <Suspense
      fallback={
        <Plain title={reply.meeting.name}>
          <Lines />
        </Plain>
      }
    >
      <CalledBack live={reply} />
      <Face live={reply} offset={offset} />
    </Suspense>
  )
}

const Plain = ({ title, children }: { title: string; children: ReactNode }) => (
  <Page title={title}>{children}</Page>
)

function Face({ live, offset }: { live: Live; offset: number }) {
  if (live.face === 'out') return <OutFace live={live} />
  if (live.meeting.state === PREPARED) return <Prepared live={live} />
  if (live.meeting.state === CLOSED) return <ClosedMeeting live={live} />
  return (
    <OpenMeeting>
      {live.face === 'chair' ? (
        <ChairFace live={live} offset={offset} />
      ) : (
        <MemberFace live={live} offset={offset} />
      )}
    </OpenMeeting>
  )
}

/** A tablet on the table does not go dark while its owner listens. */
function OpenMeeting({ children }: { children: ReactNode }) {
  useWakeLock()
  return children
}

/** Who prepares the meeting edits it; others read when and where it is. */
function Prepared({ live }: { live: Exclude<Live, { face: 'out' }> }) {
  const user = useUser()
  const settings = useCall(api.meetings.get, { params: { id: String(live.meeting.id) } }).data
  if (!settings)
    return (
      <Plain title={live.meeting.name}>
        <Lines />
      </Plain>
    )
  const { chair, deputy } = settings
  const prepares = mayPrepare(
    { ...user, roles: user.role },
    { chair_id: chair.id, deputy_id: deputy?.id ?? null },
  )
  return prepares ? <PrepareMeeting meeting={settings} /> : <PreparedMeeting live={live} meeting={settings} />
}

/** Tells someone who was out that the chair has called them back, with a sound if they want one. */
function CalledBack({ live }: { live: Live }) {
  const chime = useChime()
  const [wanted] = useSoundWanted()
  const wasOut = useRef(false)
  const [called, setCalled] = useState(false)
  const isOut = live.face === 'out'
  useEffect(() => {
    if (wasOut.current && !isOut && wanted) chime()
    setCalled(wasOut.current && !isOut)
    wasOut.current = isOut
  }, [isOut, wanted, chime])
  return <VisuallyHidden role="status">{called ? 'You have been called back.' : ''}</VisuallyHidden>
}
