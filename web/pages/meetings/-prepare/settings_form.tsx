import { Button, Checkbox, Group, NumberInput, Select, Stack, Text, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import type { Meeting } from '#domain/meetings/contract.ts'
import type { Hours } from '#domain/meetings/schemas.ts'
import { type EndpointFormState, useEndpointForm } from '#web/lib/forms/endpoint_form.ts'
import { api } from '#web/lib/http/api.ts'
import { useCall } from '#web/lib/http/query.ts'
import { WriteButton } from '#web/ui/actions/write_button.tsx'
import { InstantField } from '#web/ui/forms/date_field.tsx'
import { EndpointForm } from '#web/ui/forms/endpoint_form.tsx'
import { Loaded } from '#web/ui/layout/loaded.tsx'
import { breaksOf, breakText } from '../-chair/breaks.ts'
import classes from './prepare.module.css'

interface MemberHours {
  user_id: number
  hours: Hours[]
}

export interface MeetingValues {
  name: string
  place: string
  chair_id: string | null
  deputy_id: string | null
  quorum: number | string
  minutes_each: number | string
  sessions: Hours[]
  members: MemberHours[]
  version: number
}

/** The values of a meeting's settings. */
export const valuesOf = (meeting: Meeting): MeetingValues => ({
  name: meeting.name,
  place: meeting.place,
  chair_id: String(meeting.chair.id),
  deputy_id: meeting.deputy ? String(meeting.deputy.id) : null,
  quorum: meeting.quorum,
  minutes_each: meeting.minutes_each,
  sessions: meeting.sessions,
  members: meeting.members.map(({ id, hours }) => ({ user_id: id, hours })),
  version: meeting.version,
})

/** What is sent: the people are chosen as texts. */
export const bodyOf = ({ chair_id, deputy_id, ...values }: MeetingValues) => ({
  ...values,
  chair_id: Number(chair_id),
  deputy_id: deputy_id === null ? null : Number(deputy_id),
})

/** Hours, people and rules of a prepared meeting. */
export function MeetingSettings({ meeting, close }: { meeting: Meeting; close: () => void }) {
  const form = useEndpointForm(api.meetings.save, {
    initial: valuesOf(meeting),
    input: { params: { id: meeting.id } },
    draft: `meetings/${meeting.id}`,
    toBody: bodyOf,
    conflict: { load: async () => valuesOf(await api.meetings.get({ params: { id: meeting.id } })) },
    onDone: close,
  })
  return <MeetingForm form={form} close={close} save="Save" />
}

interface MeetingFormProps {
  form: EndpointFormState<MeetingValues>
  close: () => void
  save: string
}

/** The fields of a meeting with their buttons. */
export function MeetingForm({ form, close, save }: MeetingFormProps) {
  const people = useCall(api.meetings.people)
  const { fields } = form
  return (
    <EndpointForm form={form}>
      <Loaded query={people}>
        {(list) => {
          const choices = list.map(({ id, name, affiliation }) => ({
            value: String(id),
            label: affiliation ? `${name}, ${affiliation}` : name,
          }))
          return (
            <Stack gap="md">
              <Group grow align="start">
                <TextInput label="Name" withAsterisk {...fields.getInputProps('name')} />
                <TextInput label="Place" {...fields.getInputProps('place')} />
              </Group>
              <Group grow align="start">
                <Select
                  label="Chair"
                  withAsterisk
                  searchable
                  data={choices}
                  {...fields.getInputProps('chair_id')}
                />
                <Select
                  label="Deputy"
                  description="Has the chair where the chair has a conflict of interest."
                  inputWrapperOrder={['label', 'input', 'description', 'error']}
                  searchable
                  clearable
                  data={choices}
                  {...fields.getInputProps('deputy_id')}
                />
              </Group>
              <Group grow align="start" maw={420}>
                <NumberInput
                  label="Quorum"
                  withAsterisk
                  min={1}
                  max={100}
                  {...fields.getInputProps('quorum')}
                />
                <NumberInput
                  label="Minutes per proposal"
                  withAsterisk
                  min={1}
                  max={240}
                  {...fields.getInputProps('minutes_each')}
                />
              </Group>
              <Sessions fields={fields} />
              <Members fields={fields} panel={list.filter(({ is_panel }) => is_panel)} />
              <Group gap="sm">
                <WriteButton type="submit" loading={form.waiting}>
                  {save}
                </WriteButton>
                <Button variant="default" onClick={close}>
                  Cancel
                </Button>
              </Group>
            </Stack>
          )
        }}
      </Loaded>
    </EndpointForm>
  )
}

type Fields = UseFormReturnType<MeetingValues>

const isWhole = ({ starts_at, ends_at }: Hours) =>
  !Number.isNaN(Date.parse(starts_at)) && !Number.isNaN(Date.parse(ends_at))

/** The hours of the meeting; what is between them are breaks. */
function Sessions({ fields }: { fields: Fields }) {
  const { sessions } = fields.values
  const last = sessions.at(-1)
  return (
    <fieldset className={classes.group}>
      <legend>Hours</legend>
      <HoursRows fields={fields} path="sessions" of="Session" />
      {sessions.length > 1 && sessions.every(isWhole) && (
        <Text size="xs" c="dimmed">
          {breaksOf(sessions).map(breakText).join(' · ')}
        </Text>
      )}
      <Button
        variant="default"
        size="compact-sm"
        onClick={() => fields.insertListItem('sessions', nextSession(last))}
      >
        Add a session
      </Button>
    </fieldset>
  )
}

const HOUR_MS = 3_600_000

/** Four hours that begin an hour after the last ones. */
function nextSession(last: Hours | undefined): Hours {
  if (!last || !isWhole(last)) return { starts_at: '', ends_at: '' }
  const from = Date.parse(last.ends_at) + HOUR_MS
  return {
    starts_at: new Date(from).toISOString(),
    ends_at: new Date(from + 4 * HOUR_MS).toISOString(),
  }
}

interface HoursRowsProps {
  fields: Fields
  path: 'sessions' | `members.${number}.hours`
  of: string
}

const hoursAt = ({ values }: Fields, path: HoursRowsProps['path']) =>
  path === 'sessions' ? values.sessions : (values.members[Number(path.split('.')[1])]?.hours ?? [])

const HoursRows = ({ fields, path, of }: HoursRowsProps) =>
  hoursAt(fields, path).map((_, at) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: hours have no identity but their place
    <Group key={at} gap="xs" align="start" wrap="nowrap">
      <InstantField
        aria-label={`${of} ${at + 1}, from`}
        {...fields.getInputProps(`${path}.${at}.starts_at`)}
      />
      <Text span mt={6}>
        to
      </Text>
      <InstantField aria-label={`${of} ${at + 1}, to`} {...fields.getInputProps(`${path}.${at}.ends_at`)} />
      <Button
        variant="subtle"
        mt={2}
        aria-label={`Remove ${of.toLowerCase()} ${at + 1}`}
        onClick={() => fields.removeListItem(path, at)}
      >
        Remove
      </Button>
    </Group>
  ))

/** Who is expected, and when. */
function Members({ fields, panel }: { fields: Fields; panel: readonly { id: number; name: string }[] }) {
  const { members, sessions } = fields.values
  return (
    <fieldset className={classes.group}>
      <legend>{`Expected, ${members.length} of ${panel.length} members of the panel`}</legend>
      {panel.map(({ id, name }) => {
        const at = members.findIndex(({ user_id }) => user_id === id)
        const first = sessions[0]
        const whole = { starts_at: first?.starts_at ?? '', ends_at: sessions.at(-1)?.ends_at ?? '' }
        return (
          <div key={id} className={classes.member}>
            <Checkbox
              label={name}
              checked={at >= 0}
              onChange={() =>
                at >= 0
                  ? fields.removeListItem('members', at)
                  : fields.insertListItem('members', { user_id: id, hours: [] })
              }
            />
            {at >= 0 && (
              <div>
                <HoursRows fields={fields} path={`members.${at}.hours`} of={`Hours of ${name}`} />
                <Button
                  variant="subtle"
                  size="compact-sm"
                  aria-label={`Hours of ${name}: add`}
                  onClick={() => fields.insertListItem(`members.${at}.hours`, whole)}
                >
                  {members[at]!.hours.length === 0 ? 'Whole meeting · only some hours' : 'More hours'}
                </Button>
              </div>
            )}
          </div>
        )
      })}
    </fieldset>
  )
}
