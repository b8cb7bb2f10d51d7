import { Button, Group, NumberInput, Text, Title } from '@mantine/core'
import { IconClock, IconLogin2, IconLogout } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { address } from '#domain/address.ts'
import type { Meeting } from '#domain/meetings/contract.ts'
import { type DocketPlace, type DocketPlan, planDocket, violationText } from '#domain/meetings/docket.ts'
import type { PreparedDocket, PreparedItem, SuggestedDocket } from '#domain/meetings/docket_contract.ts'
import { minuteOf, type Period } from '#domain/meetings/docket_hours.ts'
import { clock } from '#web/lib/format/format.ts'
import { api } from '#web/lib/http/api.ts'
import { useAction } from '#web/lib/http/query.ts'
import { useBanner } from '#web/lib/screen/banner.tsx'
import { ScreenLink } from '#web/ui/actions/links.tsx'
import { WriteButton } from '#web/ui/actions/write_button.tsx'
import { InlineMessage } from '#web/ui/layout/message.tsx'
import { useReorder } from '#web/ui/lists/reorder.tsx'
import { EmptyState, Note } from '#web/ui/text/note.tsx'
import { breakText } from '../-chair/breaks.ts'
import { inOrder, type useDocketEdit, withItem } from './docket_edit.ts'
import classes from './prepare.module.css'

const instantOf = (minute: number) => new Date(minute * 60_000).toISOString()
const periodOf = ({ starts_at, ends_at }: { starts_at: string; ends_at: string }): Period => ({
  from: minuteOf(starts_at),
  to: minuteOf(ends_at),
})
/** '4 h 10 min'. */
const duration = (minutes: number) =>
  [
    minutes >= 60 && `${Math.floor(minutes / 60)} h`,
    (minutes % 60 > 0 || minutes < 60) && `${Math.round(minutes % 60)} min`,
  ]
    .filter(Boolean)
    .join(' ')
const counted = (count: number, one: string, many = `${one}s`) => `${count} ${count === 1 ? one : many}`

/** Times, and who leaves and returns, of the proposals that are discussed, in their order. */
const planOf = (meeting: Meeting, { people }: PreparedDocket, items: readonly PreparedItem[]): DocketPlan =>
  planDocket({
    sessions: meeting.sessions.map(periodOf),
    quorum: meeting.quorum,
    members: people.map(({ id, votes, hours, conflicts }) => ({
      id,
      votes,
      conflicts,
      hours: hours.map(periodOf),
    })),
    items: items.map(({ proposal_id, minutes, leads }) => ({
      ...{ id: proposal_id, minutes },
      leads: leads.map(({ id }) => id),
    })),
  })

interface DocketProps {
  meeting: Meeting
  edit: ReturnType<typeof useDocketEdit>
}

/** The order of discussion while it is prepared: moved by hand or suggested, with its times. */
export function Docket({ meeting, edit }: DocketProps) {
  const { docket } = edit
  const discussed = docket.items.filter(({ track }) => track === 'discussed')
  const byKey = new Map(discussed.map((item) => [String(item.proposal_id), item]))
  const reorder = useReorder({
    nameOf: (key) => `${key}: ${byKey.get(key)?.title ?? ''}`,
    labelOf: (key) => `Move ${key}`,
    onDrop: (order) => void edit.change(inOrder(order.map(Number))),
  })
  const shown = reorder.lifted ? reorder.lifted.order.flatMap((key) => byKey.get(key) ?? []) : discussed
  const plan = planOf(meeting, docket, shown)
  const names = new Map(
    [...docket.people, ...docket.items.flatMap(({ leads }) => leads)].map(({ id, name }) => [id, name]),
  )
  const nameOf = (id: number) => names.get(id) ?? ''
  const length = meeting.sessions.map(periodOf).reduce((sum, { from, to }) => sum + to - from, 0)
  return (
    <section className={classes.card} aria-labelledby="docket">
      <header className={classes.cardHead}>
        <Title order={2} id="docket">
          Docket
        </Title>
        <Text size="sm" c="dimmed" role="status">
          {totalText(discussed.length, plan, length)}
        </Text>
        <Suggest meeting={meeting} edit={edit} items={discussed} plan={plan} />
      </header>
      <InlineMessage />
      {plan.violations.length > 0 && (
        <div className={classes.note}>
          <Note
            kind="warn"
            title={counted(plan.violations.length, 'thing does not fit', 'things do not fit')}
          >
            <ul className={classes.violations}>
              {plan.violations.map((violation) => {
                const text = violationText(violation, nameOf)
                return <li key={text}>{text}</li>
              })}
            </ul>
          </Note>
        </div>
      )}
      {discussed.length === 0 ? (
        <EmptyState title="Nothing to discuss.">
          The docket takes up the submitted proposals without a global score when the meeting is opened.
        </EmptyState>
      ) : (
        <ol className={classes.docket}>
          {plan.places.map((place) => (
            <Lines
              key={place.id}
              place={place}
              item={byKey.get(String(place.id))!}
              nameOf={nameOf}
              edit={edit}
              row={reorder.row(String(place.id))}
              grip={reorder.grip(String(place.id))}
            />
          ))}
        </ol>
      )}
      {reorder.spoken}
    </section>
  )
}

/** '24 proposals, 4 h 10 min of 6 h · members leave 7 times'. */
const totalText = (count: number, { minutes, leavings, beyond }: DocketPlan, length: number) =>
  [
    `${counted(count, 'proposal')}, ${duration(minutes)}${length > 0 ? ` of ${duration(length)}` : ''}`,
    beyond > 0 && `${duration(beyond)} too long`,
    `members leave ${counted(leavings, 'time')}`,
  ]
    .filter(Boolean)
    .join(' · ')

interface LinesProps {
  place: DocketPlace
  item: PreparedItem
  nameOf: (id: number) => string
  edit: DocketProps['edit']
  row: ReturnType<ReturnType<typeof useReorder>['row']>
  grip: ReactNode
}

const PERIOD = (period: Period) => ({ starts_at: instantOf(period.from), ends_at: instantOf(period.to) })

/** A proposal, and before it the breaks and who returns and leaves. */
function Lines({ place, item, nameOf, edit, row, grip }: LinesProps) {
  const { id, from, leaves, returns, breaks, interrupted } = place
  return (
    <>
      {returns.map((one) => (
        <Move key={one} icon={<IconLogin2 size={13} aria-hidden />}>{`${nameOf(one)} returns`}</Move>
      ))}
      {breaks.map((one) => (
        <Move key={`break ${one.from}`} icon={<IconClock size={13} aria-hidden />}>
          {breakText(PERIOD(one))}
        </Move>
      ))}
      {leaves.map((one) => (
        <Move key={one} icon={<IconLogout size={13} aria-hidden />}>{`${nameOf(one)} leaves`}</Move>
      ))}
      <li className={classes.item} {...row}>
        {grip}
        <span className={classes.time}>{from === null ? '' : clock(instantOf(from))}</span>
        <span className={classes.what}>
          <ScreenLink to={address('/proposals/detail/$id', { id })}>
            <b>{id}</b> {item.title}
          </ScreenLink>
          {(item.leads.length > 0 || interrupted.length > 0) && (
            <small>
              {[
                item.leads.length > 0 && `Speaks: ${item.leads.map(({ name }) => name).join(', then ')}`,
                ...interrupted.map((one) => `goes on after ${breakText(PERIOD(one))}`),
              ]
                .filter(Boolean)
                .join(' · ')}
            </small>
          )}
        </span>
        <Minutes item={item} edit={edit} />
      </li>
    </>
  )
}

const Move = ({ icon, children }: { icon: ReactNode; children: ReactNode }) => (
  <li className={classes.move}>
    {icon}
    <span>{children}</span>
  </li>
)

/** The minutes of a proposal, saved when the field is left or Enter is pressed. */
function Minutes({
  item: { proposal_id, minutes },
  edit,
}: {
  item: PreparedItem
  edit: DocketProps['edit']
}) {
  const [typed, setTyped] = useState<number | string | null>(null)
  const value = Number(typed)
  const isValid = typed === null || (Number.isInteger(value) && value >= 1 && value <= 240)
  const save = () => {
    if (typed === null || !isValid) return
    setTyped(null)
    if (value !== minutes) void edit.change(withItem(proposal_id, { minutes: value }))
  }
  return (
    <NumberInput
      className={classes.minutes!}
      size="xs"
      aria-label={`Minutes for ${proposal_id}`}
      suffix=" min"
      hideControls
      allowDecimal={false}
      error={!isValid}
      value={typed ?? minutes}
      onChange={setTyped}
      onBlur={save}
      onKeyDown={(event) => {
        if (event.key === 'Enter') save()
        if (event.key === 'Escape') setTyped(null)
      }}
    />
  )
}

interface SuggestProps extends DocketProps {
  items: readonly PreparedItem[]
  plan: DocketPlan
}

/** Suggests an order and takes it, with an Undo. */
function Suggest({ meeting, edit, items, plan }: SuggestProps) {
  const banner = useBanner()
  const before = items.map(({ proposal_id }) => proposal_id)
  const suggest = useAction(api.meetings.suggestDocket, {
    success: false,
    refresh: false,
    onDone: async (reply) => {
      if (reply.result === 0) return
      const text = outcomeText(reply)
      const isBetter =
        reply.violations.length < plan.violations.length ||
        (reply.violations.length === plan.violations.length && reply.leavings < reply.leavings_now)
      if (!isBetter) {
        banner.show('success', `No better order was found. ${text}`)
        return
      }
      if (!(await edit.change(inOrder(reply.proposal_ids)))) return
      banner.show(
        'success',
        `The suggested order is saved: members leave ${reply.leavings} instead of ${counted(reply.leavings_now, 'time')}. ${text}`,
        {
          undo: {
            run: () => edit.change(inOrder(before)),
          },
        },
      )
    },
  })
  return (
    <Group gap="xs" ml="auto">
      <WriteButton
        variant="default"
        loading={suggest.pending}
        why={items.length < 2 ? 'There is nothing to put into order.' : null}
        onClick={() =>
          suggest.run({
            params: { id: meeting.id },
            body: { items: items.map(({ proposal_id, minutes }) => ({ proposal_id, minutes })) },
          })
        }
      >
        Suggest an order
      </WriteButton>
    </Group>
  )
}

function outcomeText({ leavings, bound, violations }: SuggestedDocket): string {
  const best =
    leavings === bound ? 'Fewer is not possible.' : `Fewer than ${counted(bound, 'time')} is not possible.`
  return violations.length === 0 ? best : `${best} ${violations.slice(0, 3).join(' ')}`
}

interface TriageListProps {
  title: string
  items: readonly PreparedItem[]
  edit: DocketProps['edit']
}

/** Proposals that go through without discussion, each with a button that brings it back. */
export const TriageList = ({ title, items, edit }: TriageListProps) =>
  items.length > 0 && (
    <>
      <h3 className={classes.listHead}>{title}</h3>
      <ul className={classes.triage}>
        {items.map(({ proposal_id: id, title: name, place, average }) => (
          <li key={id}>
            <span className={classes.time}>{place}</span>
            <ScreenLink to={address('/proposals/detail/$id', { id })}>
              <b>{id}</b> {name}
            </ScreenLink>
            <span className={classes.time}>{average?.toFixed(2)}</span>
            <Button
              variant="subtle"
              size="compact-sm"
              aria-label={`Discuss ${id}`}
              onClick={() => void edit.change(withItem(id, { track: 'discussed' }))}
            >
              Discuss
            </Button>
          </li>
        ))}
      </ul>
    </>
  )
