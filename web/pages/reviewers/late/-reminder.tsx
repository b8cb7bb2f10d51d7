import { address } from '#domain/address.ts'
import type { LateReport } from '#domain/reports/contract.ts'
import { api } from '#web/lib/http/api.ts'
import { useCall } from '#web/lib/http/query.ts'
import { ScreenLink } from '#web/ui/actions/links.tsx'
import { ReminderMail } from './-reminder_mail.tsx'
import { tally } from './-words.ts'
import classes from './reminder.module.css'

/** Beside the rows: the mails that SEND REMINDER MAIL sends, and what goes by itself. */
export const Reminder = ({ chosen }: { chosen: readonly LateReport[] }) => (
  <aside className={classes.panel} aria-label="Reminder mail">
    <header>
      <h2>Reminder mail</h2>
      {chosen.length > 0 && <span>{tally(chosen)}</span>}
    </header>
    <div className={classes.content}>
      {chosen.length === 0 ? (
        <section>
          Tick who is to be reminded: each reviewer gets one mail, and its text stands here before it is sent.
        </section>
      ) : (
        <ReminderMail chosen={chosen} />
      )}
    </div>
    <ByThemselves />
  </aside>
)

const days = (count: number) => `${count} ${count === 1 ? 'day' : 'days'}`

/** Whether reminders go by themselves, and where that is set. */
function ByThemselves() {
  const settings = useCall(api.masters.settings).data
  if (!settings) return null
  const { reminders, reminder_days_before: before, reminder_days_after: after } = settings
  return (
    <footer>
      {reminders
        ? `Reminders go by themselves ${days(before)} before and ${days(after)} after reviews are due.`
        : 'No reminders go by themselves.'}{' '}
      <ScreenLink to={address('/masters/settings')} inherit>
        Settings
      </ScreenLink>
    </footer>
  )
}
