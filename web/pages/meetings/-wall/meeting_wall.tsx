import type { Wall as WallReply } from '#domain/meetings/live_contract.ts'
import { itemState, meetingState } from '#domain/meetings/status.ts'
import { day, termLabel, time } from '#web/lib/format/format.ts'
import { api } from '#web/lib/http/api.ts'
import { useLive } from '#web/lib/http/live.ts'
import { useTabTitle } from '#web/lib/routing/tab_title.ts'
import { LoadError } from '#web/ui/layout/loaded.tsx'
import { WallLiveSign } from '#web/ui/meeting/live_sign.tsx'
import { Wall, WallBar, WallFoot, WallMessage, WallProposal, WallResult, WallTime } from './wall.tsx'

const { DISCUSSING, BALLOT, REVEALED } = itemState.code
const { PREPARED, CLOSED } = meetingState.code

/** What the wall says while it shows no proposal. */
const MESSAGES = {
  [PREPARED]: ['Welcome', 'The meeting begins shortly.'],
  between: ['Panel Meeting', 'The next proposal follows.'],
  not_yours: ['Another person has the chair', 'The wall follows when you have it again.'],
  [CLOSED]: ['The meeting is closed', 'Thank you.'],
} as const satisfies Record<Exclude<WallReply['state'], 'break' | ShownState>, readonly [string, string]>

type ShownState = typeof DISCUSSING | typeof BALLOT | typeof REVEALED

/** The wall of a meeting, as it is now. */
export function MeetingWall({ id }: { id: number }) {
  const { reply, offset, error, refetch } = useLive(api.meetings.wall, { params: { id: String(id) } })
  useTabTitle()
  if (!reply) return error && <LoadError error={error} retry={() => void refetch()} />
  const first = reply.sessions[0]
  const clock = { ...reply }
  const on = shownState(reply)
  return (
    <Wall
      term={termLabel(reply.term_id)}
      meeting={first ? `${reply.name}, ${day(time(first.starts_at))}` : reply.name}
      heading={on ? `${reply.name}, now ${reply.proposal_id}` : reply.name}
      sign={<WallLiveSign id={id} />}
      foot={
        <>
          {on && <WallBar clock={clock} offset={offset} />}
          <WallFoot state={on && itemState.label(on)} offset={offset} />
        </>
      }
    >
      {on && reply.proposal_id !== null ? (
        <WallProposal
          id={reply.proposal_id}
          title={reply.title}
          time={<WallTime clock={clock} offset={offset} />}
        >
          {reply.result && <WallResult {...reply.result} />}
        </WallProposal>
      ) : (
        <Message wall={reply} now={new Date(Date.now() + offset)} />
      )}
    </Wall>
  )
}

const shownState = ({ state }: WallReply): ShownState | null =>
  state === DISCUSSING || state === BALLOT || state === REVEALED ? state : null

/** 'Break', 'until 13:00', or what else is to be said while nothing is discussed. */
function Message({ wall, now }: { wall: WallReply; now: Date }) {
  if (wall.state === 'break') {
    const next = wall.sessions.find(({ starts_at }) => Date.parse(starts_at) > +now)
    const today = next && day(time(next.starts_at)) === day(time(now.toISOString()))
    return <WallMessage below={today && `until ${time(next.starts_at).slice(11)}`}>Break</WallMessage>
  }
  const [text, below] = MESSAGES[wall.state as keyof typeof MESSAGES]
  return <WallMessage below={below}>{text}</WallMessage>
}
