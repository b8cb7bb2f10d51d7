import { ActionIcon, Anchor, Menu, Title, UnstyledButton } from '@mantine/core'
import {
  IconAlertTriangle,
  IconCheck,
  IconClock,
  IconDots,
  IconLogin2,
  IconLogout,
  IconPlayerPause,
} from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { address } from '#domain/address.ts'
import type { LiveChair } from '#domain/meetings/live_contract.ts'
import type { Hours, Person } from '#domain/meetings/schemas.ts'
import { itemState } from '#domain/meetings/status.ts'
import { figure } from '#web/lib/format/format.ts'
import { api } from '#web/lib/http/api.ts'
import { WriteMenuItem } from '#web/ui/actions/menu_item.tsx'
import { InlineMessage } from '#web/ui/layout/message.tsx'
import { type Reorder, useReorder } from '#web/ui/lists/reorder.tsx'
import { useServerNow } from '#web/ui/meeting/meeting_clock.tsx'
import { breaksAhead, breakText } from './breaks.ts'
import classes from './chair.module.css'
import { useChairCommand } from './commands.ts'
import { MinutesDialog } from './minutes.tsx'
import { TriageDialog } from './triage.tsx'

type Item = LiveChair['docket'][number]

const { WAITING, AGREED, PUT_OFF } = itemState.code

interface DocketProps {
  live: LiveChair
  offset: number
}

/** The order of discussion: what is agreed, on and to come; who leaves and returns; what goes through without discussion. */
export function Docket({ live, offset }: DocketProps) {
  const { meeting, docket, current } = live
  const discussed = docket.filter(({ track }) => track === 'discussed')
  const order = useDocketOrder(live)
  const [timed, setTimed] = useState<Item | null>(null)
  const minute = Math.floor(+useServerNow(offset) / 60_000)
  const breaks = breaksAhead({ sessions: meeting.sessions, docket, current }, new Date(minute * 60_000))
  const agreed = discussed.filter(({ state }) => state === AGREED).length
  return (
    <section className={`${classes.card} ${classes.docket}`} aria-label="Docket">
      <header className={classes.cardHead}>
        <Title order={2}>Docket</Title>
        <span className={classes.quiet}>{`${agreed} of ${discussed.length} agreed`}</span>
      </header>
      <ol>
        {order.sorted(discussed).map((item) => (
          <ItemLines
            key={item.proposal_id}
            item={item}
            live={live}
            order={order}
            breaks={breaks.get(item.proposal_id) ?? []}
            setMinutes={() => setTimed(item)}
          />
        ))}
      </ol>
      {order.spoken}
      <InlineMessage />
      <TriageFoot live={live} />
      <MinutesDialog meeting_id={meeting.id} item={timed} close={() => setTimed(null)} />
    </section>
  )
}

interface DocketOrder extends Pick<Reorder, 'row' | 'grip' | 'spoken'> {
  /** The items as they are while one is moved, and until the server has answered. */
  sorted: (items: readonly Item[]) => readonly Item[]
  /** What is between the items does not fit an order that is being made. */
  moving: boolean
}

/** Puts the waiting items into another order, by drag or keys; the others stay where they are. */
function useDocketOrder({ meeting, docket }: LiveChair): DocketOrder {
  const [sent, setSent] = useState<readonly string[] | null>(null)
  const move = useChairCommand(api.meetings.order)
  const reorder = useReorder({
    nameOf: (key) => {
      const item = docket.find(({ proposal_id }) => String(proposal_id) === key)
      return `${key}: ${item?.title ?? ''}`
    },
    labelOf: (key) => `Move ${key}`,
    onDrop: (order) => {
      setSent(order)
      void move
        .run({ params: { id: meeting.id }, body: { proposal_ids: order.map(Number) } })
        .finally(() => setSent(null))
    },
  })
  const shown = reorder.lifted?.order ?? sent
  return {
    ...reorder,
    moving: shown !== null,
    sorted: (items) => {
      if (!shown) return items
      const byId = new Map(items.map((item) => [String(item.proposal_id), item]))
      const queue = shown.flatMap((key) => byId.get(key) ?? [])
      return items.map((item) => (shown.includes(String(item.proposal_id)) ? queue.shift()! : item))
    },
  }
}

interface ItemLinesProps {
  item: Item
  live: LiveChair
  order: DocketOrder
  breaks: readonly Hours[]
  setMinutes: () => void
}

/** A proposal, and before it the breaks and who returns and leaves. */
function ItemLines({ item, live, order, breaks, setMinutes }: ItemLinesProps) {
  const { proposal_id: id, title, state } = item
  const isNow = live.current?.proposal_id === id
  const waits = state === WAITING
  return (
    <>
      {!order.moving && (
        <>
          {breaks.map((one) => (
            <Line key={one.starts_at} icon={<IconClock size={13} aria-hidden />}>
              {breakText(one)}
            </Line>
          ))}
          <Moves people={item.returns} says="returns" icon={<IconLogin2 size={13} aria-hidden />} />
          <Moves people={item.leaves} says="leaves" icon={<IconLogout size={13} aria-hidden />} />
        </>
      )}
      <li
        className={classes.item}
        data-state={state}
        data-now={isNow || undefined}
        aria-current={isNow ? 'step' : undefined}
        {...(waits && order.row(String(id)))}
      >
        <span className={classes.mark}>
          {state === AGREED ? (
            <IconCheck size={14} stroke={2.2} role="img" aria-label="agreed" />
          ) : state === PUT_OFF ? (
            <IconPlayerPause size={14} aria-hidden />
          ) : (
            <span className={classes.dot} />
          )}
          {waits && <span className={classes.gripOver}>{order.grip(String(id))}</span>}
        </span>
        <Anchor
          className={classes.name!}
          href={address('/proposals/detail/$id', { id })}
          target="_blank"
          title={`${id}: ${title} (opens in a new tab)`}
        >
          <b>{id}</b> {title}
        </Anchor>
        <span className={classes.value}>
          {item.marked && (
            <IconAlertTriangle
              size={13}
              role="img"
              aria-label="A conflict of interest was declared after it was agreed"
            />
          )}
          {isNow ? 'now' : valueText(item)}
        </span>
        {!isNow && <ItemMenu item={item} live={live} setMinutes={setMinutes} />}
      </li>
    </>
  )
}

const valueText = ({ state, score, minutes }: Item) =>
  state === AGREED ? figure(score, 2) : state === PUT_OFF ? 'put off' : `${minutes ?? '-'} min`

const Line = ({ icon, children }: { icon: ReactNode; children: ReactNode }) => (
  <li className={classes.move}>
    {icon}
    <span>{children}</span>
  </li>
)

const Moves = ({ people, says, icon }: { people: readonly Person[]; says: string; icon: ReactNode }) =>
  people.map(({ id, name }) => (
    <Line key={id} icon={icon}>
      {`${name} ${says}`}
    </Line>
  ))

/** What else can be done with a proposal of the docket. */
function ItemMenu({ item, live, setMinutes }: Omit<ItemLinesProps, 'order' | 'breaks'>) {
  const { proposal_id: id, state } = item
  const start = useChairCommand(api.meetings.start)
  const on = live.current?.proposal_id ?? null
  const label = { [WAITING]: 'Discuss it now', [PUT_OFF]: 'Take it up again' }[state as string]
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon size={24} className={classes.menu!} aria-label={`More for ${id}`}>
          <IconDots size={14} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <WriteMenuItem
          why={on === null ? null : `Agree on ${on} or put it off first.`}
          onClick={() => void start.run({ params: { id: live.meeting.id }, body: { proposal_id: id } })}
        >
          {label ?? 'Discuss it again'}
        </WriteMenuItem>
        {state !== AGREED && <WriteMenuItem onClick={setMinutes}>Change its minutes…</WriteMenuItem>}
      </Menu.Dropdown>
    </Menu>
  )
}

/** '8 above and 12 below go through without discussion. Show'. */
function TriageFoot({ live }: { live: LiveChair }) {
  const [open, setOpen] = useState(false)
  const triage = live.docket.filter(({ track }) => track === 'triage')
  if (triage.length === 0) return null
  const count = (side: 'above' | 'below') => triage.filter((item) => item.triage?.side === side).length
  const [above, below] = [count('above'), count('below')]
  const others = triage.length - above - below
  const text = [
    above > 0 && `${above} above`,
    below > 0 && `${below} below`,
    others > 0 && `${others} ${above + below > 0 ? 'more' : ''}`.trim(),
  ]
    .filter(Boolean)
    .join(' and ')
  const agreed = triage.filter(({ state }) => state === AGREED).length
  return (
    <footer className={classes.docketFoot}>
      {`${text} ${triage.length === 1 ? 'goes' : 'go'} through without discussion${agreed > 0 ? `, ${agreed} agreed` : ''}. `}
      <UnstyledButton aria-haspopup="dialog" onClick={() => setOpen(true)}>
        Show
      </UnstyledButton>
      <TriageDialog open={open} close={() => setOpen(false)} live={live} items={triage} />
    </footer>
  )
}
