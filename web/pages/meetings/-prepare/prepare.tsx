import { Button, Group, NumberInput, Stack, Text } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { address } from '#domain/address.ts'
import type { Meeting } from '#domain/meetings/contract.ts'
import type { PreparedDocket } from '#domain/meetings/docket_contract.ts'
import { sideOf } from '#domain/meetings/docket_moves.ts'
import type { Person } from '#domain/meetings/schemas.ts'
import { meetingState } from '#domain/meetings/status.ts'
import { time, zoneName } from '#web/lib/format/format.ts'
import { api } from '#web/lib/http/api.ts'
import { useAction, useCall } from '#web/lib/http/query.ts'
import { useGo } from '#web/lib/routing/navigation.ts'
import { useIsOffice } from '#web/lib/session/session.ts'
import { WriteButton } from '#web/ui/actions/write_button.tsx'
import { useConfirm } from '#web/ui/dialogs/confirm.tsx'
import { Lines, Loaded } from '#web/ui/layout/loaded.tsx'
import { Page } from '#web/ui/layout/page.tsx'
import { Section } from '#web/ui/layout/section.tsx'
import { hoursText } from '#web/ui/meeting/hours.ts'
import { StatusChip } from '#web/ui/text/chips.tsx'
import { Docket, TriageList } from './docket.tsx'
import { type useDocketEdit as UseDocketEdit, useDocketEdit, withItem, withLine } from './docket_edit.ts'
import classes from './prepare.module.css'
import { MeetingSettings } from './settings_form.tsx'

/** A meeting while it is prepared, for the office, its chair and its deputy. */
export function PrepareMeeting({ meeting }: { meeting: Meeting }) {
  const docket = useCall(api.meetings.docket, { params: { id: meeting.id } })
  const [editing, setEditing] = useState(false)
  return (
    <Page
      title={meeting.name}
      breadcrumbs={[['Meetings', address('/meetings')], [meeting.name]]}
      beside={
        <StatusChip colour={meetingState.colour(meeting.state)}>
          {meetingState.label(meeting.state)}
        </StatusChip>
      }
      actions={!editing && <Actions meeting={meeting} edit={() => setEditing(true)} />}
    >
      {editing ? (
        <Section title="Hours and people">
          <MeetingSettings key={meeting.version} meeting={meeting} close={() => setEditing(false)} />
        </Section>
      ) : (
        <Loaded query={docket} skeleton={<Lines count={12} />}>
          {(data) => <Prepared meeting={meeting} docket={data} />}
        </Loaded>
      )}
    </Page>
  )
}

function Prepared({ meeting, docket }: { meeting: Meeting; docket: PreparedDocket }) {
  const edit = useDocketEdit(meeting.id, docket)
  return (
    <div className={classes.hall}>
      <Docket meeting={meeting} edit={edit} />
      <Stack gap="md">
        <Facts meeting={meeting} />
        <Triage edit={edit} />
      </Stack>
    </div>
  )
}

function Facts({ meeting }: { meeting: Meeting }) {
  const { sessions, place, chair, deputy, quorum, members, agenda_sent_at } = meeting
  const rows: [string, ReactNode][] = [
    [
      'Hours',
      sessions.length === 0 ? 'Not set: no times are planned.' : `${hoursText(sessions)} (${zoneName()})`,
    ],
    ['Place', place || '-'],
    ['Chair', chair.name],
    ['Deputy', deputy?.name ?? '-'],
    ['Quorum', quorum],
    [
      `Expected, ${members.length}`,
      members.map(({ id, name, hours }) => (
        <div key={id}>
          {name}
          {hours.length > 0 && <small>{` ${hoursText(hours)}`}</small>}
        </div>
      )),
    ],
    ['Agenda', agenda_sent_at ? `Sent ${time(agenda_sent_at)}` : 'Not sent'],
  ]
  return (
    <Section title="Hours and people">
      <dl className={classes.facts}>
        {rows.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </Section>
  )
}

const sum = (count: number, one: string, many: string) => `${count} ${count === 1 ? one : many}`

/** The lines of the ranking above and below which proposals are not discussed, and what they let through. */
function Triage({ edit }: { edit: ReturnType<typeof UseDocketEdit> }) {
  const { docket } = edit
  const waiting = docket.items.filter(({ track }) => track === 'triage')
  const sideIs = (side: 'above' | 'below') => waiting.filter(({ place }) => sideOf(place, docket) === side)
  const back = docket.items.filter(({ place, track }) => track === 'discussed' && sideOf(place, docket))
  const ranked = docket.items.filter(({ place }) => place !== null).length
  const byPlace = (items: typeof waiting) => items.toSorted((a, b) => a.place! - b.place!)
  return (
    <Section title="Without discussion" aside={sum(waiting.length, 'proposal', 'proposals')}>
      <Stack gap="xs">
        <Group gap="md" align="end">
          <Line name="triage_above" label="The first" edit={edit} />
          <Line name="triage_below" label="All after place" edit={edit} />
        </Group>
        <Text size="xs" c="dimmed">
          {`Places by average total, among ${sum(ranked, 'proposal', 'proposals')} with reports and without a conflict of interest of anyone on the panel or in the office. The others are always discussed.`}
        </Text>
        <TriageList title="Above" items={byPlace(sideIs('above'))} edit={edit} />
        <TriageList title="Below" items={byPlace(sideIs('below'))} edit={edit} />
        {back.length > 0 && (
          <Group gap="xs">
            <Text size="sm">{`Brought back: ${back.map(({ proposal_id }) => proposal_id).join(', ')}`}</Text>
            <Button
              variant="subtle"
              size="compact-sm"
              onClick={() => {
                for (const { proposal_id } of back)
                  void edit.change(withItem(proposal_id, { track: 'triage' }))
              }}
            >
              Undo
            </Button>
          </Group>
        )}
      </Stack>
    </Section>
  )
}

interface LineProps {
  name: 'triage_above' | 'triage_below'
  label: string
  edit: ReturnType<typeof UseDocketEdit>
}

function Line({ name, label, edit }: LineProps) {
  const now = edit.docket[name]
  const [typed, setTyped] = useState<number | string | null>(null)
  const save = () => {
    if (typed === null) return
    setTyped(null)
    const line = typed === '' ? null : Number(typed)
    if (line !== now) void edit.change(withLine(name, line))
  }
  return (
    <NumberInput
      label={label}
      placeholder="None"
      w={120}
      min={0}
      max={2000}
      allowDecimal={false}
      value={typed ?? now ?? ''}
      onChange={setTyped}
      onBlur={save}
      onKeyDown={(event) => event.key === 'Enter' && save()}
    />
  )
}

const namesOf = (people: readonly Person[]) => people.map(({ name }) => name).join(', ')

/** Sends the agenda with its calendar file, to each their own. */
function SendAgenda({ meeting }: { meeting: Meeting }) {
  const ask = useConfirm()
  const input = { params: { id: meeting.id } }
  const agenda = useCall(api.meetings.agenda, input).data
  const send = useAction(api.meetings.sendAgenda)
  if (!agenda) return null
  const { to, cancelled_for, sent_at, changed, number, why_not } = agenda
  const before =
    sent_at && `It was sent ${time(sent_at)}${changed ? ', and has changed since' : ', and is unchanged'}.`
  const cancelled = cancelled_for.length > 0 && ` No longer expected, and told so: ${namesOf(cancelled_for)}.`
  return (
    <WriteButton
      variant="default"
      why={why_not}
      loading={send.pending}
      onClick={() =>
        ask({
          question: sent_at ? 'Send the agenda again?' : 'Send the agenda?',
          details: (
            <Text>
              {`${before ? `${before} ` : ''}An e-mail with hours, docket and calendar file goes to ${namesOf(to)}. Those with a conflict of interest get it without times and without the order.${cancelled || ''}`}
            </Text>
          ),
          yes: 'SEND',
          act: () => send.run({ ...input, body: { number } }),
        })
      }
    >
      {sent_at && changed ? 'Send the changed agenda' : 'Send agenda'}
    </WriteButton>
  )
}

const toldOfDeletion = (people: readonly Person[]) =>
  people.length > 0 ? `An e-mail with a cancellation goes to ${namesOf(people)}.` : 'Nobody is e-mailed.'

function Actions({ meeting, edit }: { meeting: Meeting; edit: () => void }) {
  const ask = useConfirm()
  const go = useGo()
  const office = useIsOffice()
  const input = { params: { id: meeting.id } }
  const agenda = useCall(api.meetings.agenda, input).data
  const open = useAction(api.meetings.open)
  const remove = useAction(api.meetings.remove, { onDone: () => void go(address('/meetings')) })
  return (
    <>
      {office && agenda && (
        <WriteButton
          variant="subtle"
          loading={remove.pending}
          onClick={() =>
            ask({
              question: `Delete ${meeting.name}?`,
              details: `Its hours, people and docket are deleted. Proposals, grades and scores stay. ${toldOfDeletion(meeting.sessions.length > 0 ? agenda.sent_to : [])}`,
              yes: 'DELETE',
              act: () => remove.run(input),
            })
          }
        >
          Delete
        </WriteButton>
      )}
      <WriteButton variant="default" saves={false} onClick={edit}>
        Edit hours and people
      </WriteButton>
      <SendAgenda meeting={meeting} />
      <WriteButton
        loading={open.pending}
        onClick={() =>
          ask({
            question: `Open ${meeting.name}?`,
            details:
              'Members can then say that they are here. Submitted proposals without a global score that are missing in the docket are added to it. Nobody is e-mailed, and nothing is discussed until you begin.',
            yes: 'OPEN',
            act: () => open.run(input),
          })
        }
      >
        Open the meeting
      </WriteButton>
    </>
  )
}
