import { TextInput, type TextInputProps } from '@mantine/core'
import classes from './amount_field.module.css'

interface AmountFieldProps extends TextInputProps {
  /** 'mg', 'µg' or 'Pa', as it is typed. */
  unit: string
}

/** An amount as it is typed, with its unit; a figure keyboard on phones. */
export const AmountField = ({ unit, ...rest }: AmountFieldProps) => (
  <TextInput
    inputMode="decimal"
    autoComplete="off"
    {...rest}
    classNames={{ input: classes.input! }}
    rightSection={<span className={classes.unit}>{unit}</span>}
    rightSectionPointerEvents="none"
    rightSectionWidth={36}
  />
)
