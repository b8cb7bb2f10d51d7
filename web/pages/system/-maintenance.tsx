import { Button, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import type { SystemState } from '#domain/system/contract.ts'
import { MAX_REASON, RECENT_MINUTES, whyNotUntil } from '#domain/system/maintenance.ts'
import { formatUtc } from '#domain/terms/rules.ts'
import { api } from '#web/lib/http/api.ts'
import { useAction } from '#web/lib/http/query.ts'
import { untilText } from '#web/lib/session/maintenance.ts'
import { useConfirm } from '#web/ui/dialogs/confirm.tsx'
import { UtcField } from '#web/ui/forms/date_field.tsx'
import { Section } from '#web/ui/layout/section.tsx'
import { counted } from './-format.ts'
import classes from './-system.module.css'

const HOUR_MS = 3_600_000

/** The next full hour but one: something to start from. */
const soon = (now: string) => new Date(Math.ceil(Date.parse(now) / HOUR_MS + 1) * HOUR_MS).toISOString()

/** Switches maintenance on and off. */
export function MaintenanceCard({ state }: { state: SystemState }) {
  const { maintenance } = state
  return (
    <Section title="Maintenance" aside={maintenance ? `on until ${untilText(maintenance.until)}` : 'off'}>
      <p className={classes.said}>
        Reading goes on, nobody can save. A banner says until when. E-mails in the queue are still sent;
        automatic reminders wait.
      </p>
      {maintenance ? <SwitchOff maintenance={maintenance} /> : <SwitchOn state={state} />}
    </Section>
  )
}

function SwitchOn({ state }: { state: SystemState }) {
  const ask = useConfirm()
  const [until, setUntil] = useState(() => soon(state.at))
  const [reason, setReason] = useState('')
  const [error, setError] = useState<string | null>(null)
  const action = useAction(api.system.switchMaintenance)
  const press = () => {
    const why = Number.isNaN(Date.parse(until))
      ? 'Type a date and a time like 2027-03-25 15:00.'
      : whyNotUntil(until, new Date())
    setError(why)
    if (why) return
    void ask({
      question: `Switch maintenance on until ${untilText(until)}?`,
      details: <Consequences until={until} state={state} />,
      yes: 'Switch on',
      no: 'Cancel',
      act: () => action.run({ body: { until, reason } }),
    })
  }
  return (
    <form
      className={classes.switch}
      onSubmit={(event) => {
        event.preventDefault()
        press()
      }}
    >
      <UtcField label="Until (UTC)" value={until} onChange={setUntil} error={error} />
      <TextInput
        label="Reason (optional)"
        placeholder="Shown to everyone"
        maxLength={MAX_REASON}
        value={reason}
        onChange={({ currentTarget }) => setReason(currentTarget.value)}
      />
      <Button type="submit" variant="default" loading={action.pending}>
        Switch on
      </Button>
    </form>
  )
}

/** What switching on means now: who is at work, and which deadlines it covers. */
function Consequences({ until, state: { working, deadlines } }: { until: string; state: SystemState }) {
  const covered = deadlines.filter(({ at }) => Date.parse(at) <= Date.parse(until))
  return (
    <>
      <Text size="sm">
        {working === 0
          ? `Nobody else has saved anything in the last ${RECENT_MINUTES} minutes.`
          : `${working === 1 ? 'One other person has' : `${counted(working, 'other person').replace('persons', 'people')} have`} saved something in the last ${RECENT_MINUTES} minutes.`}{' '}
        From now on nobody can save, also what they are typing; it is kept in their browsers.
      </Text>
      {covered.map(({ label, at }) => (
        <Text key={label} size="sm" mt="xs" c="var(--ao-red)">
          {`${label} ${formatUtc(at)}, during the maintenance: nobody can meet that deadline then. Move it, or end earlier.`}
        </Text>
      ))}
    </>
  )
}

function SwitchOff({ maintenance }: { maintenance: NonNullable<SystemState['maintenance']> }) {
  const action = useAction(api.system.switchMaintenance)
  return (
    <div className={classes.off}>
      <span>{maintenance.reason && `Reason: ${maintenance.reason}`}</span>
      <Button
        variant="default"
        loading={action.pending}
        onClick={() => void action.run({ body: { until: null, reason: '' } })}
      >
        Switch off now
      </Button>
    </div>
  )
}
