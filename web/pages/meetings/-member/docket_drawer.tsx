import { Drawer, Text } from '@mantine/core'
import type { DocketItem, LiveMember } from '#domain/meetings/live_contract.ts'
import { itemState } from '#domain/meetings/status.ts'
import { figure } from '#web/lib/format/format.ts'
import { api } from '#web/lib/http/api.ts'
import { useAction } from '#web/lib/http/query.ts'
import { useLazyMount } from '#web/lib/screen/lazy_mount.ts'
import { WriteButton } from '#web/ui/actions/write_button.tsx'
import { InlineMessage } from '#web/ui/layout/message.tsx'
import { StatusChip } from '#web/ui/text/chips.tsx'
import classes from './docket_drawer.module.css'

const { WAITING } = itemState.code

interface DocketDrawerProps {
  live: Pick<LiveMember, 'meeting' | 'docket' | 'ordered'>
  open: boolean
  close: () => void
}

/** The docket as the viewer may see it, beside what is on. */
export function DocketDrawer({ live, open, close }: DocketDrawerProps) {
  const made = useLazyMount(open)
  if (!made.mounted) return null
  return (
    <Drawer
      opened={made.open}
      onClose={close}
      position="right"
      title="Docket"
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <Docket live={live} />
    </Drawer>
  )
}

/** The docket: what is discussed, and what goes through without discussion unless someone brings it back. */
export function Docket({ live: { meeting, docket, ordered } }: Pick<DocketDrawerProps, 'live'>) {
  const discussed = docket.filter(({ track }) => track === 'discussed')
  const triage = docket.filter(({ track }) => track === 'triage')
  return (
    <div className={classes.docket}>
      {!ordered && (
        <Text size="xs" c="dimmed">
          By ID and without times, because you have a conflict of interest in this call.
        </Text>
      )}
      <Rows items={discussed} />
      {discussed.length === 0 && <Text size="sm">There is nothing to discuss.</Text>}
      {triage.length > 0 && (
        <>
          <h3>Without discussion</h3>
          <Text size="xs" c="dimmed">
            These go through with the score of their reports unless someone brings them back. Bring back puts
            one on the docket for everyone.
          </Text>
          <Rows items={triage} meeting_id={meeting.id} />
        </>
      )}
      <InlineMessage />
    </div>
  )
}

const Rows = ({ items, meeting_id }: { items: readonly DocketItem[]; meeting_id?: number }) => (
  <ul>
    {items.map((item) => (
      <li key={item.proposal_id} data-on={itemState.of(item.state).current || undefined}>
        <span className={classes.title} title={item.title}>
          <b>{item.proposal_id}</b> {item.title}
        </span>
        {meeting_id !== undefined && item.state === WAITING ? (
          <BringBack meeting_id={meeting_id} proposal_id={item.proposal_id} />
        ) : (
          <Status of={item} />
        )}
      </li>
    ))}
  </ul>
)

function Status({ of: { state, score, minutes } }: { of: DocketItem }) {
  if (score !== null) return <b>{figure(score, 2)}</b>
  if (state === WAITING)
    return <span className={classes.quiet}>{minutes === null ? '' : `${minutes} min`}</span>
  return (
    <StatusChip colour={itemState.colour(state)} quiet>
      {itemState.label(state)}
    </StatusChip>
  )
}

function BringBack({ meeting_id, proposal_id }: { meeting_id: number; proposal_id: number }) {
  const action = useAction(api.meetings.bringBack)
  return (
    <WriteButton
      variant="default"
      size="compact-sm"
      loading={action.pending}
      aria-label={`Bring back ${proposal_id}`}
      onClick={() => action.run({ params: { id: String(meeting_id) }, body: { proposal_id } })}
    >
      Bring back
    </WriteButton>
  )
}
