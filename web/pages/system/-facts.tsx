import type { ReactNode } from 'react'
import { address } from '#domain/address.ts'
import type { SystemState } from '#domain/system/contract.ts'
import { day, utcTime } from '#web/lib/format/format.ts'
import { ScreenLink } from '#web/ui/actions/links.tsx'
import { ageText, bytesText, counted } from './-format.ts'
import classes from './-system.module.css'

/** The five figures of the system. */
export const Facts = ({ state }: { state: SystemState }) => (
  <div className={classes.facts}>
    <Fact label="Version" figure={state.version}>
      {state.version_since && `since ${day(state.version_since)} · `}
      <ScreenLink to={address('/system/changes')} fz="inherit">
        changes
      </ScreenLink>
    </Fact>
    <Mail mail={state.mail} />
    <LastBackup backup={state.backup} now={state.at} />
    <LastSeal seal={state.seal} now={state.at} />
    <Fact label="Running" figure={ageText(state.started_at, state.at)}>
      {`since the last start · ${counted(state.sessions, 'session')}`}
    </Fact>
  </div>
)

interface FactProps {
  label: string
  figure: string
  bad?: boolean
  children: ReactNode
}

const Fact = ({ label, figure, bad = false, children }: FactProps) => (
  <section className={classes.fact} data-bad={bad || undefined}>
    <h2>{label}</h2>
    <b>{figure}</b>
    <span>{children}</span>
  </section>
)

function Mail({ mail: { failed, waiting, sent } }: { mail: SystemState['mail'] }) {
  const rest = `${waiting} waiting · ${sent} sent this week`
  if (failed > 0)
    return (
      <Fact label="E-mail" figure={`${failed} failed`} bad>
        {rest}
      </Fact>
    )
  return (
    <Fact
      label="E-mail"
      figure={waiting > 0 ? `${waiting} waiting` : 'All sent'}
    >{`none failed · ${sent} sent this week`}</Fact>
  )
}

/** The time of day, with the date unless it is within a day. */
const at = (instant: string, now: string) => {
  const shown = utcTime(instant)
  return `${Date.parse(now) - Date.parse(instant) < 24 * 3_600_000 ? shown.slice(11) : shown} UTC`
}

function LastBackup({
  backup: { last, failed_at, overdue, demonstration },
  now,
}: {
  backup: SystemState['backup']
  now: string
}) {
  if (!last)
    return (
      <Fact label="Last backup" figure="None yet" bad={overdue}>
        {failed_at
          ? `failed ${at(failed_at, now)}`
          : demonstration
            ? 'a demonstration needs none'
            : 'npm run admin -- backup FILE'}
      </Fact>
    )
  return (
    <Fact label="Last backup" figure={`${ageText(last.made_at, now)} ago`} bad={overdue}>
      {`${at(last.made_at, now)} · ${bytesText(last.bytes)} · `}
      {failed_at ? (
        <span className={classes.bad}>{`failed ${at(failed_at, now)}`}</span>
      ) : (
        <span className={classes.good}>checked</span>
      )}
    </Fact>
  )
}

function LastSeal({ seal, now }: { seal: SystemState['seal']; now: string }) {
  if (seal.at === null)
    return (
      <Fact label="Last seal" figure="None yet">
        the audit log is sealed every minute
      </Fact>
    )
  return (
    <Fact label="Last seal" figure={`${ageText(seal.at, now)} ago`} bad={seal.broken !== null}>
      {`${at(seal.at, now)} · `}
      {seal.broken === null ? (
        <span className={classes.good}>the last seals are whole</span>
      ) : (
        <span className={classes.bad}>{seal.broken}</span>
      )}
    </Fact>
  )
}
