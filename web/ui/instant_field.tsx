import { TextInput, type TextInputProps } from '@mantine/core'
import dayjs from 'dayjs'

interface InstantFieldProps extends Omit<TextInputProps, 'value' | 'onChange' | 'type'> {
  /** ISO 8601, or empty. */
  value?: string
  onChange?: (value: string) => void
}

const FORM = 'YYYY-MM-DDTHH:mm'

/** A day and a time in the viewer's zone, which the screen names; it holds the instant in UTC, and can be cleared. */
export const InstantField = ({ value = '', onChange, ...rest }: InstantFieldProps) => (
  <TextInput
    {...rest}
    type="datetime-local"
    max="9999-12-31T23:59"
    value={value && dayjs(value).format(FORM)}
    onChange={({ currentTarget }) =>
      onChange?.(currentTarget.value && dayjs(currentTarget.value).toISOString())
    }
  />
)
