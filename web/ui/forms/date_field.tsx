import '@mantine/dates/styles.layer.css'
import { DatePickerInput, type DatePickerInputProps } from '@mantine/dates'
import { IconCalendar } from '@tabler/icons-react'

interface DateFieldProps
  extends Pick<DatePickerInputProps, 'label' | 'description' | 'error' | 'withAsterisk' | 'maw'> {
  /** YYYY-MM-DD; empty for none. */
  value?: string
  onChange?: (value: string) => void
  clearable?: boolean
  'data-path'?: string
}

/** A date picker with values as YYYY-MM-DD; '' for none. */
export const DateField = ({ value, onChange, clearable = false, ...rest }: DateFieldProps) => (
  <DatePickerInput
    {...rest}
    value={value || null}
    onChange={(date) => onChange?.(date ?? '')}
    valueFormat="YYYY-MM-DD"
    placeholder="No date"
    clearable={clearable}
    clearButtonProps={{ 'aria-label': 'Clear the date' }}
    leftSection={<IconCalendar size={16} aria-hidden />}
    leftSectionPointerEvents="none"
    popoverProps={{ returnFocus: true }}
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
