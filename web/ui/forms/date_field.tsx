import { ActionIcon, FocusTrap, Loader, Popover, TextInput, type TextInputProps } from '@mantine/core'
import { IconCalendar } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { time, utcTime, zoneName } from '#web/lib/format/format.ts'
import { parseDay, parseInstant, parseUtc } from '#web/lib/format/typed_dates.ts'

const Calendar = lazy(() => import('./calendar.tsx'))

interface DateFieldProps extends Omit<TextInputProps, 'value' | 'onChange' | 'type'> {
  /** As the field's kind stores it, or what was typed where that is no date; '' for none. */
  value?: string
  onChange?: (value: string) => void
}

/** How a kind of date is typed, shown and stored. */
interface Kind {
  format: string
  error: string
  /** What is stored for a typed text; null where it is no date. */
  parse: (text: string) => string | null
  /** How a stored value is written; null where it is none. */
  write: (value: string) => string | null
  /** The written value after another day was chosen. */
  withDay: (written: string | null, day: string) => string
}

const DAY: Kind = {
  format: 'YYYY-MM-DD',
  error: 'Type a date like 2027-03-25.',
  parse: parseDay,
  write: parseDay,
  withDay: (_, day) => day,
}

const IS_INSTANT = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/u
const INSTANT: Kind = {
  format: 'YYYY-MM-DD HH:mm',
  error: 'Type a date and a time like 2027-03-25 15:00.',
  parse: parseInstant,
  write: (value) => (IS_INSTANT.test(value) ? time(value) : null),
  withDay: (written, day) => `${day} ${written?.slice(11) ?? '00:00'}`,
}

/** A day, YYYY-MM-DD: typed, or chosen from a calendar. */
export const DateField = (props: DateFieldProps) => <TypedDate kind={DAY} {...props} />

/** A date and time in the viewer's zone, stored as a UTC instant. */
export const InstantField = (props: DateFieldProps) => (
  <TypedDate kind={INSTANT} title={`In ${zoneName()}`} {...props} />
)

const UTC_INSTANT: Kind = {
  ...INSTANT,
  parse: parseUtc,
  write: (value) => (IS_INSTANT.test(value) ? utcTime(value) : null),
}

/** A date and time in UTC, stored as an instant: for what many people in many zones go by. */
export const UtcField = (props: DateFieldProps) => <TypedDate kind={UTC_INSTANT} title="In UTC" {...props} />

function TypedDate({ kind, value = '', onChange, error, ...rest }: DateFieldProps & { kind: Kind }) {
  // While it is typed the text stays as it is; afterwards it is written as the value is.
  const [typing, setTyping] = useState<string | null>(null)
  const [open, setOpen] = useState(false)
  const written = kind.write(value)
  const change = (text: string) => onChange?.(text.trim() === '' ? '' : (kind.parse(text) ?? text))
  const choose = (day: string) => {
    setTyping(null)
    change(kind.withDay(written, day))
    setOpen(false)
  }
  const invalid = typing === null && value !== '' && written === null
  return (
    <TextInput
      placeholder={kind.format}
      autoComplete="off"
      {...rest}
      error={error ?? (invalid && kind.error)}
      value={typing ?? written ?? value}
      onChange={({ currentTarget }) => {
        setTyping(currentTarget.value)
        change(currentTarget.value)
      }}
      onBlur={() => setTyping(null)}
      onKeyDown={(event) => event.key === 'Enter' && setTyping(null)}
      rightSection={
        <Popover opened={open} onChange={setOpen} position="bottom-end" returnFocus>
          <Popover.Target>
            <ActionIcon
              variant="subtle"
              color="gray"
              aria-label={`Calendar of ${typeof rest.label === 'string' ? rest.label : 'this date'}`}
              onClick={() => setOpen(!open)}
            >
              <IconCalendar size={16} aria-hidden />
            </ActionIcon>
          </Popover.Target>
          <Popover.Dropdown>
            <FocusTrap active={open}>
              <div>
                <Suspense fallback={<Loader size="sm" />}>
                  <Calendar value={written?.slice(0, 10) ?? null} onChange={choose} />
                </Suspense>
              </div>
            </FocusTrap>
          </Popover.Dropdown>
        </Popover>
      }
    />
  )
}
