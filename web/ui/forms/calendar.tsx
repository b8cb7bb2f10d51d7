import '@mantine/dates/styles.layer.css'
import { DatePicker } from '@mantine/dates'

interface CalendarProps {
  /** YYYY-MM-DD; null for none. */
  value: string | null
  onChange: (day: string) => void
}

/** The calendar behind the button of a date field. A module of its own, loaded when it is first opened. */
export default function Calendar({ value, onChange }: CalendarProps) {
  return (
    <DatePicker
      value={value}
      defaultDate={value ?? undefined}
      onChange={(day) => day && onChange(day)}
      ariaLabels={{
        previousMonth: 'Previous month',
        nextMonth: 'Next month',
        previousYear: 'Previous year',
        nextYear: 'Next year',
        previousDecade: 'Previous decade',
        nextDecade: 'Next decade',
        monthLevelControl: 'Choose a month',
        yearLevelControl: 'Choose a year',
      }}
    />
  )
}
